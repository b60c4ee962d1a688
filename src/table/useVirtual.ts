import { defaultRangeExtractor, elementScroll, observeElementOffset, observeElementRect, type Range, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { locate } from './controller.ts';
import { type Reach, reachFor } from './reach.ts';
import type { RowsViewOptions } from './useRowsView.ts';

/** The fewest rows the virtualizer counts with. */
const leastReach = 2_048;

type Virtual = Virtualizer<HTMLDivElement, HTMLDivElement>;

/**
 * The virtualizer over rows of one height. It measures all rows anew whenever their number changes, so it is told of as many as were
 * reached so far, in powers of two, and not how many there are: what arrives costs it nothing. It draws when other rows come into view,
 * and when scrolling ends where rows are to be put in order.
 */
export function useVirtual({ grid, controller, source, rowHeight, headerHeight }: RowsViewOptions, count: number, isOutOfOrder: RefObject<boolean>): Virtual {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const reached = useRef<Reach>({ from: 0, to: -1 });
  // The cursor's row is always drawn, wherever the wheel has gone: assistive technology follows it by id.
  const rangeExtractor = useCallback(
    (range: Range) => {
      reached.current = reachFor(reached.current, range, count);
      const { from, to } = reached.current;
      const indexes = defaultRangeExtractor({ startIndex: from, endIndex: Math.min(to, count - 1), overscan: 0, count });
      const { cursorId, cursorIndex } = controller.snapshot();
      const cursor = cursorId === null ? -1 : locate(source, cursorId, cursorIndex);
      return cursor < 0 || indexes.includes(cursor) ? indexes : [...indexes, cursor].sort((a, b) => a - b);
    },
    [controller, source, count],
  );
  const reach = useRef(leastReach);
  const drawn = useRef('');
  const show = ({ range, scrollRect }: Virtual) => `${range?.startIndex} ${range?.endIndex} ${scrollRect?.height}`;
  const options = {
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    scrollMargin: headerHeight,
    rangeExtractor,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (instance: Virtual, isScrolling: boolean) => {
      const { range } = instance;
      if (!isScrolling) {
        if (drawn.current !== show(instance) || isOutOfOrder.current) draw();
      } else if (!range || reachFor(reached.current, range, count) !== reached.current) flushSync(draw);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>({ ...options, count: leastReach }));
  const { scrollOffset, scrollRect } = virtualizer;
  while (reach.current * rowHeight < (scrollOffset ?? 0) + 2 * (scrollRect?.height ?? 0)) reach.current *= 2;
  virtualizer.setOptions({ ...options, count: reach.current });
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    drawn.current = show(virtualizer);
    virtualizer._willUpdate();
    // Effects of a child come before its parent's ref: what scrolls is known from the second time on.
    if (virtualizer.scrollElement === null) draw();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all measures stale
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  return virtualizer;
}

/** Where the list is scrolled to, known without asking the element: to ask in the midst of a step lays the page out once more. */
export interface Scroll {
  readonly top: () => number;
  readonly height: () => number;
  readonly to: (top: number) => void;
  /** Draws for a place that is scrolled to when it is drawn. */
  readonly expect: (top: number) => void;
  /** Scrolls to where it was drawn for; whether it was drawn for another place. */
  readonly settle: () => boolean;
}

/** Scrolls, and tells the virtualizer at once: the element says so with the next frame only. */
export function useScroll({ grid, rowHeight, headerHeight }: RowsViewOptions, virtualizer: Virtual, count: number): Scroll {
  const total = useRef(0);
  total.current = headerHeight + count * rowHeight;
  return useMemo(() => {
    let expected: number | null = null;
    const top = () => virtualizer.scrollOffset ?? 0;
    const height = () => virtualizer.scrollRect?.height || (grid.current?.clientHeight ?? 0);
    const tell = (wanted: number) => {
      virtualizer.scrollOffset = Math.max(0, Math.min(wanted, total.current - height()));
    };
    const to = (wanted: number) => {
      if (!grid.current) return;
      grid.current.scrollTop = wanted;
      tell(wanted);
    };
    return {
      top,
      height,
      to,
      expect: (wanted) => {
        tell(wanted);
        expected = top();
      },
      settle: () => {
        if (expected === null) return false;
        to(expected);
        expected = null;
        return true;
      },
    };
  }, [grid, virtualizer]);
}
