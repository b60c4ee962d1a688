import { type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLatest } from '../ui/useLatest.ts';
import { getOrder, moveColumn, plainLayout, toggleColumn } from './columns.ts';
import type { CursorStep, RowId, TableController, TableSnapshot } from './controller.ts';
import type { TableHandle, TableProps } from './types.ts';

/** Functions of the rows view: bring the cursor into view, draw the changes deferred while scrolling, count the rows at the top that came above and were never on screen. */
export type RowsActions = { reveal: () => void; rest: () => void; countUnseen: () => number };
type Parts = { controller: TableController; grid: RefObject<HTMLDivElement | null>; actions: RefObject<RowsActions | undefined> };

/** The columns of a table as menus and the palette list them. */
function listColumns<Row>({ columns, layout = plainLayout }: TableProps<Row>): ReturnType<TableHandle<Row>['columns']> {
  return getOrder(columns, layout).flatMap((id) => {
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) return [];
    return [{ id, header: column.header, isShown: !layout.hidden.includes(id), isHideable: column.hideable !== false, isSortable: column.sortable === true }];
  });
}

/** The width in pixels after a column is made wider by so many; from the one on screen when it has none of its own. */
function computeColumnWidth<Row>({ columns, layout = plainLayout }: TableProps<Row>, grid: HTMLElement | null, id: string, by: number): number {
  const column = columns.find((candidate) => candidate.id === id);
  const at =
    columns.length === 0
      ? -1
      : getOrder(columns, layout)
          .filter((other) => !layout.hidden.includes(other))
          .indexOf(id);
  const onScreen = grid?.querySelectorAll('[role="columnheader"]')[at]?.getBoundingClientRect().width;
  return Math.round(Math.max(column?.min ?? 48, (layout.widths[id] ?? onScreen ?? column?.width ?? 0) + by));
}

/** Clears the selection when the filter changes, and keeps it in another order; called before the rows are taken over, which may come in the same step. */
export function useFilterReset(controller: TableController, filterKey: string | undefined, fresh: string): void {
  const shown = useRef({ filterKey, fresh });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { filterKey, fresh };
    if (before.filterKey !== filterKey) controller.resetForFilter();
    else if (before.fresh !== fresh) controller.resetForOrder();
  }, [filterKey, fresh, controller]);
}

/** Makes the handle of a table and gives it to its ref; it stays the same object for the table's life. */
export function useTableHandle<Row>(props: TableProps<Row>, { controller, grid, actions }: Parts): TableHandle<Row> {
  const latest = useLatest(props);
  const handle = useMemo<TableHandle<Row>>(() => {
    const now = () => latest.current;
    const rowAt = (index: number): Row | undefined => now().rows[index];
    // The controller may be ahead of the rows that were drawn last: the cursor's id decides.
    const cursorRow = () => {
      const { cursorId, cursorIndex } = controller.snapshot();
      const isCursorRow = (row: Row | undefined) => row !== undefined && now().getRowId(row) === cursorId;
      const row = rowAt(cursorIndex);
      return isCursorRow(row) ? row : now().rows.find(isCursorRow);
    };
    const withReveal = <Args extends unknown[], Result>(act: (...args: Args) => Result) => {
      return (...args: Args): Result => {
        const result = act(...args);
        actions.current?.reveal();
        return result;
      };
    };
    return {
      focus: () => grid.current?.focus({ preventScroll: true }),
      hasFocus: () => grid.current !== null && grid.current === document.activeElement,
      moveCursor: withReveal((step: CursorStep) => controller.move(step)),
      moveCell: (step) => controller.moveCell(step, listColumns(now()).filter(({ isShown }) => isShown).length),
      expectRow: controller.expect,
      placeCursor: withReveal((id: RowId) => {
        if (controller.place(id)) return true;
        actions.current?.rest();
        return controller.place(id);
      }),
      extend: withReveal((step: CursorStep) => controller.extend(step)),
      toggle: (id) => controller.toggle(id),
      selectAllLoaded: () => controller.selectAllLoaded(actions.current?.countUnseen() ?? 0),
      selectAllMatching: (total = now().total ?? undefined) => {
        if (total !== undefined) controller.selectAllMatching(total);
      },
      clearSelection: controller.clearSelection,
      openCursor: () => {
        const row = cursorRow();
        if (row !== undefined) now().onOpen?.(row);
      },
      setSort: (sort) => now().onSort?.(sort),
      moveColumn: (id, by) => now().onLayoutChange?.(moveColumn(now().columns, now().layout ?? plainLayout, id, by)),
      toggleColumn: (id) => now().onLayoutChange?.(toggleColumn(now().columns, now().layout ?? plainLayout, id)),
      setColumnVisible: (id, isVisible) => {
        const layout = now().layout ?? plainLayout;
        if (layout.hidden.includes(id) === isVisible) now().onLayoutChange?.(toggleColumn(now().columns, layout, id));
      },
      resetColumns: () => now().onLayoutChange?.(plainLayout),
      resizeColumn: (id, by) => {
        const layout = now().layout ?? plainLayout;
        now().onLayoutChange?.({ ...layout, widths: { ...layout.widths, [id]: computeColumnWidth(now(), grid.current, id, by) } });
      },
      scrollToTop: () => {
        if (grid.current) grid.current.scrollTop = 0;
      },
      cursorRow,
      selectedRows: () => now().rows.filter((row): row is Row => row !== undefined && (controller.getRowFlags(now().getRowId(row)) & 2) !== 0),
      columns: () => listColumns(now()),
      snapshot: controller.snapshot,
      subscribe: controller.subscribe,
    };
  }, [controller, grid, actions, latest]);
  useImperativeHandle(props.ref, () => handle, [handle]);
  return handle;
}

type ControllerView = Pick<TableController, 'snapshot' | 'subscribe'>;

/** A part of it; draws again only when that part changes (compared by identity). */
export const useTablePart = <Part>(controller: ControllerView, select: (snapshot: TableSnapshot) => Part): Part =>
  useSyncExternalStore(controller.subscribe, () => select(controller.snapshot()));
