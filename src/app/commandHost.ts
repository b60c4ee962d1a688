/** Brings the commands to life: context, services, dispatcher, keys and palette, made once for the window. */
import { createDispatcher, type Dispatcher } from '#commands/core/dispatcher.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context, FlowEvents, FlowId } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import { type CommandHost, type ContextSource, createKeyLayer, createRecorder, ownsKey, replay } from '../keys/index.ts';
import { createFrecency, createPalette, type PaletteController } from '../palette/index.ts';
import type { LateFeature } from '../panes/feature.ts';
import { type PaneHandles, type PaneRegistry, type PaneRegistryStore, panesOf, type ServiceDeps, type Workspace } from '../panes/index.ts';
import { registerStore } from '../store/sessionStores.ts';
import { createSignal } from '../store/store.ts';
import { notices, platform } from '../ui/index.ts';
import type * as areas from './areas.ts';
import { createAwaited } from './awaited.ts';
import type { Batches } from './batches.ts';
import { nearest, readContext } from './context.ts';
import { createPaneServices } from './paneServices.ts';

interface HostParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly board: PaneRegistryStore;
  readonly panes: PaneRegistry;
  readonly batches: Batches;
  readonly features: readonly LateFeature[];
  readonly navigate: (path: string) => void;
}
type LateOf<A> = A extends { late(): Promise<{ readonly late: infer L }> } ? L : never;
type ServicesOf<L> = L extends { services(deps: ServiceDeps): infer S } ? S : never;
type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
/** Services of all areas together; a missing one does not compile. */
type ServedByAreas = Merged<{ [A in keyof typeof areas]: ServicesOf<LateOf<(typeof areas)[A]>> }[keyof typeof areas]>;

export type Host = CommandHost & {
  readonly palette: PaletteController;
};

const clock = {
  setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clearTimeout: (id: number) => window.clearTimeout(id),
};

const now = () => performance.now();

const standing = (features: readonly LateFeature[]) => features.flatMap(({ flows }) => Object.values(flows ?? {}));

/** The context, kept until something in it may have changed. Listeners hear once a frame; whoever asks gets the newest. */
function createContextSource(
  parts: HostParts,
  palette: () => PaletteController | null,
  dispatcher: () => Dispatcher | null,
): ContextSource & { touch: () => void } {
  const { app, workspace, board, panes, features } = parts;
  const updated = createSignal();
  const commands = registry.all.map(({ id, title, icon }) => ({ id, title, icon }));
  let kept: Context | null = null;
  let queued = false;
  const touch = () => {
    kept = null;
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      updated.tell();
    });
  };
  const parted: readonly { subscribe: (listener: () => void) => unknown }[] = [
    app,
    workspace,
    board,
    ...standing(features),
    app.login,
    app.companySwitch,
    app.realtime,
  ];
  for (const part of parted) part.subscribe(touch);
  const known = features.flatMap((feature) => feature.known?.(app, touch) ?? []);
  // Keys may come faster than frames: a command acts on what is selected now, not on what was drawn.
  board.onStale(() => {
    kept = null;
  });
  document.addEventListener('focusin', touch);
  document.addEventListener('focusout', touch);
  return {
    get: () => {
      kept ??= readContext({
        app,
        workspace,
        board,
        registry: panes,
        known,
        features,
        commands,
        paletteView: () => palette()?.view() ?? null,
        undoable: () => dispatcher()?.getUndoable() ?? null,
      });
      return kept;
    },
    subscribe: updated.subscribe,
    touch,
  };
}

/** Sends a person's event to the flow that is open. */
function sendTo({ app, workspace, board, batches, features }: HostParts, palette: PaletteController) {
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
    (ours[flow] ?? areas ?? nearest(workspace, board, (told) => told.handles?.send?.[flow]))?.(event);
  };
}

/** Remembers what held before help had the focus. */
function watchElsewhere(source: ContextSource): () => Context {
  let last: Context | null = null;
  const look = () => {
    const now = source.get();
    if (now.focus.pane?.kind !== 'help') last = now;
    return last ?? now;
  };
  source.subscribe(look);
  return look;
}

