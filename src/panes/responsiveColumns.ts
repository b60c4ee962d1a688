/** Chooses which columns fit the pane width. Columns are dropped in a fixed order; the name and time columns stay. */
import { useEffect, useMemo, useState } from 'react';
import { type Column, type ColumnLayout, plainLayout } from '../table/columns.ts';

/** Columns that a narrow pane leaves out until the person chooses, first to go first. */
export interface ListColumns {
  readonly columns: readonly Pick<Column<never>, 'id' | 'width' | 'min' | 'grow'>[];
  readonly drops: readonly string[];
}

/** Share of its width at which a growing column still reads well. */
const readable = 0.7;
const padding = 16;

/** Returns the columns left out at a width in pixels. */
export function listDroppedColumns(width: number, { columns, drops }: ListColumns): string[] {
  const need = new Map(columns.map((column) => [column.id, column.grow ? Math.max(column.min ?? 0, column.width * readable) : column.width]));
  let wanted = padding + [...need.values()].reduce((sum, each) => sum + each, 0);
  const dropped: string[] = [];
  for (const id of drops) {
    if (wanted <= width) break;
    wanted -= need.get(id) ?? 0;
    dropped.push(id);
  }
  return dropped;
}

const step = 20;
const findPaneElement = (paneId: string) => document.querySelector<HTMLElement>(`[data-pane-id="${paneId}"]`);

/** The width of a pane, in steps wide enough that dragging its edge does not make columns flicker. */
function usePaneWidth(paneId: string): number {
  const [width, setWidth] = useState(() => findPaneElement(paneId)?.clientWidth ?? Number.POSITIVE_INFINITY);
  useEffect(() => {
    const pane = findPaneElement(paneId);
    if (!pane) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width / step) * step);
    });
    watch.observe(pane);
    return () => watch.disconnect();
  }, [paneId]);
  return width;
}

/** The columns as far as the pane has room for them. */
export function useResponsiveColumns(paneId: string, shape: ListColumns): ColumnLayout {
  const dropped = listDroppedColumns(usePaneWidth(paneId), shape).join(' ');
  return useMemo(() => ({ ...plainLayout, hidden: dropped.split(' ').filter(Boolean) }), [dropped]);
}
