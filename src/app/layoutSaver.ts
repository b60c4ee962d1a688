/** Saves the layouts of the views a moment after they came to rest. */
import type { App } from '../api/app.ts';
import { toSaved } from '../panes/layoutActions.ts';
import type { Workspace } from '../panes/workspace.ts';

const saveAfterMs = 500;

/** Makes the saver: called at each change. */
export function createLayoutSaver(app: App, workspace: Workspace): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    const userId = app.get().user?.id;
    timer = setTimeout(() => {
      const { user } = app.get();
      // A user who impersonates another doesn't save the layout, and one user's layout is never saved as another's.
      if (!user || user.isAdmin || user.id !== userId) return;
      const { layout, behind } = workspace.get();
      const views = [layout, ...behind.map((each) => each.layout)].map(toSaved);
      app.api.call('me.saveLayout', { params: { name: 'current' }, body: { layout: JSON.parse(JSON.stringify({ views })) } }).catch(() => undefined);
    }, saveAfterMs);
  };
}
