/** Costs as they were shown in a review, to be sent with the change. */

/** A review asked again within this time shows the same cost: it runs a second time when it is accepted, and what was read has to hold. */
const keptMs = 600_000;

/** Creates an empty store. */
export function createReviewedCosts<T>(now: () => number = Date.now) {
  const stored = new Map<string, { readonly cost: T; readonly until: number }>();
  const find = (key: string): T | undefined => {
    const found = stored.get(key);
    return found !== undefined && now() < found.until ? found.cost : undefined;
  };
  return {
    /** Returns the cost that was shown, else the one that is loaded now. */
    async get(key: string, load: () => Promise<T>): Promise<T> {
      const cost = find(key) ?? (await load());
      if (find(key) === undefined) stored.set(key, { cost, until: now() + keptMs });
      return cost;
    },
    /** Returns the cost that was shown and drops it: after a change or its refusal the next review asks anew. */
    take(key: string): T | undefined {
      const cost = find(key);
      stored.delete(key);
      return cost;
    },
  };
}
