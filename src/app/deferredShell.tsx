/** Loads after the first paint: commands, keyboard, palette, outbox and change subscriptions. */
import { QueryObserver } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keysFromHere } from '#commands/keymap/resolve.ts';
import type { App } from '../api/app.ts';
import { fetchCalls } from '../api/client.ts';
import { listenToCounts, lookAtCompanies } from '../api/countsLive.ts';
import { registerStore } from '../api/sessionStores.ts';
import { loadDeferredChunks, startupPhases, whenIdle } from '../api/startupPhases.ts';
import { tagsQuery } from '../api/tags.ts';
import { AccountDialogs, ImpersonationFrame, watchOtherTabs } from '../features/auth/index.ts';
import { listenToBlocks } from '../features/blocks/index.ts';
import { listenToCalls } from '../features/calling/index.ts';
import { listenToSetup } from '../features/companies/index.ts';
import { listenToContacts } from '../features/contacts/index.ts';
import { createOutgoing, listenToConversations, type Outgoing } from '../features/conversations/index.ts';
import { listenToExports } from '../features/exports/index.ts';
import { listenToGreetings } from '../features/greetings/index.ts';
import { listenToMarketplace } from '../features/marketplace/index.ts';
import { listenToNumbers, numbersQuery } from '../features/numbers/index.ts';
import { listenToPorts } from '../features/porting/index.ts';
import { listenToRoutings } from '../features/routing/index.ts';
import { listenToSchedules } from '../features/schedule/index.ts';
import { listenToTemplates } from '../features/templates/index.ts';
import { KeyLayerView, useCommandContext, useCommandHost } from '../keys/index.ts';
import type { KeyLayer } from '../keys/layer.ts';
import { Palette } from '../palette/index.ts';
import type { PaneRegistry, PaneRegistryStore, Workspace } from '../panes/index.ts';
import { loadIcons, loadPhones, Notices } from '../ui/index.ts';
import { BottomLine } from './BottomLine.tsx';
import { type Batches, createBatches } from './batches.ts';
import { createHost, type Host } from './commandHost.ts';

export interface RestParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly board: PaneRegistryStore;
  readonly panes: PaneRegistry;
  readonly navigate: (path: string) => void;
  /** Hands over the keys: those pressed so far, and all that come. */
  readonly release: (layer: Pick<KeyLayer, 'press'>) => void;
}

export interface Rest {
  readonly host: Host;
  readonly outgoing: Outgoing;
  readonly batches: Batches;
  /** What stands above the top line. */
  readonly Above: () => React.ReactNode;
  /** What lies over everything. */
  readonly Over: () => React.ReactNode;
  readonly Bottom: () => React.ReactNode;
}

/** Commands and searches choose from the company's numbers and tags: asked for with the company, and anew when one comes, changes or goes. */
function followChoices(app: App, touch: () => void): void {
  let asked: number | null = null;
  let stop = () => {};
  const follow = () => {
    const { companyId, permissions } = app.get();
    if (companyId === asked) return;
    stop();
    stop = () => {};
    asked = companyId;
    if (companyId === null || !permissions.has('numbers.read')) return;
    const following = [new QueryObserver(app.queries, numbersQuery(app, companyId)), new QueryObserver(app.queries, tagsQuery(app, companyId))].map((each) =>
      each.subscribe(touch),
    );
    stop = () => {
      for (const leave of following) leave();
    };
  };
  app.subscribe(follow);
  follow();
}

whenIdle(loadPhones);

/** The notices, each with the key that does what it offers from where the keyboard is. */
function NoticesHere() {
  const { keys, registry, source } = useCommandHost();
  const context = useCommandContext(source);
  return <Notices keysOf={(command) => keysFromHere(keys.get(), registry, context, command)} />;
}

/** Makes it all, once. */
export function startDeferredShell({ release, ...parts }: RestParts): Rest {
  const { app } = parts;
  void loadIcons().catch(() => undefined);
  void fetchCalls().catch(() => undefined);
  const outgoing = createOutgoing(app);
  const batches = createBatches(app);
  registerStore('outgoing messages', outgoing.clear);
  registerStore('batches', batches.clear);
  const host = createHost({
    ...parts,
    outgoing,
    batches,
    numbers: () => {
      const { companyId } = app.get();
      return companyId === null ? null : (app.queries.getQueryData(numbersQuery(app, companyId).queryKey) ?? null);
    },
    tags: () => {
      const { companyId } = app.get();
      return companyId === null ? [] : (app.queries.getQueryData(tagsQuery(app, companyId).queryKey) ?? []);
    },
  });
  listenToCounts(app);
  let choosesCompany = false;
  host.palette.subscribe(() => {
    const before = choosesCompany;
    choosesCompany = host.palette.asked()?.named.name === 'company';
    if (choosesCompany && !before) void lookAtCompanies(app).catch(() => undefined);
  });
  listenToSetup(app, () => void host.dispatcher.run('company.finishSetup', { source: 'button' }));
  listenToConversations(app, outgoing);
  listenToContacts(app);
  listenToNumbers(app);
  listenToCalls(app);
  listenToRoutings(app);
  listenToTemplates(app);
  listenToExports(app);
  listenToBlocks(app);
  listenToSchedules(app);
  listenToMarketplace(app);
  listenToPorts(app);
  listenToGreetings(app);
  followChoices(app, parts.board.touch);
  watchOtherTabs(app);
  return {
    host,
    outgoing,
    batches,
    Above: ImpersonationFrame,
    Over: () => {
      // What the keys act on is drawn by now: effects of children come first.
      useEffect(() => {
        release(host.keys);
        startupPhases.ready.tell();
        loadDeferredChunks();
      }, []);
      return (
        <>
          <Palette palette={host.palette} />
          <KeyLayerView />
          <AccountDialogs />
          <NoticesHere />
        </>
      );
    },
    Bottom: () => <BottomLine batches={batches} />,
  };
}
