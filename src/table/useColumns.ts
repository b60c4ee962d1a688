import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type PointerEvent as ReactPointerEvent, useCallback, useMemo, useState } from 'react';
import { useLatest } from '../ui/useLatest.ts';
import { type Column, type ColumnLayout, createGridTemplate, getOrder } from './columns.ts';

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });
type Nothing = Record<string, never>;
// The server sorts, filters and pages, and a row model over 100,000 rows would be built again at each live arrival: the
// table of the library holds the columns alone.
const noData: Nothing[] = [];

/** A column whose edge is being dragged, and the pixels it has got so far. */
interface Drag {
  readonly columnId: string;
  readonly width: number;
}

/** Follows a drag at the edge of a column. The pointer is captured, so that it may leave the edge; a drag that is broken off changes nothing. */
function useEdgeDrag(onEnd: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useLatest(onEnd);
  /** Begins at a column whose width on screen is `width` pixels: a growing one has no width of its own before. */
  const begin = useCallback(
    (columnId: string, width: number, { currentTarget, pointerId, clientX: startX }: ReactPointerEvent<HTMLElement>): void => {
      const edge: HTMLElement = currentTarget;
      const ends = new AbortController();
      const getDrag = ({ clientX }: PointerEvent): Drag => ({ columnId, width: width + clientX - startX });
      const end = (event: PointerEvent): void => {
        ends.abort();
        setDrag(null);
        if (event.type === 'pointerup' && event.clientX !== startX) latest.current(getDrag(event));
      };
      edge.setPointerCapture(pointerId);
      edge.addEventListener('pointermove', (event) => setDrag(getDrag(event)), { signal: ends.signal });
      edge.addEventListener('pointerup', end, { signal: ends.signal });
      edge.addEventListener('pointercancel', end, { signal: ends.signal });
      setDrag({ columnId, width });
    },
    [latest],
  );
  return { drag, begin };
}

/** The columns as they are shown: chosen, ordered, with their widths, also while one is being dragged. */
export function useColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout, onLayoutChange: ((layout: ColumnLayout) => void) | undefined) {
  const definitions = useMemo(() => columns.map(({ id, header, hideable }) => ({ id, header, enableHiding: hideable !== false })), [columns]);
  const columnOrder = useMemo(() => getOrder(columns, layout), [columns, layout]);
  const columnVisibility = useMemo(() => Object.fromEntries(layout.hidden.map((id) => [id, false])), [layout.hidden]);
  const table = useTable({ features, columns: definitions, data: noData, state: { columnOrder, columnVisibility } });

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const addWidth = ({ columnId, width }: Drag) => ({ ...layout.widths, [columnId]: Math.round(Math.max(byId.get(columnId)?.min ?? 48, width)) });
  const { drag, begin } = useEdgeDrag((ended) => onLayoutChange?.({ ...layout, widths: addWidth(ended) }));

  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const shownIds = headers.map((header) => header.column.id).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the headers, which are new objects each time; rows must see the same array
  const visible = useMemo(() => headers.flatMap((header) => byId.get(header.column.id) ?? []), [shownIds, byId]);

  const widths = drag ? addWidth(drag) : layout.widths;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths that are chosen, whatever object holds them
  const grid = useMemo(() => createGridTemplate(visible, widths), [visible, JSON.stringify(widths)]);
  return {
    /** Stays the same array until the choice or the order changes. */
    visible,
    resizingId: drag?.columnId,
    ...grid,
    beginResize: begin,
  };
}
