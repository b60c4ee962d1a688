/** Tags of the company: making, changing and deleting them. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const getTag = (context: Context) => {
  const row = getRows(context, 'tag')?.rows[0];
  if (!row) throw new Error('Select a tag first');
  return row;
};

const tagBase = { group: 'Numbers', scopes: ['tags'], permission: 'numbers.write', rows: { kind: 'tag', max: 1 } } as const;

/** Commands over tags. */
export const tagCommands: readonly Command[] = [
  command({
    group: 'Numbers',
    id: 'tags.create',
    title: 'Create tag',
    keywords: ['new', 'add'],
    icon: 'tag',
    scopes: ['workspace'],
    permission: 'numbers.write',
    args: { name: arg.words('Name', 60) },
    run: async ({ args, services }) => services.tags.create(args.name),
  }),
  command({
    ...tagBase,
    id: 'tags.rename',
    title: 'Rename tag',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { name: arg.words('Name', 60, (context) => getRows(context, 'tag')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.tags.rename(getTag(context), args.name),
  }),
  command({
    ...tagBase,
    id: 'tags.delete',
    title: 'Delete tag',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Delete tag “${getTag(context).name}” and remove it from ${formatCount(getTag(context).numbers, 'number')}`,
      count: 1,
      sample: [getTag(context).name],
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.tags.remove(getTag(context)),
  }),
];
