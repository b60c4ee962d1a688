/** Editors that are open, told of what others save. */
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToRoutings(app: App): () => void {
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId === null) return;
    const ours = changes.filter((change) => change.companyId === companyId && isOfKind(change, ['number-updated', 'template-updated']));
    if (ours.length === 0) return;
    void import('./actor.ts').then(({ notifyEditors }) => {
      for (const change of ours) notifyEditors(companyId, isOfKind(change, ['number-updated']) ? 'number' : 'template', change.id);
    }, app.tellError);
  });
}
