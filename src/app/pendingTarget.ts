/** Targets of keys that are still loading: the company, the palette's field, the list of keys, a requested pane or its first rows. */
import { isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import type { Patience, StartPatience } from '../api/idle.ts';
import type { PendingTarget } from '../keys/layer.ts';
import type { PaneRegistry, PaneStateStore, Workspace } from '../panes/index.ts';
import { getFocusedPane } from '../panes/index.ts';

/** Time for which a pane counts as loading after it was requested, in ms of a page at rest; after that, the pane itself shows the reason. */
const panePatienceMs = 3_000;

interface PendingTargetOptions {
  readonly app: App;
  readonly workspace: Workspace;
  readonly paneStates: PaneStateStore;
  readonly panes: PaneRegistry;
  /** Returns the name of what is opened over the panes, "The palette"; null where nothing is. */
  readonly getOverlay: () => string | null;
  readonly startPatience: StartPatience;
}

/** Makes the question. */
export function createPendingTarget({ app, workspace, paneStates, panes, getOverlay, startPatience }: PendingTargetOptions): () => PendingTarget | null {
  let shown = '';
  let patience: Patience | null = null;
  const trackPane = () => {
    const { id, view } = getFocusedPane(workspace.get().layout);
    const key = `${app.get().companyId} ${id} ${view.kind}`;
    if (key !== shown) patience = startPatience(panePatienceMs);
    shown = key;
  };
  trackPane();
  workspace.subscribe(trackPane);
  app.subscribe(trackPane);

  const isPanePending = (): boolean => {
    const { id, view } = getFocusedPane(workspace.get().layout);
    const { companies, permissions } = app.get();
    const { permission } = panes[view.kind];
    if (paneStates.get(id)?.isOutdated) return true;
    if (companies.length === 0 || patience?.isOver() || (permission !== undefined && !permissions.has(permission))) return false;
    const state = paneStates.get(id);
    const has = document.activeElement?.closest<HTMLElement>('[data-pane-id]')?.dataset.paneId;
    return state === null || state.isLoading === true || (has !== undefined && has !== id);
  };
  return () => {
    const login = app.login.getSnapshot();
    const { user } = app.get();
    if (isIn(login, 'restoring', 'loading', 'entering') || (user === null && isIn(login, 'authenticated'))) return { name: 'The app', isPane: false };
    if (user === null) return null;
    if (isIn(app.companySwitch.getSnapshot(), 'clearing', 'refreshing')) return { name: 'The company', isPane: false };
    const overlay = getOverlay();
    if (overlay !== null) return document.activeElement?.closest('[data-scope~="palette"], [role="dialog"]') ? null : { name: overlay, isPane: false };
    return isPanePending() ? { name: 'The pane', isPane: true } : null;
  };
}
