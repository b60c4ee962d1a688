/** Moving, selecting, sorting and columns: the same in every list. */

import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { formatCount } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { ColumnView, TableHandle } from './types.ts';

type CommandExtras = Pick<CommandDefinition<Record<never, never>>, 'available' | 'repeats' | 'opensField' | 'detail'>;

const createTableCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: (table: TableHandle) => void,
  more: CommandExtras = {},
): Command =>
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

const repeatable = { repeats: true };

const rowCheck = { available: ({ focus }: Context) => focus.rows !== null || { reason: 'The list is empty' } };

const moveCommands: readonly Command[] = [
  createTableCommand('next', 'Next row', 'arrow-down', ['down', 'move'], (table) => table.moveCursor('next'), repeatable),
  createTableCommand('previous', 'Previous row', 'arrow-up', ['up', 'move'], (table) => table.moveCursor('previous'), repeatable),
  createTableCommand('first', 'First row', 'arrow-up', ['top', 'home'], (table) => table.moveCursor('first')),
  createTableCommand('last', 'Last row', 'arrow-down', ['bottom', 'end'], (table) => table.moveCursor('last')),
  // In a row, Home and End are its first and last cell, as in every grid; without an active cell they are those of the list.
  createTableCommand('home', 'First row or cell', 'arrow-up', ['home'], (table) => (table.isInCell() ? table.moveCell('first') : table.moveCursor('first'))),
  createTableCommand('end', 'Last row or cell', 'arrow-down', ['end'], (table) => (table.isInCell() ? table.moveCell('last') : table.moveCursor('last'))),
  createTableCommand('nextCell', 'Next cell', 'chevron-right', ['column', 'right'], (table) => table.moveCell('next'), { ...rowCheck, ...repeatable }),
  createTableCommand('previousCell', 'Previous cell', 'arrow-left', ['column', 'left'], (table) => table.moveCell('previous'), { ...rowCheck, ...repeatable }),
  createTableCommand('pageDown', 'Page down', 'arrow-down', ['scroll'], (table) => table.moveCursor('pageDown'), repeatable),
  createTableCommand('pageUp', 'Page up', 'arrow-up', ['scroll'], (table) => table.moveCursor('pageUp'), repeatable),
  createTableCommand('open', 'Open row', 'enter', ['enter', 'show'], (table) => table.openCursor(), rowCheck),
  createTableCommand('peek', 'Peek', 'eye', ['preview', 'quick look'], (table) => table.peek(), rowCheck),
  createTableCommand('top', 'Scroll to top', 'arrow-up', ['newest'], (table) => table.scrollToTop()),
  createTableCommand('refresh', 'Refresh list', 'refresh', ['reload', 'update'], (table) => table.refresh()),
];

const selectCommands: readonly Command[] = [
  createTableCommand('select', 'Toggle row selection', 'check', ['mark', 'toggle'], (table) => table.toggle(), rowCheck),
  createTableCommand('extendDown', 'Extend selection down', 'arrow-down', ['range', 'shift'], (table) => table.extend('next'), { ...rowCheck, ...repeatable }),
  createTableCommand('extendUp', 'Extend selection up', 'arrow-up', ['range', 'shift'], (table) => table.extend('previous'), { ...rowCheck, ...repeatable }),
  createTableCommand('selectLoaded', 'Select all loaded rows', 'list-checks', ['everything', 'all'], (table) => table.selectAllLoaded(), rowCheck),
  createTableCommand(
    'selectMatching',
    'Select all matching rows',
    'check-check',
    ['everything', 'all', 'bulk'],
    (table) => table.selectAllMatching(),
    rowCheck,
  ),
  createTableCommand('selectNone', 'Clear selection', 'x', ['clear', 'unselect', 'none'], (table) => table.clearSelection(), {
    available: ({ focus }) => (focus.rows !== null && focus.rows.mode !== 'cursor') || { reason: 'No rows selected' },
    detail: ({ focus }) => (focus.rows && focus.rows.mode !== 'cursor' ? formatCount(focus.rows.count, focus.rows.kind) : null),
  }),
  createTableCommand('focusFilter', 'Filter list', 'filter', ['search', 'find', 'narrow'], (table) => table.focusFilter(), { opensField: true }),
  createTableCommand('clearFilter', 'Clear filter', 'x', ['reset', 'all rows'], (table) => table.clearFilter(), {
    available: ({ focus }) => focus.isFiltered !== false || { reason: 'No filter is on' },
  }),
];

const createColumnArg = (label: string, counts: (column: ColumnView) => boolean) =>
  arg.list({
    label,
    options: ({ focus }: Context) => focus.columns.filter(counts).map((column) => ({ value: column, id: column.id, title: column.title })),
  });

const checkColumns =
  (counts: (column: ColumnView) => boolean, reason: string) =>
  ({ focus }: Context) =>
    focus.columns.some(counts) || { reason };

const columnBase = { group: 'List', scopes: ['list'], quiet: true } as const;

const isHidden = (column: ColumnView) => !column.isVisible;
const canHide = (column: ColumnView) => column.isVisible && column.isHideable;

const columnCommands: readonly Command[] = [
  command({
    ...columnBase,
    id: 'list.sort',
    title: 'Sort list',
    keywords: ['order', 'arrange'],
    icon: 'chevrons-up-down',
    available: checkColumns((column) => column.isSortable, 'This list can’t be sorted'),
    args: {
      column: createColumnArg('Column', (column) => column.isSortable),
      direction: arg.one('Direction', ['asc', 'desc'], { asc: 'Ascending', desc: 'Descending' }),
    },
    run: async ({ args, services }) => services.table?.setSort(args.column.id, args.direction),
  }),
  command({
    ...columnBase,
    id: 'list.showColumn',
    title: 'Show column',
    keywords: ['add'],
    icon: 'columns',
    available: checkColumns(isHidden, 'All columns are shown'),
    args: { column: createColumnArg('Column', isHidden) },
    run: async ({ args, services }) => services.table?.setColumnVisible(args.column.id, true),
  }),
  command({
    ...columnBase,
    id: 'list.hideColumn',
    title: 'Hide column',
    keywords: ['remove'],
    icon: 'columns',
    available: checkColumns(canHide, 'This list has no columns to hide'),
    args: { column: createColumnArg('Column', canHide) },
    run: async ({ args, services }) => services.table?.setColumnVisible(args.column.id, false),
  }),
  command({
    ...columnBase,
    id: 'list.moveColumn',
    title: 'Move column',
    keywords: ['reorder', 'arrange'],
    icon: 'columns',
    available: checkColumns((column) => column.isVisible, 'This list has no columns to move'),
    args: {
      column: createColumnArg('Column', (column) => column.isVisible),
      direction: arg.one('Direction', ['left', 'right'], { left: 'To the left', right: 'To the right' }),
    },
    run: async ({ args, services }) => services.table?.moveColumn(args.column.id, args.direction === 'left' ? -1 : 1),
  }),
  createTableCommand('resetColumns', 'Reset columns', 'rotate-ccw', ['reset', 'default', 'put', 'back'], (table) => table.resetColumns(), {
    available: checkColumns(() => true, 'Columns are already at default'),
  }),
];

export const listCommands: readonly Command[] = [...moveCommands, ...selectCommands, ...columnCommands];
