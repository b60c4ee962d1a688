/** Writing to anybody first: whom, then from which of our numbers, and straight into the composer. */

import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone, extractDigits } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { checkSingle, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const startBase = { group: 'Conversation', permission: 'messages.send', icon: 'pencil' } as const;

/** Numbers that have not come yet refuse nobody: the letters after the key would be keys. The server says which can text. */
const checkSomeCanText = ({ numbers, areNumbersHere }: Context): Availability => {
  if (!areNumbersHere || numbers.some(({ status, smsEnabled }) => status === 0 && smsEnabled)) return true;
  return { reason: numbers.length === 0 ? 'No numbers yet' : 'No active number can send texts', unblock: { commandId: 'numbers.buy' } };
};

const isNumber = (text: string) => extractDigits(text).length >= 7 && text.length <= 60;

const senderReasons = { theirs: 'last used with this contact', yours: 'your last' } as const;

const recipientArg = arg.search({
  label: 'To',
  search: async (_context, services, query, signal) => {
    const found = await services.conversations.recipients(query, signal);
    return found.map(({ number, name, shown, reason, isBlocked }) => ({
      value: number,
      id: number,
      title: name ?? shown,
      detail: [name === null ? null : shown, isBlocked ? 'blocked caller' : null].filter(Boolean).join(' · '),
      icon: name === null ? 'hash' : 'user',
      ...(reason === null ? {} : { reason }),
    }));
  },
  find: async (text) => (isNumber(text) ? text : null),
  getName: (number) => displayPhone(number),
});

const senderArg = arg.search({
  label: 'From',
  search: async (_context, services, query, signal, given) => {
    const words = query.trim().toLowerCase();
    const digits = extractDigits(words);
    const all = await services.conversations.senders(given.to ?? '', signal);
    return all
      .filter(({ label, number }) => label.toLowerCase().includes(words) || (digits.length > 1 && number.includes(digits)))
      .map(({ id, label, number, reason, use }) => ({
        value: id,
        id: String(id),
        title: formatNumberName({ label, number }),
        detail: [displayPhone(number), use && senderReasons[use]].filter(Boolean).join(' · '),
        icon: 'hash',
        ...(reason === null ? {} : { reason }),
      }));
  },
  find: async (id) => (/^\d+$/.test(id) ? Number(id) : null),
  getName: (id, { numbers }) => numbers.find((number) => String(number.id) === id)?.label,
});

/** Returns the phone number of the focused row's caller, where no conversation is open for it. */
function findCaller(context: Context): string | null {
  const { rows } = context.focus;
  const on = rows?.mode === 'cursor' ? rows : null;
  if (on?.kind === 'call' || on?.kind === 'activity' || on?.kind === 'liveCall') return on.rows[0]?.recipient ?? null;
  if (on?.kind === 'block') return on.rows[0]?.target ?? null;
  return getRows(context, 'call')?.rows[0]?.recipient ?? null;
}

/** Commands that begin a conversation. */
export const startCommands: readonly Command[] = [
  command({
    ...startBase,
    id: 'conversations.start',
    title: 'Start conversation',
    keywords: ['new message', 'compose', 'text', 'SMS', 'create', 'first', 'anybody', 'new number'],
    scopes: ['workspace'],
    quiet: true,
    available: checkSomeCanText,
    args: { to: recipientArg, from: senderArg },
    run: async ({ args, services }) => services.composer.focus('reply', await services.conversations.start(args.from, args.to)),
  }),
  command({
    ...startBase,
    id: 'conversations.startWith',
    title: 'Message caller',
    keywords: ['message', 'text', 'SMS', 'reply', 'call back'],
    scopes: ['calls', 'call', 'activity', 'live', 'blocks'],
    quiet: true,
    opensField: true,
    available: (context) => {
      const number = findCaller(context);
      if (number === null) return { reason: 'Choose a caller first' };
      if (!isNumber(number)) return { reason: 'Anonymous callers can’t be messaged' };
      const single = checkSingle(context);
      return single === true ? checkSomeCanText(context) : single;
    },
    run: async ({ context, services, source }) =>
      services.palette.open({ command: { id: 'conversations.start', args: { to: findCaller(context) ?? '' }, source } }),
  }),
];
