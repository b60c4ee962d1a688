/** The register of stores that hold one person's words, choices or rows outside of React: all are emptied before somebody else is shown anything. */

/** `person`: emptied when somebody else is here, or nobody. `company`: also when the company is left. */
export type StoreScope = 'person' | 'company';

interface SessionStore {
  readonly name: string;
  readonly scope: StoreScope;
  readonly clear: () => void;
}

const stores = new Map<string, SessionStore>();

/** Registers a store under a name of its own, with the way to empty it. The same name again takes the place of the first. */
export function registerStore(name: string, clear: () => void, scope: StoreScope = 'person'): void {
  stores.set(name, { name, scope, clear });
}

/** Lists the registered stores. */
export const listStores = (): readonly SessionStore[] => [...stores.values()];

/** Empties the stores: all of them for `person`, those of the company for `company`. One that fails keeps no other from it; the failures are thrown afterwards. */
export function clearStores(scope: StoreScope): void {
  const failures = listStores().flatMap((store) => {
    if (scope === 'company' && store.scope !== 'company') return [];
    try {
      store.clear();
      return [];
    } catch (thrown) {
      return [new Error(`The store ${store.name} could not be emptied`, { cause: thrown })];
    }
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Not every store could be emptied');
}
