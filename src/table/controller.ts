/**
 * Controls the cursor and the selection of a table; no React, no DOM (DESIGN.md §6, KEYS.md 10).
 * The cursor and the selection hold row ids, never positions: rows that arrive or leave elsewhere change neither.
 */
import { createSignal } from '../store/store.ts';

export type RowId = string | number;
/** The rows as the table has them now. An id is undefined where a row is not loaded yet. */
export type RowSource = {
  /** Rows and gaps that are laid out. */
  count: number;
  idAt: (index: number) => RowId | undefined;
  /** Rows that match on the server; null while unknown. */
  total: number | null;
  /** More rows follow the last one. */
  hasMore?: boolean;
};
/** Move of the cursor; a number is that many rows down (negative: up). */
export type CursorStep = number | 'home' | 'end' | 'pageUp' | 'pageDown';
export type TableSnapshot = {
  cursorId: RowId | null;
  /** Position of the cursor's row; -1 without a cursor. */
  cursorIndex: number;
  /** The chosen rows in mode 'rows'; empty in mode 'matching', where the filter says which. */
  selectedIds: ReadonlySet<RowId>;
  /** 'matching': all rows that match the filter, loaded or not. */
  mode: 'rows' | 'matching';
  /** Number of rows a command would act on: always the number shown. */
  count: number;
  /** The active cell of the cursor's row, by column; null while the row as a whole is active. */
  cell: number | null;
};
/** Move in the cursor's row; a number is that many cells to the right (negative: left). */
export type CellStep = -1 | 1 | 'first' | 'last';

const none: ReadonlySet<RowId> = new Set();
const noRows: RowSource = { count: 0, idAt: () => undefined, total: null };

/** Position of an id, looked for from `hint` outwards: rows mostly stay near where they were, so this is a step or two. -1 when it is gone. */
export function locate(source: RowSource, id: RowId, hint: number): number {
  const start = Math.min(Math.max(0, hint), Math.max(0, source.count - 1));
  for (let distance = 0; start - distance >= 0 || start + distance < source.count; distance += 1) {
    if (start + distance < source.count && source.idAt(start + distance) === id) return start + distance;
    if (start - distance >= 0 && source.idAt(start - distance) === id) return start - distance;
  }
  return -1;
}

