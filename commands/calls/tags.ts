/** Tags and custom fields of calls: of those selected, of the open one, and tags already while it rings. */

import { type Command, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { formatCount, getPluralNoun, getRows, getSampleNames } from '../core/rows.ts';
import type { Context, RowSet } from '../core/types.ts';
import { assignmentArg, formatAssignment, readField } from '../customFields/fieldAssignment.ts';
import { tagArg } from '../tags/tagArg.ts';

/** Calls that are meant: in the list of live calls those of it and no others, also when nobody calls; else the selected ones, else the open one. */
function callsOf(context: Context): RowSet | null {
  return context.focus.scopes.includes('live') ? getRows(context, 'liveCall') : getRows(context, 'call');
}

const idsOf = (context: Context): number[] => {
  const on = callsOf(context);
  if (!on || (on.kind !== 'call' && on.kind !== 'liveCall')) throw new Error('Select a call first');
  return on.rows.map(({ id }) => id);
};

const most = 1_000;

const someCalls = (context: Context): Availability => {
  const on = callsOf(context);
  if (!on || on.count === 0) return { reason: 'Select a call first' };
  if (on.mode === 'matching') return { reason: `Select individual ${getPluralNoun(on.kind)}; can’t run on all matching` };
  return on.count <= most || { reason: `At most ${most.toLocaleString('en-US')} calls at a time` };
};

/** Returns the review shown before several calls change. */
const look = (context: Context, sentence: string, verb: string): Review | null => {
  const on = callsOf(context);
  return on && on.count > 1
    ? {
        sentence: `${sentence} on ${formatCount(on.count, on.kind)}`,
        count: on.count,
        sample: getSampleNames(on),
        skipped: [],
        verb,
        undoNote: 'You can undo this',
      }
    : null;
};

const onCalls = { group: 'Calls', scopes: ['calls', 'call'], available: someCalls } as const;

const tagging = { ...onCalls, scopes: ['calls', 'call', 'live'], permission: 'calls.qualify' } as const;

/** Commands over tags and custom fields of calls. */
export const callMarkCommands: readonly Command[] = [
  command({
    ...tagging,
    id: 'calls.addTag',
    title: 'Add tag to call',
    keywords: ['label', 'add tag', 'source', 'topic'],
    icon: 'tag',
    args: { tag: tagArg('Which tag') },
    review: ({ context, args }) => look(context, `Add tag “${args.tag.name}”`, 'tag'),
    run: async ({ context, args, services }) => services.calls.tag(idsOf(context), args.tag, true),
  }),
  command({
    ...tagging,
    id: 'calls.removeTag',
    title: 'Remove tag from call',
    keywords: ['untag', 'remove tag', 'take'],
    icon: 'tags',
    args: { tag: tagArg('Which tag') },
    review: ({ context, args }) => look(context, `Remove tag “${args.tag.name}”`, 'untag'),
    run: async ({ context, args, services }) => services.calls.tag(idsOf(context), args.tag, false),
  }),
  command({
    ...onCalls,
    id: 'calls.setField',
    title: 'Set call custom field',
    keywords: ['attribute', 'value', 'fill in'],
    icon: 'rows',
    permission: 'customFields.set',
    typed: { verb: 'set', arg: 'assignment' },
    args: { assignment: assignmentArg },
    review: async ({ context, args, services }) => {
      await readField('Call', args.assignment, services);
      return look(context, `Sets ${formatAssignment(args.assignment)}`, 'set');
    },
    run: async ({ context, args, services }) => {
      const { field, value } = await readField('Call', args.assignment, services);
      return services.customFields.fill(field, idsOf(context), value);
    },
  }),
];
