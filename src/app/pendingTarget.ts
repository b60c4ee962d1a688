/** Targets of keys that are still loading: the company, the palette's field, a requested pane or its first rows. */
import { isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import type { Coming } from '../keys/layer.ts';
import type { PaneRegistry, PaneRegistryStore, Workspace } from '../panes/index.ts';
import { focusedPane } from '../panes/index.ts';

/** Time for which a pane counts as loading after it was requested, in ms; after that, the pane itself shows the reason. */
const paneLoadMs = 3_000;

interface PendingTargetOptions {
  readonly app: App;
  readonly workspace: Workspace;
  readonly board: PaneRegistryStore;
  readonly panes: PaneRegistry;
  readonly isPaletteOpen: () => boolean;
  readonly now: () => number;
}

/** Makes the question. */
export function createPendingTarget({ app, workspace, board, panes, isPaletteOpen, now }: PendingTargetOptions): () => Coming | null {
  let shown = '';
  let since = 0;
  const trackPane = () => {
    const { id, view } = focusedPane(workspace.get().layout);
    const key = `${app.get().companyId} ${id} ${view.kind}`;
    if (key !== shown) since = now();
    shown = key;
  };
  trackPane();
  workspace.subscribe(trackPane);
  app.subscribe(trackPane);

  const isPanePending = (): boolean => {
    const { id, view } = focusedPane(workspace.get().layout);
    const { companies, permissions } = app.get();
    const { permission } = panes[view.kind];
    if (companies.length === 0 || now() - since > paneLoadMs || (permission !== undefined && !permissions.has(permission))) return false;
    const state = board.of(id);
    const has = document.activeElement?.closest<HTMLElement>('[data-pane-id]')?.dataset.paneId;
    return state === null || state.isComing === true || (has !== undefined && has !== id);
  };
  return () => {
    const login = app.login.getSnapshot();
    const { user } = app.get();
    if (isIn(login, 'restoring', 'loading', 'entering') || (user === null && isIn(login, 'authenticated'))) return { what: 'The app', isPane: false };
    if (user === null) return null;
    if (isIn(app.companySwitch.getSnapshot(), 'clearing', 'refreshing')) return { what: 'The company', isPane: false };
    if (isPaletteOpen()) return document.activeElement?.closest('[data-scope~="palette"], [role="dialog"]') ? null : { what: 'The palette', isPane: false };
    return isPanePending() ? { what: 'The pane', isPane: true } : null;
  };
}
