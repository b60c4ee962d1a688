/** The entry: asks the server what it is, puts the app together and draws it; commands, keys and palette follow the first rows. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ArgText } from '#commands/core/outcome.ts';
import type { ClientConfig } from '#contract/system/entities.ts';
import { type App, AppProvider } from '../api/app.ts';
import { startConfigured } from '../api/clientConfig.ts';
import { type CommandRunner, CommandRunnerProvider } from '../api/commands.ts';
import { prefetch } from '../api/prefetch.ts';
import { startupPhases } from '../api/startupPhases.ts';
import { startAuth } from '../features/auth/start.ts';
import { createConversationListQuery, getReadPosition, inboxViews, isPatched } from '../features/conversations/data.ts';
import { CommandHostProvider } from '../keys/host.ts';
import { listenToKeys } from '../keys/listener.ts';
import { type Layout, listPanes } from '../panes/layout.ts';
import { createViewLayout, presets } from '../panes/layoutPresets.ts';
import { isAlone } from '../panes/narrow.ts';
import { createPaneStateStore, PaneStateProvider, type PaneStateStore } from '../panes/paneStates.ts';
import { createWorkspace, hasPane, type Workspace, WorkspaceProvider } from '../panes/workspace.ts';
import { clearStores, registerStore } from '../store/sessionStores.ts';
import { createSignal, useStore } from '../store/store.ts';
import { startTheme } from '../theme/index.ts';
import { reloadSoon } from '../ui/reloadSoon.ts';
import { createApp } from './createApp.ts';
import type { Rest } from './deferredShell.tsx';
import { createAddressBar } from './location.ts';
import { panes } from './panes.tsx';
import { Root } from './Root.tsx';
import { clearSessionState, loadUserEvents, type SessionDeps, startSessionFlows } from './sessionLifecycle.ts';

startTheme();
const release = listenToKeys();

/** Holds what comes later; asked for at once, it waits. */
function createLater() {
  let rest: Rest | null = null;
  let runner: CommandRunner;
  const updated = createSignal();
  const dispatch = (...args: Parameters<Rest['host']['dispatcher']['run']>) => startupPhases.ready.done.then(() => rest?.host.dispatcher.run(...args));
  const makeRunner = (): CommandRunner => ({
    run: (id, args) => void dispatch(id, { source: 'button', ...(args ? { args } : {}) }),
    title: (id) => rest?.host.registry.get(id)?.title ?? '',
    menu: (kind) => rest?.host.registry.menus[kind] ?? [],
    keys: (id) => rest?.host.caps.get(id),
  });
  runner = makeRunner();
  return {
    get: () => rest,
    runner: () => runner,
    runFromLink: (id: string, args: ArgText) => startupPhases.ready.done.then(() => rest?.host.runFromLink(id, args)),
    come: (come: Rest) => {
      rest = come;
      runner = makeRunner();
      updated.notify();
    },
    subscribe: updated.subscribe,
  };
}
type Later = ReturnType<typeof createLater>;

const hasSamePanes = (one: Layout, other: Layout): boolean =>
  String(listPanes(one.root).map(({ id }) => id)) === String(listPanes(other.root).map(({ id }) => id));

function start(config: ClientConfig): void {
  /** The layout of a view an address has opened before it was known what the user may see. */
  let early: Layout | null = null;
  const later = createLater();
  const paneStates = createPaneStateStore();
  const workspace = createWorkspace({
    isAlone,
    registry: panes,
    initial: presets.agent,
    createLayout: (view) => {
      const { permissions } = app.get();
      const layout = createViewLayout(panes, view, permissions);
      if (permissions.size === 0) early = layout;
      return layout;
    },
  });
  registerStore('workspace', workspace.leaveCompany);
  const app = createApp(config, {
    onReset: () => clearSessionState(living),
    onCompanyLeft: () => {
      workspace.leaveCompany();
      clearStores('company');
    },
    onCompanyEntering: (companyId) => {
      // A person who may not read conversations has no list of them in the view that comes.
      if (hasPane(workspace.get().layout, 'inbox'))
        void app.queries.prefetchInfiniteQuery(createConversationListQuery(app, companyId, inboxViews.get(companyId)));
    },
    readFrom: (companyId) => {
      const position = getReadPosition(app.queries, companyId);
      return position === null ? null : { position, isPatched: isPatched };
    },
    onUserEvent: (event) => void loadUserEvents().then(({ handleUserEvent }) => handleUserEvent(app, event), app.notifyError),
  });
  app.subscribe(() => {
    const { permissions } = app.get();
    if (early === null || permissions.size === 0) return;
    const [before, now] = [early, createViewLayout(panes, early.view, permissions)];
    early = null;
    workspace.change((layout) => (hasSamePanes(layout, before) && !hasSamePanes(now, before) ? now : layout));
  });
  const addressBar = createAddressBar({ app, host: later, workspace, panes });
  const living: SessionDeps = { app, workspace, addressBar };
  startSessionFlows(living);
  for (const flow of [app.companySwitch, app.realtime, app.login]) flow.start();
  startAuth(app);
  void startupPhases.shown.done
    .then(() => import('./deferredShell.tsx'))
    .then(({ startDeferredShell }) => startDeferredShell({ app, workspace, paneStates, panes, navigate: addressBar.open, release }))
    .then(later.come)
    .catch(reloadSoon);
  draw(app, later, workspace, paneStates);
}

function draw(app: App, later: Later, workspace: Workspace, paneStates: PaneStateStore): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  createRoot(root).render(
    <StrictMode>
      <AppProvider value={app}>
        <QueryClientProvider client={app.queries}>
          <WorkspaceProvider value={workspace}>
            <PaneStateProvider value={paneStates}>
              <Window later={later} />
            </PaneStateProvider>
          </WorkspaceProvider>
        </QueryClientProvider>
      </AppProvider>
    </StrictMode>,
  );
}

function Window({ later }: { later: Later }) {
  const rest = useStore(later);
  return (
    <CommandHostProvider value={rest?.host ?? null}>
      <CommandRunnerProvider value={later.runner()}>
        <Root rest={rest} panes={panes} />
      </CommandRunnerProvider>
    </CommandHostProvider>
  );
}

startConfigured(start, (...given) => prefetch.fetch(...given));
