/** Sending: writing, holding back, scheduling, taking back (spec 2.4, 2.7 Messaging). */

import type { Item } from '#contract/conversations/entities.ts';
import { linksOff, optedOutReason } from '#contract/messaging/texts.ts';
import { formatNumberName, formatRecipientName } from '#contract/text/names.ts';
import { isShortCode, shortCodeReason } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { checkSingle, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { isFaxOnly } from '../faxes/commands.ts';
import { scheduledCommands, sendTimeArg } from './scheduled.ts';

const flowBase = { group: 'Message', scopes: ['composer', 'conversation'], addressed: 'sent' } as const;

const messageBase = { ...flowBase, permission: 'messages.send' } as const;

const besideBase = { ...messageBase, scopes: ['inbox', 'conversation', 'scheduled'] } as const;

const checkComposer = ({ composer }: Context): Availability => composer !== null || { reason: 'Open a conversation first' };

/** Finds the conversation a reply would go to: the open one, else the row under the cursor. */
const findAddressee = (context: Context) => context.open.conversation ?? getRows(context, 'conversation')?.rows[0] ?? null;

/** Says whether a text can go to the conversation, else why not. */
function checkTexting(context: Context): Availability {
  const to = findAddressee(context);
  if (to === null) return true;
  if (isShortCode(to.recipient)) return { reason: shortCodeReason };
  if (to.isOptedOut) return { reason: optedOutReason };
  if (to.number.isSmsEnabled) return true;
  if (isFaxOnly(context.numbers, to.number.id)) return { reason: 'This number only faxes. Send a fax instead.', unblock: { commandId: 'faxes.send' } };
  return { reason: `${formatNumberName(to.number)} can’t send texts` };
}

const checkSubmit =
  (type: 'message.submitted' | 'message.finished') =>
  (context: Context): Availability => {
    if (context.composer?.mode === 'note') return { reason: 'Internal notes are never sent', unblock: { commandId: 'notes.save' } };
    const takes = checkTexting(context);
    if (takes !== true) return takes;
    const given = checkEvent(context, 'outgoingMessage', type);
    // Sends nobody who can turn links on to an administrator for it.
    if (given !== true && given.reason === linksOff && context.permissions.has('company.update'))
      return { reason: 'Links are turned off for this company', unblock: { commandId: 'company.toggleLinks' } };
    return given;
  };

const checkState =
  (states: readonly string[], reason: string) =>
  ({ open: { item } }: Context): Availability =>
    (item?.details.kind === 'message' && states.includes(item.details.deliveryState)) || { reason };

const checkFlagged = ({ flagged }: Context): Availability => flagged !== null || { reason: 'No message to review for opt-out' };

const getFlagged = ({ flagged }: Context): Item => {
  if (!flagged) throw new Error('No message to review for opt-out');
  return flagged;
};

/** The other side of the open conversation, by name or number. */
const getCorrespondentName = ({ open: { conversation } }: Context): string => (conversation ? formatRecipientName(conversation) : '');

const getItem = ({ open: { item } }: Context): Item => {
  if (!item) throw new Error('Select a message first');
  return item;
};

/** '9:00 AM their time', with the day where it is not today. */
function formatTheirTime({ until, zone }: { readonly until: string; readonly zone: string }): string {
  const at = new Date(until);
  const day = (instant: Date) => new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(instant);
  const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at);
  return `${day(at) === day(new Date()) ? '' : `${day(at)} `}${time} their time`;
}

