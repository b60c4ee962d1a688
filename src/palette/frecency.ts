/** Ranking of the commands and rows a user uses often and lately, kept in the browser per user. Each use counts 1 and halves every ten days. */

/** id → sum of uses, as of `at` (ms since the epoch). */
type Uses = Readonly<Record<string, { readonly sum: number; readonly at: number }>>;

const halfLifeMs = 10 * 24 * 3_600_000;
const maxIds = 300;

/** Returns the present weight of the uses of an id. */
export function computeWeight(uses: Uses, id: string, now: number): number {
  const use = uses[id];
  return use ? use.sum * 0.5 ** (Math.max(0, now - use.at) / halfLifeMs) : 0;
}

/** Adds a use; the least used fall out beyond 300. */
export function addUse(uses: Uses, id: string, now: number): Uses {
  const next = { ...uses, [id]: { sum: computeWeight(uses, id, now) + 1, at: now } };
  const ids = Object.keys(next);
  if (ids.length <= maxIds) return next;
  const retained = ids.sort((one, other) => computeWeight(next, other, now) - computeWeight(next, one, now)).slice(0, maxIds);
  return Object.fromEntries(retained.flatMap((each) => (next[each] ? [[each, next[each]] as const] : [])));
}

/** Returns the share a weight adds to a score: at most 0.12, so that a better match is never beaten by habit alone. */
export const computeBoost = (weighed: number): number => 0.12 * (1 - 1 / (1 + weighed / 3));

const isUses = (value: unknown): value is Uses =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (use: unknown) => typeof use === 'object' && use !== null && 'sum' in use && typeof use.sum === 'number' && 'at' in use && typeof use.at === 'number',
  );

/** The uses of one person, read once and written after each use. */
export function createFrecency(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number) {
  let key: string | null = null;
  let uses: Uses = {};
  return {
    /** Reads another person's uses. Broken or missing ones count as none. */
    enter: (userId: number | null): void => {
      const next = userId === null ? null : `keyline.uses.${userId}`;
      if (next === key) return;
      key = next;
      uses = {};
      try {
        const read: unknown = key === null ? null : JSON.parse(storage.getItem(key) ?? 'null');
        if (isUses(read)) uses = read;
      } catch {
        // A broken record only costs the order of a list.
      }
    },
    record: (id: string): void => {
      uses = addUse(uses, id, now());
      try {
        if (key !== null) storage.setItem(key, JSON.stringify(uses));
      } catch {
        // A full storage only costs the order of a list.
      }
    },
    weight: (id: string): number => computeWeight(uses, id, now()),
    boost: (id: string): number => computeBoost(computeWeight(uses, id, now())),
  };
}
export type Frecency = ReturnType<typeof createFrecency>;
