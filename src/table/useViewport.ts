import { type RefObject, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import type { View } from './held.ts';
import { isDrawn, reachFor, type Shown } from './reach.ts';
import type { RowsViewOptions } from './useRowsView.ts';

/** Milliseconds after the last step of the wheel from which the list rests. */
const restMs = 150;

/** The part of a list that is on screen, in pixels; known without asking the element: to ask amid a step lays the page out once more. */
export interface Viewport {
  readonly top: () => number;
  readonly height: () => number;
  readonly width: () => number;
  /** Rows on screen, those cut off at the edges included. */
  readonly shown: () => Shown;
  readonly to: (top: number) => void;
  /** Draws for a place that is scrolled to when it is drawn. */
  readonly expect: (top: number) => void;
  /** Scrolls to where it was drawn for; whether it was drawn for another place. */
  readonly settle: () => boolean;
  /** Takes the list as resting: what waits for that is drawn at once. */
  readonly rest: () => void;
}
type Laid = Pick<RowsViewOptions, 'rowHeight' | 'headerHeight'> & { readonly count: number };

/** A viewport that calls `draw` when other rows are to be drawn: they come into view, or they are to be put in order now that the list rests. */
function createViewport(view: RefObject<View>, draw: () => void) {
  let element: Element | null = null;
  let laid: Laid = { rowHeight: 1, headerHeight: 0, count: 0 };
  let [top, height, width] = [0, 0, 0];
  let expected: number | null = null;
  let drawnFor = '';
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = (): Shown => ({
    startIndex: Math.max(0, Math.min(Math.floor(top / laid.rowHeight), laid.count - 1)),
    endIndex: Math.min(Math.ceil((top + height - laid.headerHeight) / laid.rowHeight), laid.count) - 1,
  });
  const look = () => `${JSON.stringify(shown())} ${height} ${width >> 5}`;
  const isReached = () => reachFor(view.current.reach, shown(), laid.count) === view.current.reach;
  const tell = (wanted: number) => {
    top = Math.max(0, Math.min(wanted, laid.headerHeight + laid.count * laid.rowHeight - height));
  };
  const to = (wanted: number) => {
    if (!element) return;
    element.scrollTop = wanted;
    tell(wanted);
    if (!isReached()) draw();
  };
  const rest = () => {
    clearTimeout(resting);
    view.current.isTurning = false;
    const { isOutOfOrder, isWaiting } = view.current;
    if (look() !== drawnFor || isOutOfOrder || isWaiting) draw();
  };
  const scrolled = () => {
    if (!element) return;
    top = element.scrollTop;
    view.current.isTurning = true;
    clearTimeout(resting);
    resting = setTimeout(rest, restMs);
    // What is ahead is drawn after this frame, which has enough to do; what is on screen is not waited for.
    if (!isDrawn(view.current.reach, shown(), laid.count)) flushSync(draw);
    else if (!isReached()) draw();
  };
  const measure = () => {
    if (!(element instanceof HTMLElement)) return;
    [top, height, width] = [element.scrollTop, element.offsetHeight, element.offsetWidth];
    if (look() !== drawnFor) draw();
  };
  const watch = (scroller: Element | null) => {
    element = scroller;
    const sizes = new ResizeObserver(measure);
    if (scroller) sizes.observe(scroller);
    scroller?.addEventListener('scroll', scrolled, { passive: true });
    measure();
    return () => {
      element = null;
      clearTimeout(resting);
      view.current.isTurning = false;
      sizes.disconnect();
      scroller?.removeEventListener('scroll', scrolled);
    };
  };
  const viewport: Viewport = {
    top: () => top,
    height: () => height,
    width: () => width,
    shown,
    to,
    expect: (wanted) => {
      tell(wanted);
      expected = top;
    },
    rest: () => flushSync(rest),
    settle: () => {
      if (expected === null) return false;
      to(expected);
      expected = null;
      return true;
    },
  };
  return {
    viewport,
    watch,
    lay: (now: Laid) => {
      laid = now;
    },
    drawn: () => {
      drawnFor = look();
    },
  };
}

/** Watches what scrolls the rows: the grid around `inside`, whose own ref comes too late for the first drawing. */
export function useViewport({ rowHeight, headerHeight, view, inside }: RowsViewOptions, count: number): Viewport {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const [{ viewport, watch, lay, drawn }] = useState(() => createViewport(view, draw));
  lay({ rowHeight, headerHeight, count });
  useLayoutEffect(drawn);
  useLayoutEffect(() => watch(inside.current?.closest('[role="grid"]') ?? null), [watch, inside]);
  return viewport;
}
