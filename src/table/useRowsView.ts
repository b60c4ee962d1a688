import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../ui/useLatest.ts';
import { computeScrollShift, locate, type RowId, type RowSource, type TableController } from './controller.ts';
import { computeRenderedRange, type VisibleRange } from './overscan.ts';
import { getRowElementId } from './Row.tsx';
import { useRecycledRows } from './rowRecycling.ts';
import type { RowsViewOptions } from './rowsViewOptions.ts';
import { useViewport } from './useViewport.ts';
import type { Viewport } from './viewport.ts';

/** Rows before the end at which more are asked for. */
const ahead = 30;

/** Places of rows that fetched pages still lack: so many skeletons follow the last row. */
const skeletons = 3;

/** Returns the scroll position at which a row is fully in the viewport; null when it is already. */
function computeRevealOffset(row: { top: number; height: number }, view: { top: number; height: number }): number | null {
  if (row.top < view.top) return row.top;
  if (row.top + row.height > view.top + view.height) return row.top + row.height - view.height;
  return null;
}

/** Rows as they were drawn last. */
interface DrawnRows {
  source: RowSource;
  fresh: string;
  /** Pixels above what was on screen before these rows came. */
  top: number;
  /** Rows that came above what is on screen since the list began; fewer went. What is on screen keeps its place counted from here. */
  origin: number;
}

/**
 * Follows what is on screen while rows come and go above it. The rows stand by `origin`, not by the top of the list: an arrival moves the
 * element they stand in, and none of them.
 */
function useOrigin({ controller, source, fresh, rowHeight, headerHeight, keepsTop }: RowsViewOptions, viewport: Viewport): Pick<DrawnRows, 'origin' | 'top'> {
  const [drawn] = useState((): DrawnRows => ({ source, fresh, origin: 0, top: 0 }));
  drawn.top = viewport.top();
  if (drawn.fresh !== fresh) {
    Object.assign(drawn, { source, fresh, origin: 0 });
    viewport.expect(0);
  } else if (drawn.source !== source) {
    const first = Math.floor(viewport.top() / rowHeight);
    const shift = computeScrollShift(drawn.source, source, first, first + Math.ceil((viewport.height() - headerHeight) / rowHeight));
    Object.assign(drawn, { source, origin: drawn.origin + shift });
    // At the very top, with no cursor to keep, the newest row is what is wanted.
    const isPinned = keepsTop || controller.snapshot().cursorId === null;
    if (shift !== 0 && !(isPinned && viewport.top() === 0)) viewport.expect(viewport.top() + shift * rowHeight);
  }
  return drawn;
}

/**
 * Takes the rows over once they are drawn, with the place they were drawn for; counts what came above. A row with the cursor that was on screen and jumps
 * out of it (its conversation was answered) is followed: keys never act on what cannot be seen.
 */
function useTakenRows(
  { grid, controller, source, fresh, rowHeight, headerHeight, isNewsAt }: RowsViewOptions,
  viewport: Viewport,
  { origin, top }: Pick<DrawnRows, 'origin' | 'top'>,
) {
  const [newer, setNewer] = useState(0);
  const newsAt = useLatest(isNewsAt);
  const last = useRef<DrawnRows | null>(null);
  const topBefore = useRef(0);
  topBefore.current = top;
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { source, fresh, origin, top: topBefore.current };
    const away = (index: number, from: number) =>
      computeRevealOffset({ top: index * rowHeight, height: rowHeight }, { top: from, height: viewport.height() - headerHeight });
    const { cursorIndex, cursorId } = controller.snapshot();
    const wasSeen = cursorIndex >= 0 && away(cursorIndex, topBefore.current) === null;
    const moved = viewport.settle();
    if (before && before.fresh !== fresh) setNewer(0);
    else if (before && moved && origin > before.origin) {
      // What comes above comes at the top.
      const news = Array.from({ length: origin - before.origin }, (_, index) => newsAt.current(index)).filter(Boolean).length;
      setNewer((count) => count + news);
    }
    if (before?.source === source) return;
    const wasEnding = controller.isEnding();
    controller.setRows(source);
    const now = controller.snapshot();
    const isFollowed = (wasSeen && cursorId === now.cursorId) || (wasEnding && !controller.isEnding());
    const to = before?.fresh === fresh && isFollowed ? away(now.cursorIndex, viewport.top()) : null;
    if (to !== null) viewport.to(to);
    if (grid.current !== null && grid.current === document.activeElement) controller.begin();
  }, [source, fresh, origin, controller, grid, viewport, rowHeight, headerHeight, newsAt]);
  return [newer, setNewer] as const;
}

/** Asks for rows that come near the screen, once for each range until rows change. */
function useNeedMore({ controller, source, hasMore, isLoading, isFailed, onNeedMore }: RowsViewOptions, first: number, last: number): void {
  const requestedAt = useRef('');
  useEffect(() => {
    if (!onNeedMore) return;
    if (isFailed) controller.endNowhere();
    let from = Math.max(0, first - ahead);
    let to = Math.min(source.count - 1, last + ahead);
    while (from <= to && source.idAt(from) !== undefined) from += 1;
    while (to >= from && source.idAt(to) !== undefined) to -= 1;
    const range =
      from <= to
        ? { from, to }
        : hasMore && !isLoading && (controller.isEnding() || last + ahead >= source.count)
          ? { from: source.count, to: source.count + ahead }
          : null;
    if (!range) return;
    const key = `${source.count} ${range.from} ${range.to}`;
    if (requestedAt.current === key) return;
    requestedAt.current = key;
    onNeedMore(range);
  }, [controller, source, first, last, hasMore, isLoading, isFailed, onNeedMore]);
  // Rows that changed may be asked for again, for instance after a failed page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of rows or of loading that lifts the mark
  useEffect(() => {
    requestedAt.current = '';
  }, [source, isLoading]);
}

