import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { computeRenderedRange, emptyRange, isDrawn } from '#src/table/overscan.ts';
import type { View } from '#src/table/scrollStableRows.ts';
import { createViewport } from '#src/table/viewport.ts';

const rowHeight = 28;
const count = 500;

/** A list of 500 rows of which ten fit, drawn whenever its viewport asks for it. */
function list() {
  const view: View = { renderedRange: emptyRange, isScrolling: false, isOutOfOrder: false, isWaiting: false };
  const draws: string[] = [];
  const show = () => {
    viewport.lay({ rowHeight, headerHeight: rowHeight, count });
    view.renderedRange = computeRenderedRange(view.renderedRange, viewport.shown(), count);
    viewport.drawn();
  };
  const drawing = (when: string) => () => {
    draws.push(when);
    show();
  };
  const viewport = createViewport(view, drawing('soon'), drawing('now'));
  const scrolled: number[] = [];
  show();
  viewport.attach((top) => scrolled.push(top));
  // Eleven rows are on screen where one is cut off: it has been drawn for as many before.
  for (const top of [14, 0]) viewport.measured({ top, height: 11 * rowHeight, width: 700 });
  draws.length = 0;
  return { view, viewport, draws, scrolled, isWhole: () => isDrawn(view.renderedRange, viewport.shown(), count) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is on screen of a list', () => {
  test('are the rows under its header, those cut off included, and none past the end', () => {
    const { viewport } = list();
    expect(viewport.shown()).toEqual({ startIndex: 0, endIndex: 9 });
    viewport.scrolled(14);
    expect(viewport.shown()).toEqual({ startIndex: 0, endIndex: 10 });
    viewport.to(1_000_000);
    expect(viewport.shown()).toEqual({ startIndex: 490, endIndex: 499 });
  });

  test('is drawn wherever a key scrolls it to, though the element tells of it a frame later', () => {
    const { viewport, isWhole, scrolled, draws } = list();
    for (let step = 1; step < 100; step += 1) {
      viewport.to(step * rowHeight);
      expect(isWhole()).toBe(true);
    }
    expect(scrolled).toHaveLength(99);
    expect(draws.length).toBeLessThan(30);
  });

  test('is drawn at once where the wheel leaps to, and soon for what lies ahead of it', () => {
    const { viewport, draws, isWhole } = list();
    viewport.scrolled(2 * rowHeight);
    expect(draws).toEqual([]);
    viewport.scrolled(6 * rowHeight);
    expect(draws).toEqual(['soon']);
    viewport.scrolled(300 * rowHeight);
    expect(draws).toEqual(['soon', 'now']);
    expect(isWhole()).toBe(true);
  });

  test.each(['isWaiting', 'isOutOfOrder'] as const)('is drawn once more when it rests, for what %s', (what) => {
    const { viewport, view, draws } = list();
    // Back where it was: nothing else asks for it.
    for (const top of [1, 0]) viewport.scrolled(top);
    view[what] = true;
    vi.advanceTimersByTime(149);
    expect([view.isScrolling, draws]).toEqual([true, []]);
    vi.advanceTimersByTime(1);
    expect([view.isScrolling, draws]).toEqual([false, ['soon']]);
  });

  test('rests at once where a row is asked for, and not again by itself', () => {
    const { viewport, view, draws } = list();
    for (const top of [1, 0]) viewport.scrolled(top);
    view.isWaiting = true;
    viewport.rest();
    expect([view.isScrolling, draws]).toEqual([false, ['now']]);
    vi.advanceTimersByTime(1_000);
    expect(draws).toEqual(['now']);
  });

  test('stays as it was while its element is gone', () => {
    const { viewport, view, draws } = list();
    viewport.scrolled(1);
    viewport.attach(null);
    viewport.to(2_800);
    vi.advanceTimersByTime(1_000);
    expect([viewport.shown().startIndex, view.isScrolling, draws]).toEqual([0, false, []]);
  });

  test('is as wide as before until 32 pixels more', () => {
    const { viewport, draws } = list();
    for (const width of [701, 703]) viewport.measured({ top: 0, height: 11 * rowHeight, width });
    expect([viewport.room(), draws]).toEqual([672, []]);
    viewport.measured({ top: 0, height: 11 * rowHeight, width: 704 });
    expect([viewport.room(), draws]).toEqual([704, ['soon']]);
  });
});
