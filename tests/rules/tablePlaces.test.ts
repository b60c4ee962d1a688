import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inRow, standing } from '#src/table/places.ts';

const run = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const indexesOf = (order: readonly number[], indexes: readonly number[], origin: number, size: number) =>
  order.map((turn) => indexes.find((index) => (((index - origin) % size) + size) % size === turn));

describe('rows that take turns in the elements of a table', () => {
  test('each has one of its own, as many as there are rows, however the wheel turns and whatever arrives above', () => {
    const step = fc.record({ by: fc.integer({ min: -40, max: 40 }), count: fc.integer({ min: 1, max: 30 }), arrived: fc.nat(3), isTurning: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let now: ReturnType<typeof standing> = { size: 0, order: [] };
        let [first, origin] = [0, 0];
        for (const { by, count, arrived, isTurning } of steps) {
          first = Math.max(0, first + by + arrived);
          origin += arrived;
          const indexes = run(first, count);
          now = standing(now, indexes, origin, isTurning);
          const drawn = indexesOf(now.order, indexes, origin, now.size);
          expect([...drawn].sort((a = 0, b = 0) => a - b)).toEqual(indexes);
          if (!isTurning) expect(drawn).toEqual(indexes);
        }
      }),
    );
  });

  test('those that stay in view keep their elements, and these their order, while the wheel turns', () => {
    const rest = standing({ size: 0, order: [] }, run(10, 20), 0, false);
    const turned = standing(rest, run(13, 20), 0, true);
    expect(turned.order).toEqual(rest.order);
    expect(indexesOf(turned.order, run(13, 20), 0, 20).filter((index = 0) => index < 30)).toEqual(run(13, 17));
  });

  test('the row of the cursor stands apart when it is out of view', () => {
    expect(inRow([4, ...run(90, 5)])).toEqual({ together: run(90, 5), apart: 4 });
    expect(inRow([...run(90, 5), 400])).toEqual({ together: run(90, 5), apart: 400 });
    expect(inRow(run(90, 5))).toEqual({ together: run(90, 5), apart: null });
    expect(inRow([])).toEqual({ together: [], apart: null });
  });
});
