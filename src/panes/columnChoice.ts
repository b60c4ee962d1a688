/** The columns a person chose for a list: kept in this browser for each person. */
import { useEffect, useMemo, useState } from 'react';
import { useAppState } from '../api/app.ts';
import { type Column, type ColumnLayout, plainLayout } from '../table/index.ts';

const isWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((word) => typeof word === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a choice as it was kept; the plain one when it is none. */
export function readColumnLayout(text: string | null): ColumnLayout {
  if (text === null) return plainLayout;
  try {
    const { order, hidden, widths }: Record<string, unknown> = JSON.parse(text) ?? {};
    if (!isWords(order) || !isWords(hidden) || !isRecord(widths)) return plainLayout;
    const known = Object.entries(widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]));
    return { order, hidden, widths: Object.fromEntries(known) };
  } catch {
    return plainLayout;
  }
}

const place = (userId: number, list: string) => `keyline.columns.${userId}.${list}`;

function stored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Columns that a narrow pane leaves out until the person chooses, first to go first. */
export interface ListColumns {
  readonly columns: readonly Pick<Column<never>, 'id' | 'width' | 'min' | 'grow'>[];
  readonly drops: readonly string[];
}

/** Share of its width at which a growing column still reads well. */
const readable = 0.7;
const padding = 16;

/** What is left out at a width in pixels. */
export function droppedAt(width: number, { columns, drops }: ListColumns): string[] {
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

/** The width of a pane, in steps wide enough that dragging its edge does not make columns flicker. */
function usePaneWidth(paneId: string): number {
  const [width, setWidth] = useState(() => paneOf(paneId)?.clientWidth ?? Number.POSITIVE_INFINITY);
  useEffect(() => {
    const pane = paneOf(paneId);
    if (!pane) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width / step) * step);
    });
    watch.observe(pane);
    return () => watch.disconnect();
  }, [paneId]);
  return width;
}
const step = 20;
const paneOf = (paneId: string) => document.querySelector<HTMLElement>(`[data-pane-id="${paneId}"]`);

export interface ColumnChoice {
  readonly layout: ColumnLayout;
  readonly choose: (layout: ColumnLayout) => void;
  readonly reset: () => void;
}

/** The columns of a list: what the person chose, else as many as the pane has room for. Without storage a choice holds as long as the pane is open. */
export function useColumnChoice(list: string, paneId: string, shape: ListColumns): ColumnChoice {
  const userId = useAppState((state) => state.user?.id ?? 0);
  const key = place(userId, list);
  const kept = useMemo(() => stored(key), [key]);
  const [chosen, setChosen] = useState<{ key: string; text: string | null } | null>(null);
  const text = chosen?.key === key ? chosen.text : kept;
  const dropped = droppedAt(usePaneWidth(paneId), shape).join(' ');
  const layout = useMemo(() => (text === null ? { ...plainLayout, hidden: dropped.split(' ').filter(Boolean) } : readColumnLayout(text)), [text, dropped]);
  const keep = (next: string | null) => {
    setChosen({ key, text: next });
    try {
      if (next === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, next);
    } catch {
      // A browser that keeps nothing: the choice holds while the pane is open.
    }
  };
  return { layout, choose: (next) => keep(JSON.stringify(next)), reset: () => keep(null) };
}
