/** Drafts of forms that were left: each waits for its thing to be opened again, for as long as the same person is here. */
import { type Draft, toDraftKey } from '#machines/drafts.ts';
import { registerStore } from './sessionStores.ts';
import { createStore, useStore } from './store.ts';

/** Drafts of one kind of form. */
interface KeptDrafts<D extends Draft> {
  /** Keeps a draft; nothing where it is null: nothing was changed. */
  keep(companyId: number, draft: D | null): void;
  /** Hands out what was typed in a thing, which is gone on with from here; `id` null: in a new one. */
  take(companyId: number, id: number | null): D | undefined;
  readonly store: Pick<ReturnType<typeof createStore<ReadonlyMap<string, D>>>, 'get' | 'subscribe'>;
}

const toKey = (companyId: number, thing: string) => `${companyId}/${thing}`;
const listOf = <D>(drafts: ReadonlyMap<string, D>, companyId: number): readonly D[] =>
  [...drafts].flatMap(([key, draft]) => (key.startsWith(toKey(companyId, '')) ? [draft] : []));

/** Makes the drafts of one kind of form. `name` is that of its store. */
export function createKeptDrafts<D extends Draft>(name: string): KeptDrafts<D> {
  const store = createStore<ReadonlyMap<string, D>>(new Map());
  registerStore(name, () => store.set(new Map()));
  return {
    keep: (companyId, draft) => {
      if (draft !== null) store.set(new Map(store.get()).set(toKey(companyId, toDraftKey(draft)), draft));
    },
    take: (companyId, id) => {
      const key = toKey(companyId, toDraftKey({ id }));
      const found = store.get().get(key);
      if (found !== undefined) store.set(new Map([...store.get()].filter(([each]) => each !== key)));
      return found;
    },
    store,
  };
}

/** The drafts of a company that wait: of new things, and of those that are there. A deleted one can't be opened to go on. */
export const useKeptDrafts = <D extends Draft>({ store }: KeptDrafts<D>, companyId: number, things: readonly { readonly id: number }[]): readonly D[] =>
  listOf(useStore(store), companyId).filter((draft) => draft.id === null || things.some(({ id }) => id === draft.id));
