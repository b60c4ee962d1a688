/** Blocked callers (spec 1.7): blocking from wherever somebody is seen, and the list of those who are blocked. */

import { formatNumberName, formatRecipientName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { BlockPlace } from './types.ts';

const writeBase = { group: 'Blocked callers', permission: 'blocks.write' } as const;

const callerBase = { ...writeBase, scopes: ['inbox', 'conversation', 'contacts', 'contact', 'activity', 'calls', 'call', 'live'] } as const;

/** Somebody outside, and the number of ours on which they were seen. */
interface SeenCaller {
  readonly target: string;
  readonly name: string;
  readonly numberId: number | null;
  readonly isBlocked: boolean | null;
}

/** Lists of calls: an empty one means no caller, not the caller open in another pane. */
const callScopes = ['activity', 'calls', 'live'] as const;

/** Returns the callers a command acts on: rows of the focused list, else the open caller. Never more than the loaded rows. */
function getCallers(context: Context): readonly SeenCaller[] {
  const { rows, scopes } = context.focus;
  const listed =
    rows?.kind === 'activity' || rows?.kind === 'conversation' || rows?.kind === 'call' || rows?.kind === 'liveCall'
      ? rows.rows
      : context.open.call && context.focus.scopes.includes('call')
        ? [context.open.call]
        : null;
  if (listed)
    return listed.map((row) => ({
      target: row.recipient,
      name: formatRecipientName(row),
      numberId: row.number.id,
      isBlocked: 'isBlocked' in row ? row.isBlocked : null,
    }));
  const contacts = rows?.kind === 'contact' ? rows.rows : null;
  if (contacts) return contacts.map(({ name, number }) => ({ target: number, name: name || displayPhone(number), numberId: null, isBlocked: null }));
  if (callScopes.some((scope) => scopes.includes(scope))) return [];
  const { conversation: thread, contact } = context.open;
  if (thread) return [{ target: thread.recipient, name: formatRecipientName(thread), numberId: thread.number.id, isBlocked: thread.isBlocked }];
  return contact ? [{ target: contact.number, name: contact.name || displayPhone(contact.number), numberId: null, isBlocked: null }] : [];
}

const getTargets = (context: Context): string[] => [...new Set(getCallers(context).map(({ target }) => target))];

const isMatching = ({ focus }: Context) => focus.rows?.mode === 'matching';

const checkBlock = (context: Context): Availability => {
  const callers = getCallers(context);
  if (callers.length === 0) return { reason: 'Select a caller first' };
  if (isMatching(context)) return { reason: 'Select individual callers; can’t run on all matching' };
  if (callers.some(({ target }) => target === 'anonymous')) return { reason: 'Anonymous callers can’t be blocked' };
  return !callers.every(({ isBlocked }) => isBlocked === true) || { reason: 'Already blocked', unblock: { commandId: 'callers.unblock' } };
};

const placeArg = arg.list({
  label: 'Where',
  options: ({ numbers }: Context) => [
    { value: 'everywhere' as BlockPlace, id: 'everywhere', title: 'All numbers', detail: 'all numbers', icon: 'ban' },
    ...numbers.map((number) => ({
      value: { numberId: number.id } as BlockPlace,
      id: String(number.id),
      title: formatNumberName(number),
      detail: displayPhone(number.number),
      icon: 'hash',
    })),
  ],
});

/** The numbers in a pasted text: one a line, or parted by commas or semicolons; at most 1,000. */
export function parseNumbers(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const maxWithoutReview = 20;

const blockingCommands: readonly Command[] = [
  command({
    ...callerBase,
    id: 'callers.block',
    title: 'Block caller',
    keywords: ['spam', 'reject', 'ban', 'everywhere', 'number'],
    icon: 'ban',
    available: checkBlock,
    detail: (context) => getCallers(context)[0]?.name ?? null,
    review: ({ context }) => {
      const callers = getCallers(context);
      if (callers.length <= maxWithoutReview) return null;
      return {
        sentence: `Block ${callers.length} callers on all numbers`,
        count: callers.length,
        sample: callers.slice(0, 3).map(({ name }) => name),
        skipped: [],
        verb: 'block',
        undoNote: 'You can undo this',
      };
    },
    run: async ({ context, services }) => services.blocks.block(getTargets(context), 'everywhere'),
  }),
  command({
    ...callerBase,
    id: 'callers.blockHere',
    title: 'Block caller on this number only',
    keywords: ['spam', 'reject', 'ban', 'line'],
    icon: 'ban',
    available: (context) => {
      const [caller] = getCallers(context);
      return caller && caller.numberId === null ? { reason: 'No tracking number for this contact. Block on all numbers instead.' } : checkBlock(context);
    },
    run: async ({ context, services }) => {
      const [caller] = getCallers(context);
      if (!caller || caller.numberId === null) throw new Error('Select a caller first');
      return services.blocks.block([caller.target], { numberId: caller.numberId });
    },
  }),
  command({
    ...callerBase,
    id: 'callers.unblock',
    title: 'Unblock caller',
    keywords: ['allow', 'spam', 'let through'],
    icon: 'undo',
    available: (context) => {
      const [caller] = getCallers(context);
      if (!caller) return { reason: 'Select a caller first' };
      return caller.isBlocked !== false || { reason: 'This caller is not blocked', unblock: { commandId: 'callers.block' } };
    },
    run: async ({ context, services }) => {
      const [caller] = getCallers(context);
      if (!caller) throw new Error('Select a caller first');
      return services.blocks.unblockCaller(caller.target, caller.numberId);
    },
  }),
];

const listCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'blocks.add',
    title: 'Block number',
    keywords: ['new', 'add', 'spam', 'reject'],
    icon: 'plus',
    scopes: ['workspace'],
    args: {
      target: arg.words('Phone number', 40),
      place: placeArg,
    },
    run: async ({ args, services }) => services.blocks.block([args.target], args.place),
  }),
  command({
    ...writeBase,
    id: 'blocks.paste',
    title: 'Block multiple numbers',
    keywords: ['paste', 'import', 'many', 'spam', 'bulk'],
    icon: 'clipboard',
    scopes: ['workspace'],
    args: {
      targets: arg.text({
        label: 'Phone numbers',
        hint: 'Separate with commas or new lines. Up to 1,000; invalid entries are skipped.',
        parse: (text) => {
          const targets = parseNumbers(text);
          if (targets.length === 0) return { ok: false, error: 'Enter at least one number' };
          return targets.length <= 1_000 ? { ok: true, value: targets } : { ok: false, error: 'Up to 1,000 numbers at a time' };
        },
      }),
      place: placeArg,
    },
    review: ({ args }) => ({
      sentence: `Blocks ${args.targets.length === 1 ? '1 number' : `${args.targets.length.toLocaleString('en-US')} numbers`}${args.place === 'everywhere' ? ' everywhere' : ' on one number'}`,
      count: args.targets.length,
      sample: args.targets.slice(0, 3),
      skipped: [],
      verb: 'block',
      undoNote: 'You can undo this',
    }),
    run: async ({ args, services }) => services.blocks.block(args.targets, args.place),
  }),
  command({
    ...writeBase,
    id: 'blocks.remove',
    title: 'Unblock',
    keywords: ['allow', 'remove', 'delete', 'let through'],
    icon: 'undo',
    scopes: ['blocks'],
    rows: 'block',
    review: ({ context }) => {
      const on = getRows(context, 'block');
      if (!on || on.count <= maxWithoutReview) return null;
      return {
        sentence: `Unblock ${formatCount(on.count, 'block')}`,
        count: on.count,
        sample: getSampleNames(on),
        skipped: [],
        verb: 'unblock',
        undoNote: 'You can undo this',
      };
    },
    run: async ({ context, services }) => {
      const on = getRows(context, 'block');
      if (!on) throw new Error('Select a blocked caller first');
      const outcome = await services.blocks.remove(on);
      if (on.mode !== 'cursor') services.table?.clearSelection();
      return outcome;
    },
  }),
  command({
    group: 'Blocked callers',
    id: 'blocks.search',
    title: 'Search blocked callers',
    keywords: ['filter', 'find'],
    icon: 'search',
    scopes: ['workspace'],
    permission: 'blocks.read',
    quiet: true,
    args: { words: arg.words('Name or phone', 100) },
    run: async ({ args, services }) => services.blocks.filter(args.words),
  }),
  command({
    group: 'Blocked callers',
    id: 'blocks.showAll',
    title: 'Show all blocked callers',
    keywords: ['clear', 'filter'],
    icon: 'ban',
    scopes: ['workspace'],
    permission: 'blocks.read',
    quiet: true,
    run: async ({ services }) => services.blocks.filter(undefined),
  }),
];

/** Commands over callers who are to be heard no more. */
export const blockCommands: readonly Command[] = [...blockingCommands, ...listCommands];
