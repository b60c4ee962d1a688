/** The register of stores that hold one person's words, choices or rows outside of React: all are emptied before somebody else is shown anything. */

/** `person`: emptied when somebody else is here, or nobody. `company`: also when the company is left. */
type StoreScope = 'person' | 'company';

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

/**
 * Empties the stores: all of them for `person`, those of the company for `company`. One that fails is reported as what nobody caught, and keeps neither
 * another store from it nor the person from leaving: the page they are drawn on has to go.
 */
export function clearStores(scope: StoreScope): void {
  for (const store of listStores()) {
    if (scope === 'company' && store.scope !== 'company') continue;
    try {
      store.clear();
    } catch (thrown) {
      reportError(new Error(`The store ${store.name} could not be emptied`, { cause: thrown }));
    }
  }
}
