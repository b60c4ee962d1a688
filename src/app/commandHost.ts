/** Brings the commands to life: context, services, dispatcher, keys and palette, made once for the window. */
import type { Command } from '#commands/core/command.ts';
import { createDispatcher, type Dispatcher } from '#commands/core/dispatcher.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context, FlowEvents, FlowId } from '#commands/core/types.ts';
import { exclusiveScopes } from '#commands/keymap/resolve.ts';
import { isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import { createPatience } from '../api/idle.ts';
import { type CommandHost, type ContextSource, createHelp, createKeyLayer, createLiveKeys, createRecorder, replay } from '../keys/index.ts';
import { createFrecency, createPalette, type PaletteController } from '../palette/index.ts';
import { type ClosedPanes, createClosedPanes } from '../panes/closedPanes.ts';
import type { LateFeature } from '../panes/feature.ts';
import type { PaneHandles, PaneRegistry, PaneStateStore, ServiceDeps, Workspace } from '../panes/index.ts';
import { registerStore } from '../store/sessionStores.ts';
import { createSignal } from '../store/store.ts';
import { getPlatform, notices } from '../ui/index.ts';
import type * as areas from './areas.ts';
import type { Batches } from './batches.ts';
import { findNearest, readContext } from './context.ts';
import { createPaneServices, readPaneContext } from './paneServices.ts';
import { createPendingTarget } from './pendingTarget.ts';

/** Milliseconds, of a page at rest, for which the command of a link waits for what it acts on; and between two looks. */
const linkPatienceMs = 5_000;
const linkLookMs = 50;

interface HostOptions {
  readonly registry: Registry;
  readonly app: App;
  readonly workspace: Workspace;
  readonly paneStates: PaneStateStore;
  readonly panes: PaneRegistry;
  readonly batches: Batches;
  readonly features: readonly LateFeature[];
  readonly navigate: (path: string) => void;
}
type LateOf<A> = A extends { late(): Promise<{ readonly late: infer L }> } ? L : never;
type ServicesOf<L> = L extends { services(deps: ServiceDeps): infer S } ? S : never;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
/** Services of all areas together; a missing one does not compile. */
type AllAreaServices = Intersection<{ [A in keyof typeof areas]: ServicesOf<LateOf<(typeof areas)[A]>> }[keyof typeof areas]>;

export type Host = CommandHost & {
  readonly palette: PaletteController;
  /** Runs the command of a link once what it acts on is there. */
  runFromLink(id: string, args: ArgText): Promise<void>;
};

const clock = {
  setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clearTimeout: (id: number) => window.clearTimeout(id),
};

const listStandingFlows = (features: readonly LateFeature[]) => features.flatMap(({ flows }) => Object.values(flows ?? {}));

/** The context, kept until something in it may have changed. Listeners hear once a frame; whoever asks gets the newest. */
function createContextSource(
  parts: HostOptions,
  closedPanes: ClosedPanes,
  palette: () => PaletteController | null,
  dispatcher: () => Dispatcher | null,
): ContextSource & { invalidate: () => void } {
  const { app, workspace, paneStates, panes, features, registry } = parts;
  const updated = createSignal();
  let cached: Context | null = null;
  let queued = false;
  const invalidate = () => {
    cached = null;
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      updated.notify();
    });
  };
  const parted: readonly { subscribe: (listener: () => void) => unknown }[] = [
    app,
    workspace,
    paneStates,
    ...listStandingFlows(features),
    app.login,
    app.companySwitch,
    app.realtime,
  ];
  for (const part of parted) part.subscribe(invalidate);
  const known = [...features.flatMap((feature) => feature.provideContext?.(app, invalidate) ?? []), () => readPaneContext(app, workspace, closedPanes)];
  // Keys may come faster than frames: a command acts on what is selected now, not on what was drawn.
  paneStates.onStale(() => {
    cached = null;
  });
  document.addEventListener('focusin', invalidate);
  document.addEventListener('focusout', invalidate);
  return {
    get: () => {
      cached ??= readContext({
        app,
        workspace,
        paneStates,
        registry: panes,
        known,
        features,
        commands: registry,
        paletteView: () => palette()?.view() ?? null,
        undoable: () => dispatcher()?.getUndoable() ?? null,
      });
      return cached;
    },
    subscribe: updated.subscribe,
    invalidate,
  };
}

/** Sends a person's event to the flow that is open. */
function createSender({ app, workspace, paneStates, batches, features }: HostOptions, palette: PaletteController) {
  const ours: { readonly [F in FlowId]?: (event: FlowEvents[F]) => void } = {
    login: (event) => app.login.send(event),
    companySwitch: (event) => app.companySwitch.send(event),
    realtime: (event) => app.realtime.send(event),
    palette: (event) => palette.actor.send(event),
    batch: (event) => {
      for (const actor of batches.list()) actor.send(event);
    },
  };
  return <F extends FlowId>(flow: F, event: FlowEvents[F]) => {
    const areas = features.map(({ flows: standing }) => standing?.[flow]?.send).find((send) => send !== undefined);
    (ours[flow] ?? areas ?? findNearest(workspace, paneStates, (state) => state.handles?.send?.[flow]))?.(event);
  };
}

/** Remembers what held before a dialog or the palette had the focus. */
function watchOuterContext(source: ContextSource): () => Context {
  let last: Context | null = null;
  const update = () => {
    const now = source.get();
    if (!now.focus.scopes.some((scope) => exclusiveScopes.includes(scope))) last = now;
    return last ?? now;
  };
  source.subscribe(update);
  return update;
}