function listIds(source: RowSource, from = 0): Set<RowId> {
  const ids = new Set<RowId>();
  for (let index = from; index < source.count; index += 1) {
    const id = source.idAt(index);
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/**
 * By how many rows most of the rows between `first` and `last` have moved from one state of the list to the next: what the viewport
 * must follow so that it shows the same. The most frequent shift (of equals the smallest), so that one row that jumps to the top moves nothing.
 */
export function computeScrollShift(before: RowSource, after: RowSource, first: number, last: number): number {
  const votes = new Map<number, number>();
  let expected = 0;
  for (let index = Math.max(0, first); index <= Math.min(last, before.count - 1); index += 1) {
    const id = before.idAt(index);
    const now = id === undefined ? -1 : locate(after, id, index + expected);
    if (now < 0) continue;
    expected = now - index;
    votes.set(expected, (votes.get(expected) ?? 0) + 1);
  }
  let shift = 0;
  let maxVotes = 0;
  for (const [candidate, count] of votes)
    if (count > maxVotes || (count === maxVotes && Math.abs(candidate) < Math.abs(shift))) [shift, maxVotes] = [candidate, count];
  return shift;
}

/** Checks whether all of these are there. Chosen rows mostly stand together: each is looked for beside the one before. */
function hasAll(source: RowSource, ids: ReadonlySet<RowId>, hint: number): boolean {
  let near = hint;
  for (const id of ids) {
    const found = locate(source, id, near);
    if (found < 0) return false;
    near = found + 1;
  }
  return true;
}

/** The row that takes the cursor when its own has gone: the next one below that is still there, else the next above. */
function findSuccessor(before: RowSource, after: RowSource, from: number): number {
  const present = listIds(after);
  const stays = (index: number): boolean => {
    const id = before.idAt(index);
    return id !== undefined && present.has(id);
  };
  for (let index = from + 1; index < before.count; index += 1) if (stays(index)) return locate(after, before.idAt(index) ?? '', from);
  for (let index = from - 1; index >= 0; index -= 1) if (stays(index)) return locate(after, before.idAt(index) ?? '', from);
  return Math.min(from, after.count - 1);
}

/** The nearest loaded row from `target` on in the direction, else in the other; -1 when nothing is loaded. */
function findNearestLoaded(source: RowSource, target: number, direction: 1 | -1): number {
  for (const step of [direction, -direction]) {
    for (let index = target; index >= 0 && index < source.count; index += step) if (source.idAt(index) !== undefined) return index;
  }
  return -1;
}

function getTarget(step: CursorStep, from: number, source: RowSource, page: number): { target: number; direction: 1 | -1 } {
  const last = source.count - 1;
  if (step === 'home') return { target: 0, direction: 1 };
  if (step === 'end') return { target: last, direction: -1 };
  const delta = step === 'pageUp' ? -page : step === 'pageDown' ? page : step;
  if (from < 0) return { target: 0, direction: 1 };
  return { target: Math.min(last, Math.max(0, from + delta)), direction: delta < 0 ? -1 : 1 };
}

/** The cursor and selection of one table. Every method is safe to call at any time; listeners hear changes only. */
export function createTableController() {
  let source = noRows;
  let page = 20;
  let snapshot: TableSnapshot = { cursorId: null, cursorIndex: -1, selectedIds: none, mode: 'rows', count: 0, cell: null };
  let anchorId: RowId | null = null;
  // Selection at the start of the range: the range is added to it, and shrinks back to it.
  let base = none;
  let isFresh = false;
  /** A row that comes back: the cursor goes there with it, unless it is moved before. */
  let expectedId: RowId | null = null;
  let isAway = false;
  let isMarked = true;
  // The last row was asked for, and is not there yet.
  let isEnding = false;
  const updated = createSignal();

  function set(change: Partial<TableSnapshot>): void {
    const next = { ...snapshot, ...change };
    if (next.mode === 'rows') next.count = next.selectedIds.size;
    const keys: (keyof TableSnapshot)[] = ['cursorId', 'cursorIndex', 'selectedIds', 'mode', 'count', 'cell'];
    if (keys.every((key) => next[key] === snapshot[key])) return;
    snapshot = next;
    updated.notify();
  }

  const cursorAt = (index: number): Pick<TableSnapshot, 'cursorId' | 'cursorIndex'> => {
    const id = index < 0 ? undefined : source.idAt(index);
    return id === undefined ? { cursorId: null, cursorIndex: -1 } : { cursorId: id, cursorIndex: index };
  };

  /** The selection with everything between the anchor and `index` added to the base. */
  function rangeTo(index: number): ReadonlySet<RowId> {
    anchorId ??= snapshot.cursorId ?? source.idAt(index) ?? null;
    const found = anchorId === null ? -1 : locate(source, anchorId, snapshot.cursorIndex);
    const from = found < 0 ? index : found;
    const selected = new Set(base);
    for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
      const id = source.idAt(at);
      if (id !== undefined) selected.add(id);
    }
    return selected;
  }

  function extendToIndex(index: number): void {
    if (index < 0) return;
    if (snapshot.mode === 'matching') set(cursorAt(index));
    else set({ selectedIds: rangeTo(index), ...cursorAt(index) });
  }

  function choose(selectedIds: ReadonlySet<RowId>, anchor: RowId | null): void {
    isEnding = false;
    anchorId = anchor;
    base = selectedIds;
    set({ selectedIds, mode: 'rows' });
  }

  function step(to: CursorStep): number {
    isFresh = false;
    expectedId = null;
    isAway = false;
    isEnding = false;
    const { target, direction } = getTarget(to, snapshot.cursorIndex, source, page);
    return source.count === 0 ? -1 : findNearestLoaded(source, target, direction);
  }

  /** Follows the rows: the cursor stays on its row; when that has gone, it goes to the next; chosen rows that have gone are chosen no more. */
  function setRows(next: RowSource): void {
    const before = source;
    source = next;
    const { cursorIndex, selectedIds, mode } = snapshot;
    const isBack = expectedId !== null && locate(next, expectedId, cursorIndex) >= 0;
    const cursorId = isBack ? expectedId : snapshot.cursorId;
    if (isBack) expectedId = null;
    const found = cursorId === null ? -1 : locate(next, cursorId, cursorIndex);
    const index = cursorId === null || found >= 0 ? found : isFresh ? findNearestLoaded(next, 0, 1) : findSuccessor(before, next, cursorIndex);
    if (found < 0) isFresh = false;
    const change: Partial<TableSnapshot> = cursorAt(index);
    if (mode === 'matching' && next.total !== null) change.count = next.total;
    if (selectedIds.size > 0 && !hasAll(next, selectedIds, index)) {
      const present = listIds(next);
      const hasGaps = present.size < next.count;
      const remaining = hasGaps ? selectedIds : new Set([...selectedIds].filter((id) => present.has(id)));
      if (remaining.size < selectedIds.size) {
        change.selectedIds = remaining;
        base = new Set([...base].filter((id) => present.has(id)));
      }
    }
    if (isEnding && !next.hasMore) {
      isEnding = false;
      Object.assign(change, cursorAt(findNearestLoaded(next, next.count - 1, -1)));
    }
    set(change);
  }

  return {
    setRows,
    /** Checks whether the cursor waits for the last row: further rows are fetched until it is there, or the cursor goes elsewhere. */
    isEnding: (): boolean => isEnding,
    /** The last row cannot be fetched: the cursor stays where it is. */
    endNowhere: (): void => {
      isEnding = false;
    },
    /** Rows that fit on a page, for PageUp and PageDown. */
    setPage: (rows: number): void => {
      page = Math.max(1, rows);
    },
    /** Moves the cursor; gaps are stepped over, the ends are firm. To the end it goes as far as there are rows, and on once the last one is there. */
    move: (to: CursorStep): void => {
      const index = step(to);
      isEnding = to === 'end' && source.hasMore === true;
      anchorId = null;
      base = snapshot.selectedIds;
      if (index >= 0) set(cursorAt(index));
    },
    /** Moves among the cells of the cursor's row, of so many columns; the ends are firm. Left of the first cell the row as a whole is active again. */
    moveCell: (to: CellStep, columns: number): void => {
      if (snapshot.cursorId === null || columns === 0) return;
      const last = columns - 1;
      const next = to === 'first' ? 0 : to === 'last' ? last : Math.min(last, (snapshot.cell ?? -1) + to);
      set({ cell: next < 0 ? null : next });
    },
    /** Puts the cursor on a row; false when that row is not here. */
    place: (id: RowId): boolean => {
      const index = locate(source, id, snapshot.cursorIndex);
      if (index < 0) return false;
      expectedId = null;
      isFresh = false;
      isAway = false;
      isEnding = false;
      anchorId = null;
      base = snapshot.selectedIds;
      set(cursorAt(index));
      return true;
    },
    /** Puts the cursor on a row that is coming, once it is here. */
    expect: (id: RowId): void => {
      expectedId = id;
    },
    /** Moves the cursor and selects everything from where the extending began. */
    extend: (to: CursorStep): void => {
      if (anchorId === null) base = snapshot.selectedIds;
      extendToIndex(step(to));
    },
    /** Takes the cursor off the rows until it is moved: what is shown beside is none of them. */
    leave: (): void => {
      isAway = true;
      set(cursorAt(-1));
    },
    /** Puts a cursor that is on no row yet on the first. */
    begin: (): void => {
      if (snapshot.cursorId === null && !isAway) set(cursorAt(findNearestLoaded(source, 0, 1)));
    },
    /** As extend, up to a row: shift and click. */
    extendTo: (id: RowId): void => {
      if (anchorId === null) base = snapshot.selectedIds;
      extendToIndex(locate(source, id, snapshot.cursorIndex));
    },
    /** Selects or unselects a row, the cursor's unless said. Out of "all matching" it leaves all loaded rows but this one. */
    toggle: (id: RowId | null = snapshot.cursorId): void => {
      if (id === null) return;
      const selected = snapshot.mode === 'matching' ? listIds(source) : new Set(snapshot.selectedIds);
      if (!selected.delete(id)) selected.add(id);
      choose(selected, id);
    },
    /** Selects every row that is loaded, and no other; without so many at the top, which came there and were never on screen. */
    selectAllLoaded: (unseen = 0): void => choose(listIds(source, unseen), snapshot.cursorId),
    /** Selects all rows that match the filter, loaded or not: `total` is their number as the server gave it. */
    selectAllMatching: (total: number): void => {
      anchorId = null;
      base = none;
      set({ mode: 'matching', selectedIds: none, count: total });
    },
    clearSelection: (): void => choose(none, null),
    /** The filter has changed: nothing is selected any more, and a cursor whose row is gone goes to the top. */
    resetForFilter: (): void => {
      expectedId = null;
      isFresh = true;
      choose(none, null);
    },
    /** The order has changed: what is selected stays, and a cursor whose row is not among the first goes to the top. */
    resetForOrder: (): void => {
      isFresh = true;
    },
    /** Two bits for a row: 1 the cursor is on it, 2 it is selected. */
    getRowFlags: (id: RowId): number => (isMarked && snapshot.cursorId === id ? 1 : 0) + (snapshot.mode === 'matching' || snapshot.selectedIds.has(id) ? 2 : 0),
    /** Shows or hides the cursor: where something else is shown beside the list, it keeps its place and is not. */
    mark: (isOn: boolean): void => {
      if (isMarked === isOn) return;
      isMarked = isOn;
      updated.notify();
    },
    isMarked: (): boolean => isMarked,
    rows: (): RowSource => source,
    snapshot: (): TableSnapshot => snapshot,
    /** Calls back after each change; returns how to stop. */
    subscribe: updated.subscribe,
  };
}
export type TableController = ReturnType<typeof createTableController>;