const writeCommands: readonly Command[] = [
  command({
    ...besideBase,
    id: 'messages.reply',
    title: 'Reply',
    keywords: ['answer', 'write', 'text', 'SMS'],
    icon: 'reply',
    available: (context) => {
      if (context.open.conversation === undefined && getRows(context, 'conversation') === null) return { reason: 'Choose a conversation first' };
      const single = checkSingle(context, 'conversation');
      return single === true ? checkTexting(context) : single;
    },
    offline: true,
    quiet: true,
    opensField: true,
    run: async ({ services }) => services.composer.focus('reply'),
  }),
  command({
    ...messageBase,
    id: 'messages.send',
    title: 'Send',
    keywords: ['submit', 'reply'],
    icon: 'send',
    available: checkSubmit('message.submitted'),
    run: async ({ context, services }) => services.composer.send({ conversationId: context.composer?.conversationId }),
  }),
  command({
    ...messageBase,
    id: 'messages.sendAndDone',
    title: 'Send and archive',
    keywords: ['done', 'reply'],
    icon: 'check-check',
    available: checkSubmit('message.finished'),
    run: async ({ context, services }) => services.composer.send({ andDone: true, conversationId: context.composer?.conversationId }),
  }),
  command({
    ...besideBase,
    id: 'messages.sendText',
    title: 'Send quick reply',
    keywords: ['quick reply', 'text', 'SMS', 'answer', 'words'],
    icon: 'send',
    available: (context) => {
      const takes = checkTexting(context);
      return takes === true ? checkComposer(context) : takes;
    },
    args: { text: arg.words('Message', 1_000) },
    run: async ({ context, args, services }) => services.composer.send({ text: args.text, conversationId: context.composer?.conversationId }),
  }),
  command({
    ...messageBase,
    id: 'messages.schedule',
    title: 'Schedule message',
    keywords: ['schedule', 'tomorrow', 'delay', 'send', 'later'],
    icon: 'calendar-clock',
    available: checkSubmit('message.submitted'),
    args: { when: sendTimeArg },
    run: async ({ context, args, services }) => services.composer.schedule(args.when, context.composer?.conversationId),
  }),
  command({
    ...messageBase,
    id: 'messages.scheduleTheirTime',
    title: 'Schedule for recipient’s time',
    keywords: ['first message', 'quiet hours', 'morning', 'their morning', '9:00 AM', 'later', 'delay'],
    icon: 'calendar-clock',
    available: (context) => (context.composer?.quietHours ? checkSubmit('message.submitted')(context) : { reason: 'This message can be sent now' }),
    detail: ({ composer }) => (composer?.quietHours ? formatTheirTime(composer.quietHours) : null),
    run: async ({ context, services }) => {
      if (!context.composer?.quietHours) throw new Error('This message can be sent now');
      return services.composer.schedule(context.composer.quietHours.until, context.composer.conversationId);
    },
  }),
  command({
    ...messageBase,
    id: 'messages.attach',
    title: 'Attach file',
    keywords: ['picture', 'photo', 'MMS', 'media'],
    icon: 'paperclip',
    available: checkComposer,
    quiet: true,
    run: async ({ services }) => services.composer.attach(),
  }),
  command({
    ...messageBase,
    id: 'messages.removeMedia',
    title: 'Remove last attachment',
    keywords: ['file'],
    icon: 'x',
    available: (context) => checkEvent(context, 'outgoingMessage', 'media.removed'),
    quiet: true,
    run: async ({ services }) => services.composer.removeMedia(),
  }),
  command({
    ...messageBase,
    id: 'messages.discard',
    title: 'Discard draft',
    keywords: ['clear', 'delete'],
    icon: 'trash',
    available: ({ composer }) => (composer !== null && (composer.text !== '' || composer.mediaCount > 0)) || { reason: 'The draft is empty' },
    run: async ({ services }) => services.composer.discard(),
  }),
  flowCommand(
    { ...flowBase, id: 'messages.resend', title: 'Resend unconfirmed message', keywords: ['again'], icon: 'refresh', changes: true },
    'outgoingMessage',
    {
      type: 'message.resent',
    },
  ),
  flowCommand(
    { ...flowBase, id: 'messages.abandon', title: 'Move unconfirmed message to draft', keywords: ['take', 'back'], icon: 'undo' },
    'outgoingMessage',
    {
      type: 'message.abandoned',
    },
  ),
];

const sentCommands: readonly Command[] = [
  command({
    ...messageBase,
    id: 'messages.takeBack',
    title: 'Undo send',
    keywords: ['undo send', 'cancel', 'stop', 'take', 'back', 'held'],
    icon: 'undo',
    scopes: ['workspace'],
    run: async ({ services }) => services.composer.undoSend(),
  }),
  command({
    ...messageBase,
    id: 'messages.sendAgain',
    title: 'Resend message',
    keywords: ['retry', 'failed', 'not confirmed', 'again'],
    icon: 'refresh',
    scopes: ['conversation'],
    available: checkState(['failed', 'undelivered', 'unknown'], 'This message did not fail'),
    run: async ({ context, services }) => services.composer.resend(getItem(context)),
  }),
  command({
    ...messageBase,
    id: 'messages.confirmOptOut',
    title: 'Confirm opt-out',
    keywords: ['STOP', 'unsubscribe', 'review'],
    icon: 'check',
    scopes: ['conversation'],
    available: checkFlagged,
    review: async ({ context }) => ({
      sentence: `Opts ${getCorrespondentName(context)} out of texts`,
      count: 1,
      sample: [],
      skipped: [],
      undoNote: 'Only START from them opts them in again',
      verb: 'opt out',
    }),
    run: async ({ context, services }) => services.composer.reviewOptOut(getFlagged(context), 'confirmed'),
  }),
  command({
    ...messageBase,
    id: 'messages.dismissOptOut',
    title: 'Dismiss opt-out',
    keywords: ['STOP', 'unsubscribe', 'review', 'ignore'],
    icon: 'x',
    scopes: ['conversation'],
    available: checkFlagged,
    run: async ({ context, services }) => services.composer.reviewOptOut(getFlagged(context), 'dismissed'),
  }),
];

/** Commands over messages. */
export const messageCommands: readonly Command[] = [...writeCommands, ...scheduledCommands, ...sentCommands];
