import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../ui/useLatest.ts';
import { type Column, type ColumnLayout, createGridTemplate, getOrder } from './columns.ts';

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, columnSizingFeature, columnResizingFeature });
type Nothing = Record<string, never>;
// The server sorts, filters and pages, and a row model over 100,000 rows would be built again at each live arrival: the
// table of the library holds the columns alone.
const noData: Nothing[] = [];

/** The columns as they are shown: chosen, ordered, with their widths, also while one is being dragged. */
export function useColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout, onLayoutChange: ((layout: ColumnLayout) => void) | undefined) {
  // A growing column has no width of its own until it is dragged: it starts from the one on screen.
  const [measured, setMeasured] = useState<Record<string, number>>({});
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: column.min ?? 48,
        enableHiding: column.hideable !== false,
      })),
    [columns],
  );
  const columnOrder = useMemo(() => getOrder(columns, layout), [columns, layout]);
  const columnVisibility = useMemo(() => Object.fromEntries(layout.hidden.map((id) => [id, false])), [layout.hidden]);
  const columnSizing = useMemo(() => ({ ...measured, ...layout.widths }), [measured, layout.widths]);

  const table = useTable({
    features,
    columns: definitions,
    data: noData,
    columnResizeMode: 'onEnd',
    state: { columnOrder, columnVisibility, columnSizing },
    onColumnSizingChange: (updater) => {
      const next = functionalUpdate(updater, columnSizing);
      const changed = columns.filter((column) => next[column.id] !== undefined && next[column.id] !== columnSizing[column.id]);
      if (changed.length === 0) return;
      const widths = Object.fromEntries(changed.map((column) => [column.id, Math.round(Math.max(column.min ?? 48, next[column.id] ?? column.width))]));
      onLayoutChange?.({ ...layout, widths: { ...layout.widths, ...widths } });
    },
  });

  const { isResizingColumn, startSize, deltaOffset } = table.state.columnResizing;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shownIds = headers.map((header) => header.column.id).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the headers, which are new objects each time; rows must see the same array
  const visible = useMemo(() => headers.flatMap((header) => byId.get(header.column.id) ?? []), [shownIds, byId]);

  const dragged = isResizingColumn === false ? undefined : byId.get(isResizingColumn);
  const widths = dragged ? { ...layout.widths, [dragged.id]: Math.max(dragged.min ?? 48, (startSize ?? dragged.width) + (deltaOffset ?? 0)) } : layout.widths;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths that are chosen, whatever object holds them
  const grid = useMemo(() => createGridTemplate(visible, widths), [visible, JSON.stringify(widths)]);
  const latest = useLatest(headers);
  /** Begins a drag at the header of a column whose width on screen is `width` pixels. */
  const beginResize = useCallback(
    (columnId: string, width: number, event: unknown): void => {
      flushSync(() => setMeasured((known) => ({ ...known, [columnId]: width })));
      latest.current.find(({ column }) => column.id === columnId)?.getResizeHandler()(event);
    },
    [latest],
  );

  return {
    /** Stays the same array until the choice or the order changes. */
    visible,
    resizingId: isResizingColumn,
    ...grid,
    beginResize,
  };
}
