/** The part of a list that is on screen, in pixels: rows have one height, so a place says which they are. No React, no DOM. */

import { computeRenderedRange, isDrawn, type VisibleRange } from './overscan.ts';
import type { View } from './scrollStableRows.ts';

/** Milliseconds after the last step of the wheel from which a list rests. */
const restMs = 150;
/** A list that is made wider counts as wider in steps of so many pixels: each draws all its rows again. */
const widthStep = 32;

/** Layout of the rows; `headerHeight` are pixels above the first one that stay in place. */
interface RowLayout {
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly count: number;
}

/**
 * Tracks the scroll position of a list without reading it from the element: reading it amid a step lays the page out once more. Calls `draw` when other rows
 * are to be drawn soon (they come near, or the list rests and they are to be put in order), `drawNow` when they are on screen already.
 */
export function createViewport(view: View, draw: () => void, drawNow: () => void) {
  let scrollTo: ((top: number) => void) | null = null;
  let laid: RowLayout = { rowHeight: 1, headerHeight: 0, count: 0 };
  let [top, height, width] = [0, 0, 0];
  let expected: number | null = null;
  let drawnFor = '';
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = (): VisibleRange => ({
    startIndex: Math.max(0, Math.min(Math.floor(top / laid.rowHeight), laid.count - 1)),
    endIndex: Math.min(Math.ceil((top + height - laid.headerHeight) / laid.rowHeight), laid.count) - 1,
  });
  const room = () => width - (width % widthStep);
  const look = () => `${JSON.stringify(shown())} ${height} ${room()}`;
  const isReached = () => computeRenderedRange(view.renderedRange, shown(), laid.count) === view.renderedRange;
  const setScrollTop = (wanted: number) => {
    top = Math.max(0, Math.min(wanted, laid.headerHeight + laid.count * laid.rowHeight - height));
  };
  const to = (wanted: number): void => {
    if (!scrollTo) return;
    scrollTo(wanted);
    setScrollTop(wanted);
    if (!isReached()) draw();
  };
  const restBy = (drawing: () => void): void => {
    clearTimeout(resting);
    view.isScrolling = false;
    if (look() !== drawnFor || view.isOutOfOrder || view.isWaiting) drawing();
  };

  return {
    top: () => top,
    height: () => height,
    /** The width, in steps. */
    room,
    /** Rows on screen, those cut off at the edges included. */
    shown,
    to,
    /** Draws for a place that is scrolled to when it is drawn. */
    expect: (wanted: number): void => {
      setScrollTop(wanted);
      expected = top;
    },
    /** Scrolls to where it was drawn for; whether it was drawn for another place. */
    settle: (): boolean => {
      if (expected === null) return false;
      to(expected);
      expected = null;
      return true;
    },
    /** Takes the list as resting: what waits for that is drawn now. */
    rest: (): void => restBy(drawNow),
    /** Tells how the rows are laid out; before anything is asked while they are drawn. */
    lay: (now: RowLayout): void => {
      laid = now;
    },
    /** Tells that the rows were drawn for what is on screen. */
    drawn: (): void => {
      drawnFor = look();
    },
    /** Gives it what it scrolls by; null takes it away. */
    attach: (by: ((top: number) => void) | null): void => {
      scrollTo = by;
      clearTimeout(resting);
      view.isScrolling = false;
    },
    /** Tells its place and size, in pixels. */
    measured: (now: { readonly top: number; readonly height: number; readonly width: number }): void => {
      ({ top, height, width } = now);
      if (look() !== drawnFor) draw();
    },
    /** Tells that it was scrolled to here. */
    scrolled: (now: number): void => {
      top = now;
      view.isScrolling = true;
      clearTimeout(resting);
      resting = setTimeout(() => restBy(draw), restMs);
      // Rows ahead are drawn after this frame, which has enough to do; rows already on the screen are drawn at once.
      if (!isDrawn(view.renderedRange, shown(), laid.count)) drawNow();
      else if (!isReached()) draw();
    },
  };
}

export type Viewport = ReturnType<typeof createViewport>;