/** The palette gives the keyboard back to what had it, unless a command has opened another pane meanwhile. */
function saveFocus(workspace: Workspace): () => void {
  const before = document.activeElement;
  const { focusedId } = workspace.get().layout;
  return () => {
    if (workspace.get().layout.focusedId !== focusedId) workspace.focusDom();
    else if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

/** Makes it, and what the areas' services and starts work with. */
export function createHost(parts: HostOptions): { readonly host: Host; readonly deps: ServiceDeps } {
  const { app, workspace, paneStates, registry } = parts;
  let dispatcher: Dispatcher | null = null;
  let palette: PaletteController | null = null;
  const closedPanes = createClosedPanes(workspace);
  registerStore('closed panes', closedPanes.clear, 'company');
  const source = createContextSource(
    parts,
    closedPanes,
    () => palette,
    () => dispatcher,
  );
  const handle = <K extends keyof PaneHandles>(name: K): PaneHandles[K] | null => findNearest(workspace, paneStates, (state) => state.handles?.[name]) ?? null;
  const handleOnce: ServiceDeps['handleOnce'] = (name, isWanted, signal) =>
    new Promise((resolve) => {
      const check = () => {
        const open = handle(name);
        if (open && isWanted(open)) finish(open);
      };
      const stop = paneStates.subscribe(check);
      const finish = (open: Parameters<typeof isWanted>[0] | null) => {
        stop();
        signal.removeEventListener('abort', abort);
        resolve(open);
      };
      const abort = () => finish(null);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      else check();
    });
  const frecency = createFrecency(window.localStorage, () => Date.now());
  let made: Services | null = null;
  const getServices = (): Services => {
    made ??= createServices();
    return { ...made, table: findNearest(workspace, paneStates, (state) => state.table) };
  };
  const deps: ServiceDeps = {
    app,
    workspace,
    handle,
    handleOnce,
    followBatch: parts.batches.follow,
    services: getServices,
    findViewAddress: async (kind) => (await import('./addressWriter.ts')).findViewAddress(kind),
    run: (commandId) => void live.run(commandId, { source: 'button' }),
  };
  const onDone = ({ id, quiet }: Command): void => {
    if (!quiet) frecency.record(id);
    for (const feature of parts.features) feature.onCommandDone?.(app, id);
  };
  const live = createDispatcher({ registry, getContext: source.get, getServices, createKey: () => crypto.randomUUID(), onDone });
  dispatcher = live;
  const shown = createPalette({
    registry,
    source,
    dispatcher: () => live,
    services: getServices,
    frecency,
    saveFocus: () => saveFocus(workspace),
    getPlace: () => window.location.pathname,
  });
  palette = shown;
  // The typed text is the palette's own: the context changes with its state alone.
  let state = shown.view().state;
  shown.subscribe(() => {
    if (shown.view().state === state) return;
    state = shown.view().state;
    source.invalidate();
  });
  // A run that failed because the session has ended is no matter for the palette: the way on is to sign in.
  shown.subscribe(() => {
    if (shown.view().state === 'open.failed' && isIn(app.login.getSnapshot(), 'signedOut')) shown.close();
  });
  live.subscribe(source.invalidate);
  void registry.completed?.then(source.invalidate);
  const help = createHelp(watchOuterContext(source));
  registerStore('help', help.clear);
  const getOverlay = () => (shown.isOpen() ? 'The palette' : help.get() === null ? null : 'The list of keys');
  const startPatience = createPatience(clock.setTimeout);
  const getPendingTarget = createPendingTarget({ app, workspace, paneStates, panes: parts.panes, getOverlay, startPatience });
  const runFromLink = async (id: string, args: ArgText): Promise<void> => {
    const patience = startPatience(linkPatienceMs);
    while (getPendingTarget() !== null && !patience.isOver()) await new Promise<void>((done) => clock.setTimeout(done, linkLookMs));
    await live.run(id, { source: 'url', args });
  };
  const keys = createKeyLayer({
    registry,
    source,
    dispatcher: live,
    clock,
    platform: getPlatform(),
    notify: (message) => void notices.notify({ tone: 'info', message }),
    startPatience,
    getPendingTarget,
    replay,
  });
  const recorder = createRecorder({ registry, source, keys, services: getServices, clock });
  // Each area brings services of its own; together they are all of them.
  const createAreaServices = (): AllAreaServices => Object.assign({}, ...parts.features.map((feature) => feature.services(deps))) as AllAreaServices;
  const createServices = (): Services => ({
    ...createAreaServices(),
    supportEmail: app.config.supportEmail,
    panes: createPaneServices(app, workspace, paneStates, closedPanes),
    table: null,
    flows: { send: createSender(parts, shown) },
    palette: shown,
    keys: {
      showHelp: help.open,
      leaveHelp: help.leave,
      record: (id) => recorder.start(id),
    },
    navigate: parts.navigate,
    commands: live,
  });
  registerStore('undo', live.clearUndo, 'company');
  const rankAsPerson = () => frecency.enter(app.get().user?.id ?? null);
  rankAsPerson();
  registerStore('ranking', rankAsPerson);
  registerStore('palette', shown.clear);
  registerStore('keys that wait', keys.clear);
  registerStore('key recorder', recorder.cancel);
  const caps = createLiveKeys({ registry, source, keymap: keys });
  return { host: { registry, source, dispatcher: live, keys, caps, recorder, services: getServices, palette: shown, help, runFromLink }, deps };
}
