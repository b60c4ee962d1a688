/** Templates in the cache, kept true while the app lives. */
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { keys } from '../../api/queries.ts';

export const refresh = (app: App, companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'templates') });

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToTemplates(app: App): () => void {
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId !== null && changes.some((change) => change.companyId === companyId && isOfKind(change, ['template-updated']))) void refresh(app, companyId);
  });
}
