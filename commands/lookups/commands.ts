/** Looking up who is behind a number (spec 2.7). */

import { displayPhone } from '#contract/text/phone.ts';
import { isCompletePhone } from '#contract/text/wholePhone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkSingle, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

/** The number at hand, of what has the focus: a call beside a contact is not who the contact is. Each answer is paid, so it is never another's. */
function getNumber(context: Context): string | null {
  const kind = context.focus.pane?.kind;
  const thread = context.open.conversation?.recipient ?? null;
  if (kind === 'call' || kind === 'calls') return getRows(context, 'call')?.rows[0]?.recipient ?? null;
  if (kind === 'contacts') return getRows(context, 'contact')?.rows[0]?.number ?? null;
  return kind === 'contact' ? (context.open.contact?.number ?? thread) : (getRows(context, 'conversation')?.rows[0]?.recipient ?? thread);
}

const anonymousReason = 'Anonymous callers can’t be looked up';

/** Commands that look callers up. */
export const callerCommands: readonly Command[] = [
  command({
    id: 'callers.lookUp',
    title: 'Look up caller',
    group: 'Calls',
    keywords: ['caller', 'name', 'carrier', 'address', 'trestle', 'reverse', 'who is this', 'called'],
    icon: 'id-card',
    scopes: ['calls', 'call', 'contacts', 'contact', 'conversation', 'inbox'],
    permission: 'callers.lookup',
    detail: (context) => {
      const number = getNumber(context);
      return number === null ? null : displayPhone(number);
    },
    available: (context) => {
      const number = getNumber(context);
      if (number === null) return { reason: 'Select a call, contact or conversation first' };
      return number.startsWith('+') ? checkSingle(context) : { reason: anonymousReason };
    },
    run: async ({ context, services }) => {
      const number = getNumber(context);
      if (number === null) throw new Error('Select a call, contact or conversation first');
      return services.callers.lookUp(number);
    },
  }),
  command({
    id: 'callers.lookUpNumber',
    title: 'Look up phone number',
    group: 'Calls',
    keywords: ['caller', 'name', 'carrier', 'trestle', 'reverse', 'behind'],
    icon: 'id-card',
    scopes: ['workspace'],
    permission: 'callers.lookup',
    args: {
      number: arg.text<string>({
        label: 'Number',
        hint: '+1 212 555 0123',
        parse: (text) =>
          isCompletePhone(text)
            ? { ok: true, value: text.trim() }
            : { ok: false, error: text === 'anonymous' ? anonymousReason : 'Enter a complete phone number' },
      }),
    },
    run: async ({ args, services }) => services.callers.lookUp(args.number),
  }),
];
