/** Loads after the first paint: commands, keyboard, palette, outbox and change subscriptions. */
import { useEffect, useState } from 'react';
import * as firstAreas from '#commands/areas.ts';
import { loadReaders } from '#commands/core/readers.ts';
import { createGrowingRegistry } from '#commands/core/registry.ts';
import type { App } from '../api/app.ts';
import { invalidateOnChanges } from '../api/cacheInvalidation.ts';
import { fetchCalls } from '../api/client.ts';
import { loadDeferredChunks, loadWhenIdle, startupPhases } from '../api/startupPhases.ts';
import { AccountDialogs } from '../features/auth/AccountDialogs.tsx';
import { ImpersonationFrame } from '../features/auth/ImpersonationFrame.tsx';
import { KeyLayerView, useCommandHost } from '../keys/index.ts';
import type { KeyLayer } from '../keys/layer.ts';
import type { LateFeature } from '../panes/feature.ts';
import type { PaneRegistry, PaneStateStore, Workspace } from '../panes/index.ts';
import { listenToCounts, refreshCompanies } from '../shared/liveCounts.ts';
import { RoleHolders } from '../shared/RoleHolders.tsx';
import { registerStore } from '../store/sessionStores.ts';
import { loadIcons, loadPhoneLibrary, Notices } from '../ui/index.ts';
import { Part } from '../ui/Part.tsx';
import { reloadSoon } from '../ui/reloadSoon.ts';
import * as areas from './areas.ts';
import { type Batches, createBatches } from './batches.ts';
import { createHost, type Host } from './commandHost.ts';
import { createLayoutSaver } from './layoutSaver.ts';
import { StatusBar } from './StatusBar.tsx';

export interface RestParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly paneStates: PaneStateStore;
  readonly panes: PaneRegistry;
  readonly navigate: (path: string) => void;
  /** Hands over the keys: those pressed so far, and all that come. */
  readonly release: (layer: Pick<KeyLayer, 'press' | 'hold'>) => void;
}

export interface Rest {
  readonly host: Host;
  readonly batches: Batches;
  /** Component above the top line. */
  readonly Above: () => React.ReactNode;
  /** Component that overlays everything. */
  readonly Over: () => React.ReactNode;
  readonly Bottom: () => React.ReactNode;
}

loadWhenIdle(loadPhoneLibrary);
loadWhenIdle(loadReaders);
const loadWindowTitle = () => startupPhases.ready.done.then(() => import('./windowTitle.ts'));

/** Keys pressed before it is there wait for it. */
const loadPalette = () => import('../palette/Palette.tsx').then(({ Palette }) => Palette);
type PaletteView = Awaited<ReturnType<typeof loadPalette>>;

/** The notices, each with the key that does what it offers from where the keyboard is. */
function NoticesHere() {
  const { caps } = useCommandHost();
  return <Notices findKeys={caps.reach} />;
}

/** Loads the parts of the areas that come after the first rows. */
async function fetchLateFeatures(): Promise<LateFeature[]> {
  const found = await Promise.all(Object.values(areas).map(({ late }) => late()));
  return found.map(({ late }) => late);
}

/** Makes it all, once. */
export async function startDeferredShell({ release, ...parts }: RestParts): Promise<Rest> {
  const { app } = parts;
  void loadIcons().catch(() => undefined);
  void fetchCalls().catch(() => undefined);
  const registry = createGrowingRegistry(firstAreas);
  // The page is loaded again without them, as without those of the first key.
  import('#commands/laterAreas.ts').then(registry.complete, reloadSoon);
  void registry.completed?.then(startupPhases.whole.complete);
  const features = await fetchLateFeatures();
  // No key waits for it, and it is wanted soon. Without it the page is loaded again, as without the commands.
  const palette = Promise.all([loadPalette(), registry.completed]).then(([view]) => view);
  palette.catch(reloadSoon);
  const batches = createBatches(app);
  registerStore('batches', batches.clear);
  const { host, deps } = createHost({ ...parts, registry, features, batches });
  listenToCounts(app);
  const saveLayouts = createLayoutSaver(app, parts.workspace);
  let saved = parts.workspace.get().layout;
  parts.workspace.subscribe(() => {
    const { layout } = parts.workspace.get();
    if (layout !== saved) saveLayouts();
    saved = layout;
  });
  void loadWindowTitle().then(({ startWindowTitle }) => startWindowTitle(parts));
  let choosesCompany = false;
  host.palette.subscribe(() => {
    const before = choosesCompany;
    choosesCompany = host.palette.getPendingArgument()?.named.name === 'company';
    if (choosesCompany && !before) void refreshCompanies(app).catch(() => undefined);
  });
  for (const { changes, start, panes } of features) {
    if (changes) invalidateOnChanges(app, changes);
    start?.(deps);
    for (const code of Object.values(panes)) loadWhenIdle(code);
  }
  const statuses = features.flatMap(({ Status }) => Status ?? []);
  const banners = features.flatMap(({ Banner }) => Banner ?? []);
  return {
    host,
    batches,
    Above: () => (
      <>
        {banners.map((Banner) => (
          <Part key={Banner.name}>
            <Banner />
          </Part>
        ))}
        <ImpersonationFrame />
      </>
    ),
    Over: () => {
      const [Palette, setPalette] = useState<PaletteView | null>(null);
      // The components the keys act on are drawn by now: effects of children come first.
      useEffect(() => {
        release(host.keys);
        startupPhases.ready.complete();
        palette
          .then((view) => setPalette(() => view))
          .then(loadDeferredChunks)
          .catch(() => undefined);
      }, []);
      return (
        <>
          {Palette && <Palette palette={host.palette} Holders={RoleHolders} />}
          <KeyLayerView />
          <Part>
            <AccountDialogs />
          </Part>
          <NoticesHere />
        </>
      );
    },
    Bottom: () => <StatusBar batches={batches} statuses={statuses} />,
  };
}
