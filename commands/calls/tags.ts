/** Tags and custom fields of calls: of those selected, of the open one, and tags already while it rings. */

import { type Command, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { formatCount, getPluralNoun, getRows, getSampleNames } from '../core/rows.ts';
import type { Context, RowSet } from '../core/types.ts';
import { assignmentArg, formatAssignment, loadField } from '../customFields/fieldAssignment.ts';
import { createTagArg } from '../tags/tagArg.ts';

/** Calls that are meant: in the list of live calls those of it and no others, also when nobody calls; else the selected ones, else the open one. */
function getCalls(context: Context): RowSet | null {
  return context.focus.scopes.includes('live') ? getRows(context, 'liveCall') : getRows(context, 'call');
}

const getCallIds = (context: Context): number[] => {
  const on = getCalls(context);
  if (!on || (on.kind !== 'call' && on.kind !== 'liveCall')) throw new Error('Select a call first');
  return on.rows.map(({ id }) => id);
};

const maxCalls = 1_000;

const checkCalls = (context: Context): Availability => {
  const on = getCalls(context);
  if (!on || on.count === 0) return { reason: 'Select a call first' };
  if (on.mode === 'matching') return { reason: `Select individual ${getPluralNoun(on.kind)}; can’t run on all matching` };
  return on.count <= maxCalls || { reason: `At most ${maxCalls.toLocaleString('en-US')} calls at a time` };
};

/** Returns the review shown before several calls change. */
const createReview = (context: Context, sentence: string, verb: string): Review | null => {
  const on = getCalls(context);
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

const callsBase = { group: 'Calls', scopes: ['calls', 'call'], available: checkCalls } as const;

const tagBase = { ...callsBase, scopes: ['calls', 'call', 'live'], permission: 'calls.qualify' } as const;

/** Commands over tags and custom fields of calls. */
export const callMarkCommands: readonly Command[] = [
  command({
    ...tagBase,
    id: 'calls.addTag',
    title: 'Add tag to call',
    keywords: ['label', 'add tag', 'source', 'topic'],
    icon: 'tag',
    args: { tag: createTagArg('Which tag', true) },
    review: ({ context, args }) => createReview(context, `Add tag “${args.tag.name}”`, 'tag'),
    run: async ({ context, args, services }) => services.calls.tag(getCallIds(context), args.tag, true),
  }),
  command({
    ...tagBase,
    id: 'calls.removeTag',
    title: 'Remove tag from call',
    keywords: ['untag', 'remove tag', 'take'],
    icon: 'tags',
    args: { tag: createTagArg('Which tag') },
    review: ({ context, args }) => createReview(context, `Remove tag “${args.tag.name}”`, 'untag'),
    run: async ({ context, args, services }) => services.calls.tag(getCallIds(context), args.tag, false),
  }),
  command({
    ...callsBase,
    id: 'calls.setField',
    title: 'Set call custom field',
    keywords: ['attribute', 'value', 'fill in'],
    icon: 'rows',
    permission: 'customFields.set',
    typed: { verb: 'set', arg: 'assignment' },
    args: { assignment: assignmentArg },
    review: async ({ context, args, services }) => {
      await loadField('Call', args.assignment, services);
      return createReview(context, `Sets ${formatAssignment(args.assignment)}`, 'set');
    },
    run: async ({ context, args, services }) => {
      const { field, value } = await loadField('Call', args.assignment, services);
      return services.customFields.fill(field, getCallIds(context), value);
    },
  }),
];
