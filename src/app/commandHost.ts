/** Brings the commands to life: context, services, dispatcher, keys and palette, made once for the window. */
import { createDispatcher, type Dispatcher } from '#commands/core/dispatcher.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context, FlowEvents, FlowId } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { flows, isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import { registerStore } from '../api/sessionStores.ts';
import { createActivityServices } from '../features/activity/index.ts';
import { createAuthServices, resetFlow } from '../features/auth/index.ts';
import { createBlockServices } from '../features/blocks/index.ts';
import { createCallingServices } from '../features/calling/index.ts';
import { createCallServices } from '../features/calls/index.ts';
import { createCompanyListServices } from '../features/companies/index.ts';
import { createContactServices } from '../features/contacts/index.ts';
import {
  createComposerServices,
  createConversationServices,
  createFaxServices,
  createNoteServices,
  createNotificationServices,
  type Outgoing,
} from '../features/conversations/index.ts';
import { createExportServices } from '../features/exports/index.ts';
import { createForwardServices } from '../features/forwards/index.ts';
import { createGreetingServices } from '../features/greetings/index.ts';
import { createMarketplaceServices } from '../features/marketplace/index.ts';
import { createNumberServices } from '../features/numbers/index.ts';
import { createPortingServices } from '../features/porting/index.ts';
import { createPurchaseServices } from '../features/purchase/index.ts';
import { createRoutingServices } from '../features/routing/index.ts';
import { createScheduleServices } from '../features/schedule/index.ts';
import { createCustomFieldServices, createTagServices } from '../features/tags/index.ts';
import { createTemplateServices } from '../features/templates/index.ts';
import { type CommandHost, type ContextSource, createKeyLayer, createRecorder, ownsKey, replay } from '../keys/index.ts';
import { createFrecency, createPalette, type PaletteController } from '../palette/index.ts';
import { flowView } from '../panes/flowView.ts';
import { type PaneHandles, type PaneRegistry, type PaneRegistryStore, panesOf, type ServiceDeps, type Workspace } from '../panes/index.ts';
import { notices, platform } from '../ui/index.ts';
import { createAwaited } from './awaited.ts';
import type { Batches } from './batches.ts';
import { nearest, readContext } from './context.ts';
import { createCallerServices } from './services/callers.ts';
import { createClipboardServices } from './services/clipboard.ts';
import { createPaneServices } from './services/panes.ts';
import { createLogServices, createLookupServices, createPreferenceServices, createSandboxServices, createSessionServices } from './services/person.ts';

interface HostParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly board: PaneRegistryStore;
  readonly panes: PaneRegistry;
  readonly outgoing: Outgoing;
  readonly batches: Batches;
  /** Null while they have not come. */
  readonly numbers: () => Context['numbers'] | null;
  readonly tags: () => Context['tags'];
  readonly navigate: (path: string) => void;
}
export type Host = CommandHost & {
  readonly palette: PaletteController;
};

const clock = {
  setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clearTimeout: (id: number) => window.clearTimeout(id),
};

const now = () => performance.now();

/** The context, kept until something in it may have changed. Listeners hear once a frame; whoever asks gets the newest. */
function createContextSource(
  parts: HostParts,
  palette: () => PaletteController | null,
  dispatcher: () => Dispatcher | null,
): ContextSource & { touch: () => void } {
  const { app, workspace, board, panes, numbers, tags } = parts;
  const listeners = new Set<() => void>();
  const commands = registry.all.map(({ id, title, icon }) => ({ id, title, icon }));
  let kept: Context | null = null;
  let queued = false;
  const touch = () => {
    kept = null;
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      for (const listener of listeners) listener();
    });
  };
  const parted: readonly { subscribe: (listener: () => void) => unknown }[] = [app, workspace, board, resetFlow, app.login, app.companySwitch, app.realtime];
  for (const part of parted) part.subscribe(touch);
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
        numbers,
        tags,
        commands,
        paletteView: () => palette()?.view() ?? null,
        undoable: () => dispatcher()?.undoable() ?? null,
        resetView,
      });
      return kept;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch,
  };
}

