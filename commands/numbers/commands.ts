/** The list of numbers: what it shows, and where a number leads. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { numberStatus } from '#contract/numbers/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { createTagArg } from '../tags/tagArg.ts';
import type { NumberServices } from './types.ts';

const listBase = { group: 'Numbers', scopes: ['workspace'], permission: 'numbers.read', quiet: true } as const;

const rowBase = { ...listBase, scopes: ['numbers', 'number'], rows: { kind: 'number', max: 1 } } as const;

const getNumber = (context: Context): PhoneNumber => {
  const row = getRows(context, 'number')?.rows[0];
  if (!row) throw new Error('Choose a number first');
  return row;
};

const createFilterCommand = (id: string, title: string, icon: string, keywords: readonly string[], changes: Parameters<NumberServices['filter']>[0]): Command =>
  command({
    ...listBase,
    id: `numbers.${id}`,
    title,
    icon,
    keywords: ['filter', 'lines', ...keywords],
    run: async ({ services }) => services.numbers.filter(changes),
  });

/** Commands of the list of numbers. */
export const numberCommands: readonly Command[] = [
  command({
    ...rowBase,
    id: 'numbers.open',
    title: 'Open number',
    keywords: ['detail', 'line', 'show'],
    icon: 'hash',
    run: async ({ context, services }) => services.numbers.open(getNumber(context).id),
  }),
  command({
    ...rowBase,
    id: 'numbers.openInbox',
    title: 'Open number in Inbox',
    keywords: ['conversations', 'messages', 'line'],
    icon: 'inbox',
    permission: 'conversations.read',
    run: async ({ context, services }) => services.conversations.filter({ numberIds: [getNumber(context).id] }),
  }),
  command({
    ...rowBase,
    id: 'numbers.openActivity',
    title: 'Open number in Activity',
    keywords: ['calls', 'history', 'line'],
    icon: 'activity',
    permission: 'activity.read',
    run: async ({ context, services }) => services.activity.filter({ numberIds: [getNumber(context).id] }),
  }),
  command({
    ...rowBase,
    id: 'numbers.copy',
    title: 'Copy number',
    keywords: ['clipboard', 'phone', 'DID'],
    icon: 'clipboard',
    run: async ({ context, services }) => services.clipboard.copy(getNumber(context).number, 'Number copied'),
  }),
  command({
    ...listBase,
    id: 'numbers.showTag',
    title: 'Show numbers with a tag',
    keywords: ['filter', 'lines', 'label'],
    icon: 'tag',
    args: { tag: createTagArg('Which tag') },
    run: async ({ args, services }) => services.numbers.filter({ tagId: args.tag.id }),
  }),
  createFilterCommand('showAll', 'Show all numbers', 'hash', ['clear'], { status: undefined, q: undefined, tagId: undefined }),
  createFilterCommand('showAnyStatus', 'Show numbers with any status', 'hash', ['status'], { status: undefined }),
  createFilterCommand('showActive', 'Show active numbers', 'circle-check', ['status'], { status: numberStatus.active }),
  createFilterCommand('showParked', 'Show parked numbers', 'pause', ['status', 'unused'], { status: numberStatus.parked }),
  createFilterCommand('showDeactivated', 'Show deactivated numbers', 'phone-off', ['status', 'off'], { status: numberStatus.deactivated }),
  command({
    ...listBase,
    id: 'numbers.search',
    title: 'Search numbers',
    keywords: ['filter', 'find', 'line', 'label', 'tag'],
    icon: 'search',
    args: { words: arg.words('Number, label or tag', 100) },
    run: async ({ args, services }) => services.numbers.filter({ q: args.words }),
  }),
];
