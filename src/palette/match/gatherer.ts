/** Which labels share most of a query's pairs, found from the rarest pair on: the frequent ones are only asked about labels that are already known. */
import type { Postings } from './postings.ts';

/** Pairs a label may share less than the best one and still be looked at: a typing error costs up to three. */
const slack = 4;

interface Gathered {
  /** Places of labels looked at, in no order; the first `length` are valid. */
  readonly places: Uint32Array;
  readonly length: number;
  /** Share at least so many to be worth scoring. */
  readonly threshold: number;
}

/** Counts shared pairs. Its arrays are used again for each query. */
export function createGatherer() {
  let counts = new Uint8Array(1_024);
  let places = new Uint32Array(1_024);
  let length = 0;
  const histogram = new Uint32Array(256);

  const clear = (size: number): void => {
    for (let at = 0; at < length; at += 1) counts[places[at] as number] = 0;
    length = 0;
    histogram.fill(0);
    if (counts.length >= size) return;
    counts = new Uint8Array(size * 2);
    places = new Uint32Array(size * 2);
  };

  const note = (place: number, shared: number): void => {
    counts[place] = shared;
    places[length] = place;
    length += 1;
    histogram[shared] = (histogram[shared] as number) + 1;
  };

  const above = (level: number): number => {
    let sum = 0;
    for (let shared = level; shared < 256; shared += 1) sum += histogram[shared] as number;
    return sum;
  };

  /**
   * `lists` are the postings of the query's pairs, rarest first; `minShared` of them must be shared. `whole` are places that count as sharing
   * all. Stops as soon as `enough` labels that share most are known, or none can come near the best.
   */
  const gather = (lists: readonly Postings[], pairs: number, minShared: number, whole: readonly number[], enough: number, size: number): Gathered => {
    clear(size);
    let best = 0;
    for (const place of whole) {
      if (counts[place] === 0) note(place, pairs);
      best = pairs;
    }
    let level = lists.length + 1;
    for (let from = 0; from < lists.length; from += 1) {
      // A label in none of the first `from` lists shares at most the rest of them.
      level = lists.length - from;
      if (level < minShared || level < best - slack || above(level + 1) >= enough) break;
      const list = lists[from] as Postings;
      const { places: listed, length: many } = list;
      for (let at = 0; at < many; at += 1) {
        const place = listed[at] as number;
        if (counts[place] !== 0) continue;
        const needed = Math.max(minShared, best - slack);
        let shared = 1;
        for (let other = from + 1; other < lists.length; other += 1) {
          if (shared + lists.length - other < needed) break;
          if ((lists[other] as Postings).has(place)) shared += 1;
        }
        note(place, shared);
        if (shared > best) best = shared;
      }
    }
    let threshold = Math.max(minShared, best - slack);
    for (let shared = pairs, found = 0; shared > threshold; shared -= 1) {
      found += histogram[shared] as number;
      if (found >= enough) threshold = shared;
    }
    return { places, length, threshold };
  };

  return { gather, sharedBy: (place: number): number => counts[place] as number };
}
