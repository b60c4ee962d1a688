import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeRenderedRange, emptyRange, isDrawn } from '#src/table/overscan.ts';
import { computeRowOrder, splitRun } from '#src/table/rowRecycling.ts';
import { isWithinWidth } from '#src/table/textWidth.ts';

const run = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const indexesOf = (order: readonly number[], indexes: readonly number[], origin: number, size: number) =>
  order.map((turn) => indexes.find((index) => (((index - origin) % size) + size) % size === turn));

describe('rows that take turns in the elements of a table', () => {
  test('each has one of its own, as many as there are rows, however the wheel turns and whatever arrives above', async () => {
    const step = fc.record({ by: fc.integer({ min: -40, max: 40 }), count: fc.integer({ min: 1, max: 30 }), arrived: fc.nat(3), isTurning: fc.boolean() });
    await fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let now: ReturnType<typeof computeRowOrder> = { size: 0, order: [] };
        let [first, origin] = [0, 0];
        for (const { by, count, arrived, isTurning } of steps) {
          first = Math.max(0, first + by + arrived);
          origin += arrived;
          const indexes = run(first, count);
          now = computeRowOrder(now, indexes, origin, isTurning);
          const drawn = indexesOf(now.order, indexes, origin, now.size);
          expect([...drawn].sort((a = 0, b = 0) => a - b)).toEqual(indexes);
          if (!isTurning) expect(drawn).toEqual(indexes);
        }
      }),
    );
  });

  test('those that stay in view keep their elements, and these their order, while the wheel turns', () => {
    const rest = computeRowOrder({ size: 0, order: [] }, run(10, 20), 0, false);
    const turned = computeRowOrder(rest, run(13, 20), 0, true);
    expect(turned.order).toEqual(rest.order);
    expect(indexesOf(turned.order, run(13, 20), 0, 20).filter((index = 0) => index < 30)).toEqual(run(13, 17));
  });

  test('the row of the cursor stands apart when it is out of view', () => {
    expect(splitRun([4, ...run(90, 5)])).toEqual({ together: run(90, 5), apart: 4 });
    expect(splitRun([...run(90, 5), 400])).toEqual({ together: run(90, 5), apart: 400 });
    expect(splitRun(run(90, 5))).toEqual({ together: run(90, 5), apart: null });
    expect(splitRun([])).toEqual({ together: [], apart: null });
  });
});

describe('rows that are drawn', () => {
  const shown = (startIndex: number, endIndex = startIndex + 9) => ({ startIndex, endIndex });

  test('are as many at all times, most of those off screen where the wheel goes to, and others when some have come into view', () => {
    const first = computeRenderedRange(emptyRange, shown(0), 1_000);
    expect(first).toEqual({ from: 0, to: 23, at: 0 });
    for (let at = 1; at < 6; at += 1) expect(computeRenderedRange(first, shown(at), 1_000)).toBe(first);
    const second = computeRenderedRange(first, shown(6), 1_000);
    expect(second).toEqual({ from: 4, to: 27, at: 6 });
    expect(computeRenderedRange(second, shown(12), 1_000)).toEqual({ from: 10, to: 33, at: 12 });
    expect(computeRenderedRange(second, shown(5), 1_000)).toBe(second);
    expect(computeRenderedRange({ from: 46, to: 69, at: 48 }, shown(46), 1_000)).toEqual({ from: 34, to: 57, at: 46 });
    expect(computeRenderedRange(second, shown(989, 999), 1_000)).toEqual({ from: 975, to: 999, at: 989 });
  });

  test('always hold what is on screen and a row more on each side, however it moves and whatever comes and goes', async () => {
    const step = fc.record({ start: fc.nat(400), height: fc.integer({ min: 0, max: 60 }), count: fc.integer({ min: 1, max: 500 }) });
    await fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = emptyRange;
        for (const { start, height, count } of steps) {
          const startIndex = Math.min(start, count - 1);
          const endIndex = Math.min(startIndex + height, count - 1);
          now = computeRenderedRange(now, { startIndex, endIndex }, count);
          expect(isDrawn(now, { startIndex, endIndex }, count)).toBe(true);
          expect(now.from).toBeLessThanOrEqual(Math.max(0, startIndex - 1));
          expect(now.to).toBeGreaterThanOrEqual(Math.min(count - 1, endIndex + 1));
          expect(now.to).toBeLessThan(count);
        }
      }),
    );
  });
});

describe('words that need not be cut off', () => {
  test('are those that are surely no wider than their cell', () => {
    expect(isWithinWidth('+14155550134', 120)).toBe(true);
    expect(isWithinWidth('Horizon line', 120)).toBe(true);
    expect(isWithinWidth('MMMMMMMMMM', 120)).toBe(false);
    expect(isWithinWidth('Westgate Waterproofing & Sons', 190)).toBe(false);
    expect(isWithinWidth('漢字漢字漢字漢字', 120)).toBe(false);
    expect(isWithinWidth('', 16)).toBe(true);
    expect(isWithinWidth('i', 10)).toBe(false);
  });
});
