/** Changing numbers: one, some, or all that match. What a change over many will do is asked of the server first, and all of it is taken back with `z`. */

import { formatDollars } from '#contract/core/money.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { countChanging, formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context, RowSelection } from '../core/types.ts';
import { type Assignment, assignmentArg, formatAssignment, loadField } from '../customFields/fieldAssignment.ts';
import { createTagArg } from '../tags/tagArg.ts';
import type { NumberSet } from './types.ts';

const editBase = { group: 'Numbers', scopes: ['numbers', 'number'] } as const;

const writeBase = { ...editBase, permission: 'numbers.write', rows: { kind: 'number', matching: true } } as const;

const undoNote = 'You can undo this';

const getNumbers = (context: Context): RowSelection<'number'> => {
  const on = getRows(context, 'number');
  if (!on) throw new Error('Select a number first');
  return on;
};

const getFirstNumber = (context: Context) => {
  const [row] = getNumbers(context).rows;
  if (!row) throw new Error('Select a number first');
  return row;
};

/** Previews a change over several numbers, as counted by the server: `sentence` is of those that change ("Add tag “Ads” to"). Null for one. */
async function createReview(on: RowSelection<'number'>, set: NumberSet, sentence: string, verb: string, services: Services): Promise<Review | null> {
  if (on.mode !== 'matching' && on.count === 1) return null;
  const { skipped } = await services.numbers.preview(on, set);
  return {
    sentence: `${sentence} ${formatCount(countChanging(on.count, skipped), 'number')}`,
    count: on.count,
    sample: getSampleNames(on),
    skipped,
    verb,
    undoNote,
  };
}

type CommandText = Pick<CommandDefinition<Record<never, never>>, 'id' | 'title' | 'keywords' | 'icon' | 'available'>;

const createSwitchCommand = (words: CommandText, set: NumberSet): Command =>
  command({
    ...writeBase,
    ...words,
    review: ({ context, services }) => {
      const sentence = words.title.endsWith(' number') ? words.title.slice(0, -' number'.length) : `${words.title} for`;
      return createReview(getNumbers(context), set, sentence, 'change', services);
    },
    run: async ({ context, services }) => services.numbers.change(getNumbers(context), set, words.title),
  });

/** Not for rows that all are so already. */
const checkUnless =
  (already: (row: RowSelection<'number'>['rows'][number]) => boolean, reason: string) =>
  (context: Context): Availability => {
    const on = getRows(context, 'number');
    return !on || on.mode === 'matching' || !on.rows.every(already) || { reason };
  };

const switchCommands: readonly Command[] = [
  createSwitchCommand(
    {
      id: 'numbers.park',
      title: 'Park number',
      keywords: ['pause', 'unused', 'status'],
      icon: 'pause',
      available: checkUnless((row) => row.status === 1, 'Already parked'),
    },
    { status: 1 },
  ),
  createSwitchCommand(
    {
      id: 'numbers.activate',
      title: 'Activate number',
      keywords: ['unpark', 'status', 'make'],
      icon: 'circle-check',
      available: checkUnless((row) => row.status === 0, 'Already active'),
    },
    { status: 0 },
  ),
  createSwitchCommand(
    {
      id: 'numbers.transcriptionOn',
      title: 'Turn on call transcription',
      keywords: ['record', 'words'],
      icon: 'mic',
      available: checkUnless((row) => row.callTranscriptionEnabled, 'Already on'),
    },
    { callTranscriptionEnabled: true },
  ),
  createSwitchCommand(
    {
      id: 'numbers.transcriptionOff',
      title: 'Turn off call transcription',
      keywords: ['record', 'words'],
      icon: 'mic',
      available: checkUnless((row) => !row.callTranscriptionEnabled, 'Already off'),
    },
    { callTranscriptionEnabled: false },
  ),
  createSwitchCommand(
    {
      id: 'numbers.smsOn',
      title: 'Turn on texting',
      keywords: ['SMS', 'messages', 'texts'],
      icon: 'message',
      available: checkUnless((row) => row.smsEnabled, 'Already on'),
    },
    { smsEnabled: true },
  ),
  createSwitchCommand(
    {
      id: 'numbers.smsOff',
      title: 'Turn off texting',
      keywords: ['SMS', 'messages', 'texts'],
      icon: 'message',
      available: checkUnless((row) => !row.smsEnabled, 'Already off'),
    },
    { smsEnabled: false },
  ),
];

/** Converts an assignment into the change it makes to numbers. */
async function toNumberSet(assignment: Assignment, services: Services): Promise<NumberSet> {
  const { field, value } = await loadField('Number', assignment, services);
  return { field: { attributeId: field.id, ...(value === null ? {} : { value }) } };
}

const labelCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'numbers.label',
    title: 'Edit number label',
    keywords: ['rename', 'name', 'edit', 'change'],
    icon: 'pencil',
    args: { label: arg.words('Label', 100, (context) => getRows(context, 'number')?.rows[0]?.label) },
    review: ({ context, args, services }) => createReview(getNumbers(context), { label: args.label }, `Set label “${args.label}” on`, 'label', services),
    run: async ({ context, args, services }) => services.numbers.change(getNumbers(context), { label: args.label }, 'Change the label'),
  }),
  command({
    ...writeBase,
    id: 'numbers.addTag',
    title: 'Add tag to number',
    keywords: ['label', 'add tag', 'campaign'],
    icon: 'tag',
    args: { tag: createTagArg('Which tag', true) },
    review: ({ context, args, services }) => createReview(getNumbers(context), { addTags: [args.tag.id] }, `Add tag “${args.tag.name}” to`, 'tag', services),
    run: async ({ context, args, services }) => services.numbers.change(getNumbers(context), { addTags: [args.tag.id] }, `Tag ${args.tag.name}`),
  }),
  command({
    ...writeBase,
    id: 'numbers.removeTag',
    title: 'Remove tag from number',
    keywords: ['untag', 'remove tag', 'take'],
    icon: 'tags',
    args: { tag: createTagArg('Which tag') },
    review: ({ context, args, services }) =>
      createReview(getNumbers(context), { removeTags: [args.tag.id] }, `Remove tag “${args.tag.name}” from`, 'untag', services),
    run: async ({ context, args, services }) => services.numbers.change(getNumbers(context), { removeTags: [args.tag.id] }, `Remove ${args.tag.name}`),
  }),
  command({
    ...writeBase,
    id: 'numbers.setField',
    title: 'Set number custom field',
    keywords: ['attribute', 'value', 'region', 'fill in'],
    icon: 'rows',
    typed: { verb: 'set', arg: 'assignment' },
    args: { assignment: assignmentArg },
    review: async ({ context, args, services }) => {
      const set = await toNumberSet(args.assignment, services);
      return createReview(getNumbers(context), set, `Sets ${formatAssignment(args.assignment)} on`, 'set', services);
    },
    run: async ({ context, args, services }) =>
      services.numbers.change(getNumbers(context), await toNumberSet(args.assignment, services), `Set ${formatAssignment(args.assignment)}`),
  }),
];

/** Lists the data removed together with numbers, as a list that follows "Removes …". */
async function createRemovalReview(on: RowSelection<'number'>, services: Services): Promise<Review> {
  const impact = await services.numbers.impact(on);
  const parts = [
    [impact.openConversations, 'open conversations lose their number'],
    [impact.calls30Days, 'calls in the last 30 days'],
    [impact.waitingMessages, 'scheduled messages won’t be sent'],
    [impact.forwardedFrom, 'numbers forward to them'],
    [impact.triggers, 'triggers stop'],
  ] as const;
  return {
    sentence: `Removes ${formatCount(on.count, 'number')}: calls stop immediately${impact.monthlyCost > 0 ? `, ${formatDollars(impact.monthlyCost)} per month less` : ''}`,
    count: on.count,
    sample: impact.sample,
    skipped: parts.flatMap(([count, reason]) => (count > 0 ? [{ count, reason }] : [])),
    verb: 'remove',
    undoNote: 'You can undo this for 24 hours',
    dangerous: true,
  };
}

const otherCommands: readonly Command[] = [
  command({
    ...editBase,
    id: 'numbers.remove',
    title: 'Remove numbers',
    keywords: ['delete', 'cancel', 'release', 'deactivate'],
    icon: 'trash',
    permission: 'numbers.buy',
    rows: { kind: 'number', matching: true },
    available: checkUnless((row) => row.status === 2, 'Already removed'),
    review: ({ context, services }) => createRemovalReview(getNumbers(context), services),
    run: async ({ context, services }) => {
      const on = getNumbers(context);
      const outcome = await services.numbers.remove(on);
      if (on.mode !== 'cursor') services.table?.clearSelection();
      return outcome;
    },
  }),
  command({
    ...editBase,
    id: 'numbers.rotate',
    title: 'Rotate number',
    keywords: ['swap', 'replace', 'spam label', 'new number'],
    icon: 'refresh',
    permission: 'numbers.buy',
    rows: { kind: 'number', max: 1 },
    available: checkUnless((row) => row.status === 2, 'This number was removed'),
    review: ({ context }) => ({
      sentence: `Replace ${displayPhone(getFirstNumber(context).number)} with a new number in the same area code`,
      count: 1,
      sample: [getFirstNumber(context).label],
      skipped: [],
      verb: 'rotate',
      undoNote: 'Label, tags and history are kept. The old number stops working. This can’t be undone.',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.numbers.rotate(getFirstNumber(context)),
  }),
];

/** Commands that change numbers. */
export const numberEditCommands: readonly Command[] = [...switchCommands, ...labelCommands, ...otherCommands];
