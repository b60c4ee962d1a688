/** The columns a person chose for a list: kept in this browser for each person. */
import { useMemo, useState } from 'react';
import { useAppState } from '../api/app.ts';
import { type ColumnLayout, plainLayout } from '../table/index.ts';
import { type ListColumns, useResponsiveColumns } from './responsiveColumns.ts';

const isStringArray = (value: unknown): value is string[] => Array.isArray(value) && value.every((word) => typeof word === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a choice as it was kept; the plain one when it is none. */
export function readColumnLayout(text: string | null): ColumnLayout {
  if (text === null) return plainLayout;
  try {
    const { order, hidden, widths }: Record<string, unknown> = JSON.parse(text) ?? {};
    if (!isStringArray(order) || !isStringArray(hidden) || !isRecord(widths)) return plainLayout;
    const known = Object.entries(widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]));
    return { order, hidden, widths: Object.fromEntries(known) };
  } catch {
    return plainLayout;
  }
}

const getStorageKey = (userId: number, list: string) => `keyline.columns.${userId}.${list}`;

function readStorage(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export interface ColumnChoice {
  readonly layout: ColumnLayout;
  readonly choose: (layout: ColumnLayout) => void;
  readonly reset: () => void;
}

/** The columns of a list: what the person chose, else as many as the pane has room for. Without storage a choice holds as long as the pane is open. */
export function useColumnChoice(list: string, paneId: string, shape: ListColumns): ColumnChoice {
  const userId = useAppState((state) => state.user?.id ?? 0);
  const key = getStorageKey(userId, list);
  const stored = useMemo(() => readStorage(key), [key]);
  const [chosen, setChosen] = useState<{ key: string; text: string | null } | null>(null);
  const text = chosen?.key === key ? chosen.text : stored;
  const room = useResponsiveColumns(paneId, shape);
  const layout = useMemo(() => (text === null ? room : readColumnLayout(text)), [text, room]);
  const save = (next: string | null) => {
    setChosen({ key, text: next });
    try {
      if (next === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, next);
    } catch {
      // A browser that keeps nothing: the choice holds while the pane is open.
    }
  };
  return { layout, choose: (next) => save(JSON.stringify(next)), reset: () => save(null) };
}
