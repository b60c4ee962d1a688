/** Messages that wait for their time: sent now, moved to another time, canceled. In their own list, or in their conversation. */

import type { Item } from '#contract/conversations/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { readWith } from '../core/readers.ts';
import { checkSingle, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const scheduledBase = { group: 'Message', scopes: ['conversation', 'scheduled'], permission: 'messages.send' } as const;

/** When a message is sent; days are those of the company's zone. */
export const sendTimeArg = arg.text<string>({
  label: 'When',
  hint: 'in 2 hours, tomorrow 9:00, mon 14:30, 2026-12-24 10:00',
  parse: (text, context) => readWith(({ parseSendTime }) => parseSendTime(text, new Date(), context.company?.timezone ?? 'UTC')),
  readsBack: 'instant',
});

/** Finds the message: the row of the list of scheduled ones, else the item of the open conversation. */
const findItem = (context: Context): Item | undefined => getRows(context, 'scheduledMessage')?.rows[0] ?? context.open.item;

const findDetails = (context: Context) => {
  const details = findItem(context)?.details;
  return details?.kind === 'message' ? details : undefined;
};

const checkState =
  (...states: readonly string[]) =>
  (context: Context): Availability => {
    const single = checkSingle(context, 'scheduledMessage');
    if (single !== true) return single;
    return states.includes(findDetails(context)?.deliveryState ?? '') || { reason: 'This message isn’t scheduled' };
  };

const getItem = (context: Context): Item => {
  const item = findItem(context);
  if (!item) throw new Error('Select a message first');
  return item;
};

/** Formats an instant as the argument reads it: '2026-12-24 10:00'. */
const formatTypedTime = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

/** Commands over messages that wait. */
export const scheduledCommands: readonly Command[] = [
  command({
    ...scheduledBase,
    id: 'messages.takeBackItem',
    title: 'Cancel scheduled message',
    keywords: ['unschedule', 'cancel', 'delete', 'edit', 'take back', 'waiting'],
    icon: 'undo',
    available: checkState('held', 'scheduled'),
    run: async ({ context, services }) => services.composer.cancelSend(getItem(context)),
  }),
  command({
    ...scheduledBase,
    addressed: 'saved',
    id: 'messages.reschedule',
    title: 'Reschedule message',
    keywords: ['change time', 'move', 'postpone', 'later', 'earlier', 'scheduled'],
    icon: 'calendar-clock',
    available: checkState('scheduled'),
    args: {
      when: {
        ...sendTimeArg,
        initial: (context: Context) => {
          const at = findDetails(context)?.sendAt;
          return at ? formatTypedTime(at, context.company?.timezone ?? 'UTC') : undefined;
        },
      },
    },
    run: async ({ context, args, services }) => services.composer.reschedule(getItem(context), args.when),
  }),
  command({
    ...scheduledBase,
    id: 'messages.sendNow',
    title: 'Send scheduled message now',
    keywords: ['at once', 'skip', 'waiting'],
    icon: 'send',
    available: checkState('held', 'scheduled'),
    run: async ({ context, services }) => services.composer.sendNow(getItem(context)),
  }),
];
