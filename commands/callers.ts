/** Looking up who is behind a number (spec 2.7). */
import { displayPhone } from '#contract/phone.ts';
import { type Command, command } from './command.ts';
import { rowsOf } from './rows.ts';
import type { Context } from './types.ts';

/** The number at hand: of the call, the contact, or the conversation. */
const numberOf = (context: Context): string | null =>
  rowsOf(context, 'call')?.rows[0]?.recipient ?? rowsOf(context, 'contact')?.rows[0]?.number ?? context.thread?.recipient ?? null;

export const callerCommands: readonly Command[] = [
  command({
    id: 'callers.lookUp',
    title: 'Look up who called',
    group: 'Calls',
    keywords: ['caller', 'name', 'carrier', 'address', 'trestle', 'reverse', 'who is this'],
    icon: 'id-card',
    scopes: ['calls', 'call', 'contacts', 'contact', 'conversation', 'inbox'],
    permission: 'callers.lookup',
    detail: (context) => {
      const number = numberOf(context);
      return number === null ? null : displayPhone(number);
    },
    available: (context) => numberOf(context) !== null || { reason: 'Choose a call, a contact or a conversation first' },
    run: async ({ context, services }) => {
      const number = numberOf(context);
      if (number === null) throw new Error('Choose a call, a contact or a conversation first');
      return services.callers.lookUp(number);
    },
  }),
];