/** Sends a person's event to the flow that is open. */
function sendTo({ app, workspace, board, batches }: HostParts, palette: PaletteController) {
  const pane = <F extends FlowId>(flow: F, event: FlowEvents[F]) => nearest(workspace, board, (told) => told.handles?.send?.[flow])?.(event);
  const senders: { readonly [F in FlowId]: (event: FlowEvents[F]) => void } = {
    login: (event) => app.login.send(event),
    companySwitch: (event) => app.companySwitch.send(event),
    realtime: (event) => app.realtime.send(event),
    palette: (event) => palette.actor.send(event),
    batch: (event) => {
      for (const actor of batches.list()) actor.send(event);
    },
    outgoingMessage: (event) => pane('outgoingMessage', event),
    numberPurchase: (event) => pane('numberPurchase', event),
    reviewRun: (event) => pane('reviewRun', event),
    routingEdit: (event) => pane('routingEdit', event),
    greetingEdit: (event) => pane('greetingEdit', event),
    portIn: (event) => pane('portIn', event),
    passwordReset: (event) => resetFlow.current()?.send(event),
  };
  return <F extends FlowId>(flow: F, event: FlowEvents[F]) => senders[flow](event);
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

const resetView = () => {
  const actor = resetFlow.current();
  return actor === null ? null : flowView(flows.passwordReset, actor.getSnapshot());
};

export function createHost(parts: HostParts): Host {
  const { app, workspace, board } = parts;
  let dispatcher: Dispatcher | null = null;
  let palette: PaletteController | null = null;
  const source = createContextSource(
    parts,
    () => palette,
    () => dispatcher,
  );
  const handle = <K extends keyof PaneHandles>(name: K): PaneHandles[K] | null => nearest(workspace, board, (told) => told.handles?.[name]) ?? null;
  const around: ServiceDeps = { app, workspace, handle, followBatch: parts.batches.follow };
  const frecency = createFrecency(window.localStorage, () => Date.now());
  let made: Services | null = null;
  const services = (): Services => {
    made ??= makeServices();
    return { ...made, table: nearest(workspace, board, (told) => told.table) };
  };
  const live = createDispatcher({ registry, context: source.get, services, newKey: () => crypto.randomUUID(), onUsed: frecency.record });
  dispatcher = live;
  const shown = createPalette({ registry, source, dispatcher: () => live, services, frecency, holdFocus: () => holdFocus(workspace) });
  palette = shown;
  // What is typed is the palette's own: the context changes with its state alone.
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
  const makeServices = (): Services => ({
    supportEmail: app.config.supportEmail,
    panes: createPaneServices(app, workspace, board),
    table: null,
    notices: {
      show: (notice) => void notices.notify(notice),
      dismiss: () => notices.hide(),
      dismissAll: () => notices.dismissAll(),
      remove: (ids) => {
        for (const id of ids) notices.dismiss(id);
      },
      act: (id) =>
        notices
          .snapshot()
          .log.find((notice) => notice.id === id)
          ?.action?.onAct(),
    },
    flows: { send: sendTo(parts, shown) },
    palette: shown,
    keys: {
      showHelp: () => workspace.open('help', {}, panesOf(workspace.get().layout.root).some((pane) => pane.view.kind === 'help') ? 'auto' : 'right'),
      record: (id) => recorder.start(id),
    },
    navigate: parts.navigate,
    preferences: createPreferenceServices(app),
    lookup: createLookupServices(app),
    session: createSessionServices(app),
    auth: createAuthServices(app),
    commands: live,
    conversations: createConversationServices(around),
    contacts: createContactServices(around),
    activity: createActivityServices(around),
    numbers: createNumberServices(around),
    blocks: createBlockServices(around),
    purchase: createPurchaseServices(around),
    calls: createCallServices(around),
    tags: createTagServices(app),
    customFields: createCustomFieldServices(app),
    calling: createCallingServices(around),
    routing: createRoutingServices(around),
    greetings: createGreetingServices(around),
    templates: createTemplateServices(around),
    marketplace: createMarketplaceServices(around),
    forwards: createForwardServices(app),
    schedule: createScheduleServices(around),
    porting: createPortingServices(around),
    callers: createCallerServices(app),
    exports: createExportServices(app, () => services().calls.shown()),
    companies: createCompanyListServices(around),
    clipboard: createClipboardServices(),
    notes: createNoteServices(app),
    notifications: createNotificationServices(app),
    composer: createComposerServices(around, parts.outgoing),
    faxes: createFaxServices(around),
    recording: {
      toggle: () => handle('recording')?.toggle(),
      seek: (seconds) => handle('recording')?.seek(seconds),
      setRate: (rate) => handle('recording')?.setRate(rate),
      download: () => handle('recording')?.download(),
    },
    sandbox: createSandboxServices(app),
    log: createLogServices(app, () => workspace.open('log')),
  });
  registerStore('undo', live.forget, 'company');
  const rankAsPerson = () => frecency.enter(app.get().user?.id ?? null);
  rankAsPerson();
  registerStore('ranking', rankAsPerson);
  registerStore('palette', shown.forget);
  registerStore('keys that wait', keys.forget);
  registerStore('key recorder', recorder.cancel);
  return { registry, source, dispatcher: live, keys, recorder, services, palette: shown, elsewhere };
}
