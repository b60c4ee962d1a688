import { type RefObject, useLayoutEffect } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import { useStore } from '../store/store.ts';
import type { TableController, TableHandle } from '../table/index.ts';
import { listPanes } from './layout.ts';
import type { PaneProps } from './registry.ts';
import { useWorkspace } from './workspace.ts';

interface OpenedRowProps<Row> extends Pick<PaneProps, 'paneId'> {
  /** Panes in which a row of the list opens. */
  readonly kind: PaneKind;
  readonly table: RefObject<TableHandle<Row> | null>;
  readonly controller: TableController;
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => string | number;
}

/**
 * Keeps the cursor of a list on the row that is open beside it while the keyboard is elsewhere: of several, the one that has the keyboard. Without that row, no
 * row is marked. Goes behind the table in the tree: the table knows new rows first.
 */
export function OpenedRow<Row>({ paneId, kind, table, controller, rows, getRowId }: OpenedRowProps<Row>) {
  const { root, focusedId } = useStore(useWorkspace()).layout;
  const isFocused = focusedId === paneId;
  const opened = listPanes(root).filter(({ view }) => view.kind === kind);
  const openId = (opened.find(({ id }) => id === focusedId) ?? opened[0])?.view.params.id;
  // A layout effect, so that no frame marks another row than the open one.
  useLayoutEffect(() => {
    const row = rows.find((each) => String(getRowId(each)) === openId);
    if (row !== undefined && !isFocused && controller.snapshot().cursorId !== getRowId(row)) table.current?.placeCursor(getRowId(row));
    controller.mark(isFocused || openId === undefined || row !== undefined);
  });
  return null;
}
