/** State that a pane with a table reports to commands: rows, columns, and the table itself in the commands' terms. */
import { type RefObject, useEffect } from 'react';
import type { RowKind, RowSelection, RowSet, RowTypes, Scope } from '#commands/core/types.ts';
import type { ColumnView, TableHandle as CommandTable } from '#commands/list/types.ts';
import type { SortState, TableHandle } from '../table/index.ts';
import type { ListSearch } from './ListSearch.tsx';
import { type PaneState, usePaneStates, useRegisterPane } from './paneStates.ts';

/** Data of a list pane besides its table. */
interface ListData<K extends RowKind> {
  readonly kind: K;
  /** Scopes of the pane, innermost first; `list` is added. */
  readonly scopes: readonly Scope[];
  readonly table: TableHandle<RowTypes[K]> | null;
  readonly filter?: RowSelection<K>['filter'];
  readonly sort?: SortState | null;
  /** True when its first rows are still on their way. */
  readonly isLoading?: boolean;
  /** False where it shows all its rows; undefined where that is not known. */
  readonly isFiltered?: boolean | undefined;
  /** True while it shows the rows of another filter. */
  readonly isOutdated?: boolean;
  readonly onRefresh: () => void;
  readonly onClearFilter?: () => void;
  readonly onFocusFilter?: () => void;
  readonly onPeek?: (row: RowTypes[K]) => void;
  readonly onResetColumns?: () => void;
}

function createRowSet<K extends RowKind>({ kind, table, filter }: ListData<K>): RowSet | null {
  if (!table) return null;
  const { mode, count, selectedIds } = table.snapshot();
  const selected = mode === 'matching' || selectedIds.size > 0;
  const cursor = table.cursorRow();
  const rows = selected ? table.selectedRows() : cursor === undefined ? [] : [cursor];
  const set: RowSelection<K> = {
    kind,
    rows,
    mode: selected ? (mode === 'matching' ? 'matching' : 'rows') : 'cursor',
    count: selected ? count : rows.length,
    filter,
  };
  // RowsOf<K> is the member of RowSet for K; TypeScript does not see that through the generic.
  return set as RowSelection<RowKind> as RowSet;
}

function listColumns<K extends RowKind>({ table, sort }: ListData<K>): ColumnView[] {
  return (table?.columns() ?? []).map((column) => ({
    id: column.id,
    title: column.header,
    isVisible: column.isShown,
    isHideable: column.isHideable,
    isSortable: column.isSortable,
    sorted: sort?.columnId === column.id ? sort.direction : false,
  }));
}

const steps = { next: 1, previous: -1, first: 'home', last: 'end', pageDown: 'pageDown', pageUp: 'pageUp' } as const;

function createCommandTable<K extends RowKind>(list: ListData<K>): CommandTable | null {
  const { table } = list;
  if (!table) return null;
  return {
    moveCursor: (move) => table.moveCursor(steps[move]),
    moveCell: (step) => table.moveCell(step === 'next' ? 1 : step === 'previous' ? -1 : step),
    isInCell: () => table.snapshot().cell !== null,
    extend: (step) => table.extend(steps[step]),
    toggle: () => table.toggle(),
    selectAllLoaded: () => table.selectAllLoaded(),
    selectAllMatching: () => table.selectAllMatching(),
    clearSelection: () => table.clearSelection(),
    expectRow: (id) => table.expectRow(id),
    openCursor: () => table.openCursor(),
    peek: () => {
      const row = table.cursorRow();
      if (row !== undefined) list.onPeek?.(row);
    },
    focusFilter: () => list.onFocusFilter?.(),
    clearFilter: () => list.onClearFilter?.(),
    setSort: (columnId, direction) => table.setSort({ columnId, direction }),
    setColumnVisible: (id, isVisible) => {
      if (table.columns().some((column) => column.id === id && column.isShown !== isVisible)) table.toggleColumn(id);
    },
    moveColumn: (id, step) => table.moveColumn(id, step),
    resetColumns: () => list.onResetColumns?.(),
    scrollToTop: () => table.scrollToTop(),
    refresh: list.onRefresh,
  };
}

/** Builds the state of such a pane. Escape clears a selection before anything else. */
function createListPaneState<K extends RowKind>(list: ListData<K>): PaneState {
  return {
    scopes: [...list.scopes, 'list'],
    rows: createRowSet(list),
    columns: listColumns(list),
    table: createCommandTable(list),
    isLoading: list.isLoading ?? false,
    isOutdated: list.isOutdated ?? false,
    isFiltered: list.isFiltered,
    handles: {
      back: () => {
        const chosen = list.table?.snapshot();
        if (!list.table || !chosen || (chosen.mode !== 'matching' && chosen.selectedIds.size === 0)) return false;
        list.table.clearSelection();
        return true;
      },
    },
  };
}

/** Data of a list pane besides its table, its search box, and what else the pane reports. */
interface ListPane<K extends RowKind> extends Omit<ListData<K>, 'table' | 'onFocusFilter'> {
  readonly table: RefObject<TableHandle<RowTypes[K]> | null>;
  readonly search?: ListSearch;
  /** For the path in the top line, by the row under the cursor. */
  readonly subject?: ((cursor: RowTypes[K]) => string) | undefined;
  /** State of the pane besides that of its list: flows, handles, context, or scopes of a form over the list. */
  readonly more?: Partial<PaneState> | undefined;
}

/** Tells commands what a list pane has, and hears its cursor and selection. Escape leaves the search, then lets a selection go, then takes the search away. */
export function useRegisterListPane<K extends RowKind>(paneId: string, { table, search, subject, more, ...list }: ListPane<K>): void {
  const paneStates = usePaneStates();
  useEffect(() => table.current?.subscribe(paneStates.notify), [table, paneStates]);
  useRegisterPane(paneId, () => {
    const state = createListPaneState({ ...list, table: table.current, ...(search ? { onFocusFilter: search.focus } : {}) });
    const cursor = subject && table.current?.cursorRow();
    return {
      ...state,
      ...more,
      ...(subject ? { subject: cursor === undefined ? null : subject(cursor) } : {}),
      handles: {
        ...more?.handles,
        ...(search?.move ? { searchField: { move: search.move } } : {}),
        back: () => search?.back() || (state.handles?.back?.() ?? false) || search?.clear?.() || (more?.handles?.back?.() ?? false),
      },
    };
  });
}