/** The palette gives the keyboard back to what had it, unless a command has opened another pane meanwhile. */
function holdFocus(workspace: Workspace): () => void {
  const before = document.activeElement;
  const { focusedId } = workspace.get().layout;
  return () => {
    if (workspace.get().layout.focusedId !== focusedId) workspace.focusDom();
    else if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

/** Makes it, and what the areas' services and starts work with. */
export function createHost(parts: HostParts): { readonly host: Host; readonly deps: ServiceDeps } {
  const { app, workspace, board } = parts;
  let dispatcher: Dispatcher | null = null;
  let palette: PaletteController | null = null;
  const source = createContextSource(
    parts,
    () => palette,
    () => dispatcher,
  );
  const handle = <K extends keyof PaneHandles>(name: K): PaneHandles[K] | null => nearest(workspace, board, (told) => told.handles?.[name]) ?? null;
  const handleOnce: ServiceDeps['handleOnce'] = (name, isWanted, signal) =>
    new Promise((resolve) => {
      const look = () => {
        const open = handle(name);
        if (open && isWanted(open)) end(open);
      };
      const stop = board.subscribe(look);
      const end = (open: Parameters<typeof isWanted>[0] | null) => {
        stop();
        signal.removeEventListener('abort', late);
        resolve(open);
      };
      const late = () => end(null);
      signal.addEventListener('abort', late);
      if (signal.aborted) late();
      else look();
    });
  const frecency = createFrecency(window.localStorage, () => Date.now());
  let made: Services | null = null;
  const services = (): Services => {
    made ??= makeServices();
    return { ...made, table: nearest(workspace, board, (told) => told.table) };
  };
  const deps: ServiceDeps = {
    app,
    workspace,
    handle,
    handleOnce,
    followBatch: parts.batches.follow,
    services,
    run: (commandId) => void live.run(commandId, { source: 'button' }),
  };
  const live = createDispatcher({ registry, getContext: source.get, getServices: services, createKey: () => crypto.randomUUID(), onUsed: frecency.record });
  dispatcher = live;
  const shown = createPalette({ registry, source, dispatcher: () => live, services, frecency, holdFocus: () => holdFocus(workspace) });
  palette = shown;
  // The typed text is the palette's own: the context changes with its state alone.
  let state = shown.view().state;
  shown.subscribe(() => {
    if (shown.view().state === state) return;
    state = shown.view().state;
    source.touch();
  });
  // A run that failed because the session has ended is no matter for the palette: the way on is to sign in.
  shown.subscribe(() => {
    if (shown.view().state === 'open.failed' && isIn(app.login.getSnapshot(), 'signedOut')) shown.close();
  });
  live.subscribe(source.touch);
  const elsewhere = watchElsewhere(source);
  const keys = createKeyLayer({
    registry,
    source,
    dispatcher: live,
    clock,
    platform: platform(),
    tell: (message) => void notices.notify({ tone: 'info', message }),
    ownsKey,
    now,
    awaited: createAwaited({ app, workspace, board, panes: parts.panes, isPaletteOpen: shown.isOpen, now }),
    replay,
  });
  const recorder = createRecorder({ registry, source, keys, services, clock });
  // Each area brings services of its own; together they are all of them.
  const ofAreas = (): ServedByAreas => Object.assign({}, ...parts.features.map((feature) => feature.services(deps))) as ServedByAreas;
  const makeServices = (): Services => ({
    ...ofAreas(),
    supportEmail: app.config.supportEmail,
    panes: createPaneServices(app, workspace, board),
    table: null,
    flows: { send: sendTo(parts, shown) },
    palette: shown,
    keys: {
      showHelp: () => workspace.open('help', {}, panesOf(workspace.get().layout.root).some((pane) => pane.view.kind === 'help') ? 'auto' : 'right'),
      record: (id) => recorder.start(id),
    },
    navigate: parts.navigate,
    commands: live,
  });
  registerStore('undo', live.clearUndo, 'company');
  const rankAsPerson = () => frecency.enter(app.get().user?.id ?? null);
  rankAsPerson();
  registerStore('ranking', rankAsPerson);
  registerStore('palette', shown.forget);
  registerStore('keys that wait', keys.forget);
  registerStore('key recorder', recorder.cancel);
  return { host: { registry, source, dispatcher: live, keys, recorder, services, palette: shown, elsewhere }, deps };
}
