/** Cache of search results for a while (CONST-007): the same search within it asks the carrier once. In this process alone. */

export interface SearchCache<V> {
  /** Returns the cached value of a key, else the result of `find`; two simultaneous calls share one result. A failure is not kept. */
  get(key: string, find: () => Promise<V>): Promise<V>;
  /** When what was found last held what `isMeant` says, in milliseconds; null for never. Looks also at what is too old to answer with. */
  lastHeld(isMeant: (value: V) => boolean): number | null;
  /** Forgets every search in which `isStale` says so. */
  drop(isStale: (value: V) => boolean): void;
}

const most = 500;

/** Makes one; `now` in milliseconds. */
export function createSearchCache<V>(keepMs: number, now: () => number): SearchCache<V> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<V>; settled: V | null }>();
  return {
    get(key, find) {
      const known = kept.get(key);
      if (known && now() - known.at < keepMs) return known.value;
      const value = find();
      const entry = { at: now(), value, settled: null as V | null };
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      value.then(
        (found) => {
          entry.settled = found;
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return value;
    },
    lastHeld(isMeant) {
      const times = [...kept.values()].flatMap(({ at, settled }) => (settled !== null && isMeant(settled) ? [at] : []));
      return times.length === 0 ? null : Math.max(...times);
    },
    drop(isStale) {
      for (const [key, { settled }] of kept) if (settled !== null && isStale(settled)) kept.delete(key);
    },
  };
}
