/** Moving, selecting, sorting and columns: the same in every list. */

import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { formatCount } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { ColumnView, TableHandle } from './types.ts';

type More = Pick<CommandDefinition<Record<never, never>>, 'available' | 'repeats' | 'opensField' | 'detail'>;

const does = (id: string, title: string, icon: string, keywords: readonly string[], run: (table: TableHandle) => void, more: More = {}): Command =>
  command({
    ...more,
    id: `list.${id}`,
    title,
    group: 'List',
    keywords,
    icon,
    scopes: ['list'],
    quiet: true,
    run: async ({ services: { table } }) => {
      if (table) run(table);
    },
  });

const again = { repeats: true };

const onRow = { available: ({ focus }: Context) => focus.rows !== null || { reason: 'The list is empty' } };

const moving: readonly Command[] = [
  does('next', 'Next row', 'arrow-down', ['down', 'move'], (table) => table.moveCursor('next'), again),
  does('previous', 'Previous row', 'arrow-up', ['up', 'move'], (table) => table.moveCursor('previous'), again),
  does('first', 'First row', 'arrow-up', ['top', 'home'], (table) => table.moveCursor('first')),
  does('last', 'Last row', 'arrow-down', ['bottom', 'end'], (table) => table.moveCursor('last')),
  // In a row, Home and End are its first and last cell, as in every grid; without an active cell they are those of the list.
  does('home', 'First row or cell', 'arrow-up', ['home'], (table) => (table.isInCell() ? table.moveCell('first') : table.moveCursor('first'))),
  does('end', 'Last row or cell', 'arrow-down', ['end'], (table) => (table.isInCell() ? table.moveCell('last') : table.moveCursor('last'))),
  does('nextCell', 'Next cell', 'chevron-right', ['column', 'right'], (table) => table.moveCell('next'), { ...onRow, ...again }),
  does('previousCell', 'Previous cell', 'arrow-left', ['column', 'left'], (table) => table.moveCell('previous'), { ...onRow, ...again }),
  does('pageDown', 'Page down', 'arrow-down', ['scroll'], (table) => table.moveCursor('pageDown'), again),
  does('pageUp', 'Page up', 'arrow-up', ['scroll'], (table) => table.moveCursor('pageUp'), again),
  does('open', 'Open row', 'enter', ['enter', 'show'], (table) => table.openCursor(), onRow),
  does('peek', 'Peek', 'eye', ['preview', 'quick look'], (table) => table.peek(), onRow),
  does('top', 'Scroll to top', 'arrow-up', ['newest'], (table) => table.scrollToTop()),
  does('refresh', 'Refresh list', 'refresh', ['reload', 'update'], (table) => table.refresh()),
];

const selecting: readonly Command[] = [
  does('select', 'Toggle row selection', 'check', ['mark', 'toggle'], (table) => table.toggle(), onRow),
  does('extendDown', 'Extend selection down', 'arrow-down', ['range', 'shift'], (table) => table.extend('next'), { ...onRow, ...again }),
  does('extendUp', 'Extend selection up', 'arrow-up', ['range', 'shift'], (table) => table.extend('previous'), { ...onRow, ...again }),
  does('selectLoaded', 'Select all loaded rows', 'list-checks', ['everything', 'all'], (table) => table.selectAllLoaded(), onRow),
  does('selectMatching', 'Select all matching rows', 'check-check', ['everything', 'all', 'bulk'], (table) => table.selectAllMatching(), onRow),
  does('selectNone', 'Clear selection', 'x', ['clear', 'unselect', 'none'], (table) => table.clearSelection(), {
    available: ({ focus }) => (focus.rows !== null && focus.rows.mode !== 'cursor') || { reason: 'No rows selected' },
    detail: ({ focus }) => (focus.rows && focus.rows.mode !== 'cursor' ? formatCount(focus.rows.count, focus.rows.kind) : null),
  }),
  does('focusFilter', 'Filter list', 'filter', ['search', 'find', 'narrow'], (table) => table.focusFilter(), { opensField: true }),
  does('clearFilter', 'Clear filter', 'x', ['reset', 'all rows'], (table) => table.clearFilter()),
];

const columnArg = (label: string, counts: (column: ColumnView) => boolean) =>
  arg.list({
    label,
    options: ({ focus }: Context) => focus.columns.filter(counts).map((column) => ({ value: column, id: column.id, title: column.title })),
  });

const anyColumn =
  (counts: (column: ColumnView) => boolean, reason: string) =>
  ({ focus }: Context) =>
    focus.columns.some(counts) || { reason };

const hasColumns = { group: 'List', scopes: ['list'], quiet: true } as const;

const isHidden = (column: ColumnView) => !column.isVisible;

const columns: readonly Command[] = [
  command({
    ...hasColumns,
    id: 'list.sort',
    title: 'Sort list',
    keywords: ['order', 'arrange'],
    icon: 'chevrons-up-down',
    available: anyColumn((column) => column.isSortable, 'This list can’t be sorted'),
    args: {
      column: columnArg('Column', (column) => column.isSortable),
      direction: arg.one('Direction', ['asc', 'desc'], { asc: 'Ascending', desc: 'Descending' }),
    },
    run: async ({ args, services }) => services.table?.setSort(args.column.id, args.direction),
  }),
  command({
    ...hasColumns,
    id: 'list.showColumn',
    title: 'Show column',
    keywords: ['add'],
    icon: 'columns',
    available: anyColumn(isHidden, 'All columns are shown'),
    args: { column: columnArg('Column', isHidden) },
    run: async ({ args, services }) => services.table?.setColumnVisible(args.column.id, true),
  }),
  command({
    ...hasColumns,
    id: 'list.hideColumn',
    title: 'Hide column',
    keywords: ['remove'],
    icon: 'columns',
    available: anyColumn((column) => column.isVisible, 'This list has no columns to hide'),
    args: { column: columnArg('Column', (column) => column.isVisible) },
    run: async ({ args, services }) => services.table?.setColumnVisible(args.column.id, false),
  }),
  command({
    ...hasColumns,
    id: 'list.moveColumn',
    title: 'Move column',
    keywords: ['reorder', 'arrange'],
    icon: 'columns',
    available: anyColumn((column) => column.isVisible, 'This list has no columns to move'),
    args: {
      column: columnArg('Column', (column) => column.isVisible),
      direction: arg.one('Direction', ['left', 'right'], { left: 'To the left', right: 'To the right' }),
    },
    run: async ({ args, services }) => services.table?.moveColumn(args.column.id, args.direction === 'left' ? -1 : 1),
  }),
  does('resetColumns', 'Reset columns', 'rotate-ccw', ['reset', 'default', 'put', 'back'], (table) => table.resetColumns(), {
    available: anyColumn(() => true, 'Columns are already at default'),
  }),
];

export const listCommands: readonly Command[] = [...moving, ...selecting, ...columns];
