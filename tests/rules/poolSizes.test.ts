/** Arithmetic of pool sizes, against the sums of textbooks and against arrivals that are played. */
import { describe, expect, test } from 'vitest';
import { computeErlangB, computeShareWithout, type Demand, findSize, replay } from '#server/domains/dni/poolSizes.ts';

/** Erlang B as it is written down: the last term of a sum over the whole of it. */
function sumErlangB(numbers: number, inUse: number): number {
  const terms = [1];
  for (let at = 1; at <= numbers; at += 1) terms.push(((terms[at - 1] ?? 0) * inUse) / at);
  return (terms.at(-1) ?? 0) / terms.reduce((sum, term) => sum + term, 0);
}

/** Numbers from 0 to 1, the same at every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 4_294_967_297;
  };
}

/** Sessions that come by chance: `perHour` of them, each for 20 minutes on average. */
function playArrivals(count: number, perHour: number): Demand[] {
  const random = createRandom(7);
  let at = 0;
  return Array.from({ length: count }, () => {
    at += (-Math.log(random()) * 3_600) / perHour;
    return { from: at, until: at - Math.log(random()) * 1_200, isCounted: true };
  });
}

describe('Erlang B', () => {
  test('is the sum of the textbooks', () => {
    for (const numbers of [0, 1, 2, 4, 10, 60])
      for (const inUse of [0.01, 0.5, 2, 9.3, 40]) expect(computeErlangB(numbers, inUse)).toBeCloseTo(sumErlangB(numbers, inUse), 12);
    expect(computeErlangB(4, 2)).toBeCloseTo(0.0952, 4);
    expect(computeErlangB(10, 5)).toBeCloseTo(0.0184, 4);
  });

  test('no session without a number where nothing is in use, all without where there are no numbers', () => {
    expect([computeErlangB(3, 0), computeErlangB(0, 3)]).toEqual([0, 1]);
  });

  test('weighs each hour by its sessions', () => {
    const quiet = { sessions: 10, inUse: 0.5 };
    const busy = { sessions: 90, inUse: 6 };
    expect(computeShareWithout(6, [quiet, busy])).toBeCloseTo(0.1 * sumErlangB(6, 0.5) + 0.9 * sumErlangB(6, 6), 12);
    expect(computeShareWithout(6, [])).toBe(0);
  });

  test('names the fewest numbers that are enough', () => {
    const hours = [{ sessions: 20, inUse: 5 }];
    const size = findSize(hours, 0.01, 200) ?? 0;
    expect(computeShareWithout(size, hours)).toBeLessThanOrEqual(0.01);
    expect(computeShareWithout(size - 1, hours)).toBeGreaterThan(0.01);
    expect(findSize(hours, 0.01, size - 1)).toBe(null);
  });
});

describe('a day that is replayed', () => {
  test('counts who finds no number free', () => {
    const demand = (from: number, until: number, isCounted = true): Demand => ({ from, until, isCounted });
    const day = [demand(-10, 5, false), demand(-9, 2, false), demand(0, 20), demand(3, 30), demand(6, 9), demand(21, 22)];
    expect(replay(day, 2)).toBe(1);
    expect(replay(day, 1)).toBe(2);
    expect(replay(day, 3)).toBe(0);
    expect(replay([], 0)).toBe(0);
  });

  test('agrees with Erlang B where sessions come by chance', () => {
    const day = playArrivals(60_000, 15);
    for (const numbers of [3, 5, 8, 12]) expect(replay(day, numbers) / day.length).toBeCloseTo(computeErlangB(numbers, 5), 1.9);
  });
});
