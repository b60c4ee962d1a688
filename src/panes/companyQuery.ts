/** Rows of the open company that commands choose from while no pane shows them. */
import { type DefaultError, type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import type { Permission } from '#contract/core/permissions.ts';
import type { App } from '../api/app.ts';

/**
 * Asks for them with the company, for whoever may see them, and again when one comes, changes or goes. Returns how to read what has come; null while
 * nothing has.
 */
export function followQuery<T, K extends QueryKey>(
  app: App,
  permission: Permission,
  query: (app: App, companyId: number) => QueryObserverOptions<T, DefaultError, T, T, K> & { readonly queryKey: K },
  touch: () => void,
): () => T | null {
  let requestedFor: number | null = null;
  let stop = () => {};
  const follow = () => {
    const { companyId, permissions } = app.get();
    if (companyId === requestedFor) return;
    stop();
    stop = () => {};
    requestedFor = companyId;
    if (companyId !== null && permissions.has(permission)) stop = new QueryObserver(app.queries, query(app, companyId)).subscribe(touch);
  };
  app.subscribe(follow);
  follow();
  return () => {
    const { companyId } = app.get();
    return companyId === null ? null : (app.queries.getQueryData<T>(query(app, companyId).queryKey) ?? null);
  };
}
