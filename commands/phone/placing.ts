/** Calling from the app (spec 2.7): the number at hand, or any that is typed; and from which of our numbers. */
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone, extractDigits } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { checkSingle } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Live calls', permission: 'calls.take', ownOnly: true, icon: 'phone-outgoing' } as const;
const lineUses = { theirs: 'last used with this contact', yours: 'your last' } as const;

type Line = Context['numbers'][number];

/** Finds why a number of ours may not call, in words; null when it may. */
function findLineFault({ status, lineType }: Pick<Line, 'status' | 'lineType'>): string | null {
  if (status !== 0) return status === 1 ? 'Parked' : 'Removed';
  return lineType === 2 ? 'Fax number' : null;
}
const listLines = ({ numbers }: Context): readonly Line[] => numbers.filter((number) => findLineFault(number) === null);

/** May the person call now? What the phone itself asks for, another call, and numbers to call from. Numbers that have not come yet refuse nobody. */
function checkPhone(context: Context): Availability {
  const { inAppCallingStatus: status, inAppCallIncoming: incoming } = context.flows;
  if (!status || !incoming) return { reason: 'Not available here', isMoot: true };
  if (!status.state.startsWith('active')) return { reason: 'Turn on in-app calling first', unblock: { commandId: 'phone.toggleStatus' } };
  if (incoming.state !== 'idle' && incoming.state !== 'ended') return { reason: 'Another call is going on' };
  const accepted = checkEvent(context, 'inAppCallOutgoing', 'call.placed');
  if (accepted !== true) return accepted;
  if (!context.areNumbersHere || listLines(context).length > 0) return true;
  return { reason: context.numbers.length === 0 ? 'No numbers yet' : 'No active number can call', unblock: { commandId: 'numbers.buy' } };
}

/** The person at hand: number, name, and the number of ours they were last in touch with, where that is known. */
interface Party {
  readonly number: string;
  readonly name: string | null;
  readonly lineId: number | null;
}

interface PartyRow {
  readonly recipient: string;
  readonly contact: { readonly name: string } | null;
  readonly number: { readonly id: number };
}
const toParty = ({ recipient, contact, number }: PartyRow): Party => ({ number: recipient, name: contact?.name || null, lineId: number.id });
const toContact = ({ number, name }: { readonly number: string; readonly name: string }): Party => ({ number, name: name || null, lineId: null });

/** Finds who is at hand: the row under the cursor, else what is open. */
function findParty({ focus: { rows }, open }: Context): Party | null {
  // Several chosen rows are nobody in particular.
  if (rows && rows.count > 1) return null;
  const on = rows?.count === 1 ? rows : null;
  if (on?.kind === 'call' || on?.kind === 'activity' || on?.kind === 'liveCall' || on?.kind === 'conversation') {
    const [row] = on.rows;
    return row ? toParty(row) : null;
  }
  if (on?.kind === 'contact') return on.rows[0] ? toContact(on.rows[0]) : null;
  if (open.conversation) return toParty(open.conversation);
  if (open.call) return toParty(open.call);
  return open.contact ? toContact(open.contact) : null;
}

const destinationArg = arg.search({
  label: 'To',
  search: async (_context, services, query, signal) => {
    const found = await services.conversations.recipients(query, signal);
    return found.map(({ number, name, shown, isBlocked }) => ({
      value: number,
      id: number,
      title: name ?? shown,
      detail: name === null ? '' : shown,
      icon: name === null ? 'hash' : 'user',
      ...(isBlocked ? { reason: 'Blocked caller' } : {}),
    }));
  },
  find: async (text) => (extractDigits(text).length >= 3 && text.length <= 40 ? text : null),
  getName: (number) => displayPhone(number),
});

const lineArg = arg.search({
  label: 'From',
  search: async (context, services, query, signal, given) => {
    const words = query.trim().toLowerCase();
    const digits = extractDigits(words);
    const all = await services.conversations.senders(given.to ?? '', signal);
    return all
      .filter(({ label, number }) => label.toLowerCase().includes(words) || (digits.length > 1 && number.includes(digits)))
      .map(({ id, label, number, use }) => {
        const line = context.numbers.find((each) => each.id === id);
        const reason = line ? findLineFault(line) : null;
        return {
          value: id,
          id: String(id),
          title: formatNumberName({ label, number }),
          detail: [displayPhone(number), use && lineUses[use]].filter(Boolean).join(' · '),
          icon: 'hash',
          ...(reason === null ? {} : { reason }),
        };
      });
  },
  find: async (id) => (/^\d+$/.test(id) ? Number(id) : null),
  getName: (id, { numbers }) => numbers.find((number) => String(number.id) === id)?.label,
});

/** The number of ours a call to somebody goes out from without asking: that of the thread, else the only one; null where there is a choice. */
function findLine(context: Context, { lineId }: Party): number | null {
  const lines = listLines(context);
  if (lineId !== null && lines.some(({ id }) => id === lineId)) return lineId;
  return lines.length === 1 ? (lines[0]?.id ?? null) : null;
}

function nameLine({ numbers }: Context, numberId: number): string {
  const line = numbers.find(({ id }) => id === numberId);
  return line ? formatNumberName(line) : '';
}

/** Commands that call. */
export const placingCommands: readonly Command[] = [
  command({
    ...base,
    id: 'phone.call',
    title: 'Call from app',
    keywords: ['dial', 'ring', 'phone', 'call back', 'outbound'],
    scopes: ['inbox', 'conversation', 'calls', 'call', 'contacts', 'contact', 'activity', 'live'],
    quiet: true,
    isShown: true,
    detail: (context) => {
      const party = findParty(context);
      return party === null ? null : displayPhone(party.number);
    },
    available: (context) => {
      const party = findParty(context);
      if (party === null) return { reason: 'Select a call, contact or conversation first' };
      if (!party.number.startsWith('+')) return { reason: 'Anonymous callers can’t be called' };
      const single = checkSingle(context);
      return single === true ? checkPhone(context) : single;
    },
    run: async ({ context, services, source }) => {
      const party = findParty(context);
      if (party === null) throw new Error('Select a call, contact or conversation first');
      const numberId = findLine(context, party);
      if (numberId === null) services.palette.open({ command: { id: 'phone.dial', args: { to: party.number }, source } });
      else await services.phone.place({ numberId, line: nameLine(context, numberId), destination: party.number, name: party.name });
    },
  }),
  command({
    ...base,
    id: 'phone.dial',
    title: 'Call a number',
    keywords: ['dial', 'ring', 'phone', 'outbound', 'softphone', 'keypad'],
    scopes: ['workspace'],
    quiet: true,
    isShown: true,
    available: checkPhone,
    args: { to: destinationArg, from: lineArg },
    run: async ({ context, args, services }) =>
      services.phone.place({ numberId: args.from, line: nameLine(context, args.from), destination: args.to, name: null }),
  }),
];
