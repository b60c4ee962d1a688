/** Chance that repeats itself: the same seed gives the same draws. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One of a list by cumulative weights, as `computeRunningTotals` makes them. */
  weighted<T>(list: readonly T[], cumulative: readonly number[]): T;
}

/** Draws of one seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(list: readonly T[], index: number): T => {
    const value = list[index];
    if (value === undefined) throw new Error('A draw from an empty list');
    return value;
  };
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted(list, cumulative) {
      const drawn = next() * (cumulative.at(-1) ?? 0);
      let low = 0;
      let high = cumulative.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (drawn < (cumulative[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      return at(list, low);
    },
  };
}

/** Running totals of weights. */
export function computeRunningTotals(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}
