import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type RowId, type RowSource, scrollShift, type TableController } from './controller.ts';
import { rowElementId } from './Row.tsx';

/** Rows drawn beyond the screen on each side: a notch of the wheel is drawn in its own frame, and each row more costs every frame. */
const overscan = 3;
/** Rows before the end at which more are asked for. */
const ahead = 30;

export type RowsViewOptions = {
  grid: RefObject<HTMLDivElement | null>;
  gridId: string;
  controller: TableController;
  source: RowSource;
  rowHeight: number;
  /** Pixels above the first row that stay in place. */
  headerHeight: number;
  /** Changes with filter and sort: the list then starts at its top instead of keeping its place. */
  fresh: string;
  hasMore: boolean;
  isLoading: boolean;
  onNeedMore: ((range: { from: number; to: number }) => void) | undefined;
};

/** Where the viewport must be so that a row is fully in it; null when it is already. */
export function revealOffset(row: { top: number; height: number }, view: { top: number; height: number }): number | null {
  if (row.top < view.top) return row.top;
  if (row.top + row.height > view.top + view.height) return row.top + row.height - view.height;
  return null;
}

/** Where the list is scrolled to, known without asking the element: to ask in the midst of a step lays the page out once more. */
type Scroll = { top: () => number; height: () => number; to: (top: number) => void };

function useScroll(grid: RowsViewOptions['grid'], virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>): Scroll {
  // What was set and is not heard of yet: the scroll event comes with the next frame.
  const ahead = useRef<number | null>(null);
  useEffect(() => {
    const view = grid.current;
    const hear = () => {
      ahead.current = null;
    };
    view?.addEventListener('scroll', hear, { passive: true });
    return () => view?.removeEventListener('scroll', hear);
  }, [grid]);
  return useMemo(() => {
    const height = () => virtualizer.scrollRect?.height || (grid.current?.clientHeight ?? 0);
    return {
      top: () => ahead.current ?? virtualizer.scrollOffset ?? 0,
      height,
      to: (top) => {
        if (!grid.current) return;
        grid.current.scrollTop = top;
        ahead.current = Math.max(0, Math.min(top, virtualizer.getTotalSize() + virtualizer.options.scrollMargin - height()));
      },
    };
  }, [grid, virtualizer]);
}

/** Keeps what is on screen in place while rows come and go above; counts what came. */
function useKeptPlace({ grid, controller, source, rowHeight, headerHeight, fresh }: RowsViewOptions, scroll: Scroll) {
  const [newer, setNewer] = useState(0);
  const shownFor = useRef(fresh);
  const isFresh = useRef(false);
  useLayoutEffect(() => {
    if (shownFor.current === fresh) return;
    shownFor.current = fresh;
    isFresh.current = true;
    setNewer(0);
    scroll.to(0);
  }, [fresh, scroll]);
  const last = useRef<RowSource | null>(null);
  useLayoutEffect(() => {
    const before = last.current;
    if (before === source) return;
    last.current = source;
    const view = grid.current;
    controller.setRows(source);
    const { cursorId } = controller.snapshot();
    if (view && before && !isFresh.current && (scroll.top() > 0 || cursorId !== null)) {
      const first = Math.floor(scroll.top() / rowHeight);
      const shift = scrollShift(before, source, first, first + Math.ceil((scroll.height() - headerHeight) / rowHeight));
      if (shift !== 0) scroll.to(scroll.top() + shift * rowHeight);
      if (shift > 0) setNewer((count) => count + shift);
    }
    isFresh.current = false;
    if (cursorId === null && view !== null && view === document.activeElement) controller.move('home');
  }, [source, controller, grid, rowHeight, headerHeight, scroll]);
  return [newer, setNewer] as const;
}

/** Asks for rows that come near the screen, once for each range until rows change. */
function useNeedMore({ source, hasMore, isLoading, onNeedMore }: RowsViewOptions, first: number, last: number): void {
  const asked = useRef('');
  useEffect(() => {
    if (!onNeedMore) return;
    let from = Math.max(0, first - ahead);
    let to = Math.min(source.count - 1, last + ahead);
    while (from <= to && source.idAt(from) !== undefined) from += 1;
    while (to >= from && source.idAt(to) !== undefined) to -= 1;
    const range = from <= to ? { from, to } : hasMore && !isLoading && last + ahead >= source.count ? { from: source.count, to: source.count + ahead } : null;
    if (!range) return;
    const key = `${source.count} ${range.from} ${range.to}`;
    if (asked.current === key) return;
    asked.current = key;
    onNeedMore(range);
  }, [source, first, last, hasMore, isLoading, onNeedMore]);
  // Rows that changed may be asked for again, for instance after a failed page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of rows or of loading that lifts the mark
  useEffect(() => {
    asked.current = '';
  }, [source, isLoading]);
}

/** The rows near the screen, and how to bring one into it. */
export function useRowsView(options: RowsViewOptions) {
  const { grid, gridId, controller, source, rowHeight, headerHeight, hasMore } = options;
  // The cursor's row is always drawn, wherever the wheel has gone: assistive technology follows it by id.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const { cursorIndex } = controller.snapshot();
      if (cursorIndex < 0 || cursorIndex >= range.count || indexes.includes(cursorIndex)) return indexes;
      return [...indexes, cursorIndex].sort((a, b) => a - b);
    },
    [controller],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: source.count + (hasMore ? 3 : 0),
    getScrollElement: () => grid.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan,
    scrollMargin: headerHeight,
    rangeExtractor,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all measures stale
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const scroll = useScroll(grid, virtualizer);
  const [newer, setNewer] = useKeptPlace(options, scroll);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useNeedMore(options, startIndex, endIndex);
  useEffect(() => controller.setPage(Math.max(1, endIndex - startIndex - 1)), [controller, startIndex, endIndex]);
  useEffect(() => {
    if (newer > 0 && startIndex === 0) setNewer(0);
  }, [newer, startIndex, setNewer]);

  // Straight to the element: a moving cursor must not draw the table anew.
  useEffect(() => {
    const name = (id: RowId | null) => {
      if (id === null) grid.current?.removeAttribute('aria-activedescendant');
      else grid.current?.setAttribute('aria-activedescendant', rowElementId(gridId, id));
    };
    name(controller.snapshot().cursorId);
    return controller.subscribe(() => name(controller.snapshot().cursorId));
  }, [controller, grid, gridId]);

  const reveal = useCallback(() => {
    const { cursorIndex } = controller.snapshot();
    if (cursorIndex < 0) return;
    const to = revealOffset({ top: cursorIndex * rowHeight, height: rowHeight }, { top: scroll.top(), height: scroll.height() - headerHeight });
    if (to !== null) scroll.to(to);
  }, [controller, scroll, rowHeight, headerHeight]);

  // A pane that gets lower (a split, a strip under the rows) keeps a cursor in view that was in view.
  const height = virtualizer.scrollRect?.height ?? 0;
  const lastHeight = useRef(height);
  useLayoutEffect(() => {
    const view = grid.current;
    const top = controller.snapshot().cursorIndex * rowHeight;
    const wasInView = view !== null && top >= view.scrollTop && top + rowHeight <= view.scrollTop + lastHeight.current - headerHeight;
    if (height < lastHeight.current && wasInView) reveal();
    lastHeight.current = height;
  }, [height, controller, grid, rowHeight, headerHeight, reveal]);

  // A table that comes back (its pane was closed, or zoomed) comes back to its cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(reveal, []);

  return { virtualizer, reveal, newer };
}
