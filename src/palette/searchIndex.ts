/** Search index for one item type. Small updates apply immediately, large ones in idle time slices. */

import { runWhenIdle, type WhenIdle } from '../api/idle.ts';
import { createMatcher, type Entry, type Hit, type Matcher } from './match/matcher.ts';
import { addInSlices } from './match/slices.ts';

/** So many are added at once, which all commands together must be: what is typed into the palette as it opens is looked for in them. */
const maxSyncAdds = 1_000;
/** Replaced and removed labels still take room in the index; beyond so many, and as many as live, it is made again. */
const maxWaste = 1_000;

const isSame = (one: Entry, other: Entry): boolean =>
  one.title === other.title && one.detail === other.detail && one.phone === other.phone && one.keywords?.join() === other.keywords?.join();

export interface SearchIndex<E extends Entry> {
  /** Indexed entries, in their own order. */
  readonly list: readonly E[];
  /** Takes this list in place of the one before; what is the same in both stays as it is. */
  put(list: readonly E[]): void;
  /** Adds to the list, or replaces those of the same id. */
  add(entries: readonly E[]): void;
  search: Matcher<E>['search'];
  /** Resolves when everything that was given can be found. */
  ready(): Promise<void>;
}

/** Yields the entries that wait to be indexed, each removed as it is yielded; entries added meanwhile come too. */
function* drain<E>(pending: Map<string, E>): Generator<E> {
  for (const [id, entry] of pending) {
    pending.delete(id);
    yield entry;
  }
}

/** An empty shelf. */
export function createSearchIndex<E extends Entry>(idle: WhenIdle = runWhenIdle): SearchIndex<E> {
  let known = new Map<string, E>();
  let list: readonly E[] | null = [];
  let matcher = createMatcher<E>();
  let filling: Matcher<E> | null = null;
  const pending = new Map<string, E>();
  let waiting: (() => void)[] = [];

  const addPending = (entries: Iterable<E>): void => {
    for (const entry of entries) pending.set(entry.id, entry);
  };
  /** Fills an index, the one that answers or a new one beside it; the old one answers until the new one is whole. */
  const fill = (target: Matcher<E>): void => {
    filling = target;
    addInSlices(target, drain(pending), idle, () => {
      matcher = target;
      filling = null;
      for (const done of waiting) done();
      waiting = [];
    });
  };
  const index = (changed: readonly E[]): void => {
    if (changed.length <= maxSyncAdds) matcher.add(changed);
    if (filling !== null) addPending(changed);
    else if (changed.length > maxSyncAdds) {
      addPending(changed);
      fill(matcher);
    } else if (matcher.waste > maxWaste && matcher.waste > matcher.size) {
      addPending(known.values());
      fill(createMatcher<E>());
    }
  };
  const listChanged = (entries: readonly E[], before: ReadonlyMap<string, E>): E[] =>
    entries.filter((entry) => {
      const old = before.get(entry.id);
      return old === undefined || !isSame(old, entry);
    });

  return {
    get list() {
      list ??= [...known.values()];
      return list;
    },
    put: (entries) => {
      const before = known;
      known = new Map(entries.map((entry) => [entry.id, entry]));
      list = null;
      for (const id of before.keys()) {
        if (known.has(id)) continue;
        matcher.remove(id);
        filling?.remove(id);
        pending.delete(id);
      }
      index(listChanged(entries, before));
    },
    add: (entries) => {
      const changed = listChanged(entries, known);
      for (const entry of changed) known.set(entry.id, entry);
      list = null;
      index(changed);
    },
    search: (text, limit, boost): Hit<E>[] => matcher.search(text, limit, boost),
    ready: () => (filling === null ? Promise.resolve() : new Promise((done) => waiting.push(done))),
  };
}