/** Indexes of the rows to draw, in their order. The cursor's is among them wherever the wheel has gone: assistive technology follows it by id. */
function listDrawnIndexes({ controller, source, view }: RowsViewOptions, shown: VisibleRange, count: number): number[] {
  const reach = computeRenderedRange(view.renderedRange, shown, count);
  view.renderedRange = reach;
  const indexes = Array.from({ length: reach.to - reach.from + 1 }, (_, at) => reach.from + at);
  const { cursorId, cursorIndex } = controller.snapshot();
  const cursor = cursorId === null ? -1 : locate(source, cursorId, cursorIndex);
  if (cursor >= 0 && cursor < reach.from) indexes.unshift(cursor);
  if (cursor > reach.to) indexes.push(cursor);
  return indexes;
}

/** Makes a cell of the cursor's row the active one, by an id that the grid names; null: the row as a whole is. Straight to the elements. */
function markCell(grid: HTMLElement | null, gridId: string, cursorId: RowId | null, cell: number | null): void {
  const before = grid?.querySelector('[data-active-cell]');
  const row = cursorId === null || cell === null ? null : document.getElementById(getRowElementId(gridId, cursorId));
  const now = row?.children[cell ?? 0];
  if (before && before !== now) {
    before.removeAttribute('data-active-cell');
    before.removeAttribute('id');
  }
  if (!grid || !now) return;
  now.id = `${gridId}-cell`;
  now.setAttribute('data-active-cell', '');
  grid.setAttribute('aria-activedescendant', now.id);
}

/** Names the cursor's row, where it is marked, and the active cell in it: straight to the elements. */
function markCursor(grid: HTMLElement | null, gridId: string, controller: TableController): void {
  const { cursorId, cell } = controller.snapshot();
  const marked = controller.isMarked() ? cursorId : null;
  if (marked === null) grid?.removeAttribute('aria-activedescendant');
  else grid?.setAttribute('aria-activedescendant', getRowElementId(gridId, marked));
  // The style hangs on this one, which stays: were the one above named in a rule, each step would reckon styles again.
  grid?.toggleAttribute('data-has-cursor', marked !== null);
  markCell(grid, gridId, marked, cell);
}

/** The rows near the screen, and how to bring one into it. */
export function useRowsView(options: RowsViewOptions) {
  const { grid, gridId, controller, source, rowHeight, headerHeight, hasMore, view } = options;
  const count = source.count + (hasMore ? skeletons : 0);
  const viewport = useViewport(options, count);
  const { origin, top } = useOrigin(options, viewport);
  const shown = viewport.shown();
  const { startIndex, endIndex } = shown;
  const places = useRecycledRows(listDrawnIndexes(options, shown, count), origin, view);
  const [newer, setNewer] = useTakenRows(options, viewport, { origin, top });
  useNeedMore(options, startIndex, endIndex);
  useEffect(() => controller.setPage(Math.max(1, endIndex - startIndex - 1)), [controller, startIndex, endIndex]);
  useEffect(() => {
    if (newer > 0 && startIndex === 0) setNewer(0);
  }, [newer, startIndex, setNewer]);
  // The origin when the top was on screen last: what came since, news or not, was never seen.
  const seen = useRef(0);
  useEffect(() => {
    if (startIndex === 0 || origin < seen.current) seen.current = origin;
  }, [startIndex, origin]);
  const countUnseen = useCallback(() => origin - seen.current, [origin]);

  // Straight to the element: a moving cursor must not draw the table again.
  useEffect(() => {
    const update = () => markCursor(grid.current, gridId, controller);
    update();
    return controller.subscribe(update);
  }, [controller, grid, gridId]);
  // The row of the cursor may have been drawn again, its cells with it.
  useLayoutEffect(() => {
    if (controller.snapshot().cell !== null) markCursor(grid.current, gridId, controller);
  });

  const reveal = useCallback(() => {
    const { cursorIndex } = controller.snapshot();
    if (cursorIndex < 0) return;
    const to = computeRevealOffset({ top: cursorIndex * rowHeight, height: rowHeight }, { top: viewport.top(), height: viewport.height() - headerHeight });
    if (to !== null) viewport.to(to);
  }, [controller, viewport, rowHeight, headerHeight]);

  // A pane that gets lower (a split, a strip under the rows) keeps a cursor in view that was in view.
  const viewHeight = viewport.height();
  const lastHeight = useRef(viewHeight);
  useLayoutEffect(() => {
    const list = grid.current;
    const top = controller.snapshot().cursorIndex * rowHeight;
    const wasInView = list !== null && top >= list.scrollTop && top + rowHeight <= list.scrollTop + lastHeight.current - headerHeight;
    if (viewHeight < lastHeight.current && wasInView) reveal();
    lastHeight.current = viewHeight;
  }, [viewHeight, controller, grid, rowHeight, headerHeight, reveal]);

  // A table that comes back (its pane was closed, or zoomed) comes back to its cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(reveal, []);

  return { places, height: count * rowHeight, origin, reveal, rest: viewport.rest, countUnseen, newer, room: viewport.room() };
}
