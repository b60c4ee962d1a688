/** Context of commands at one moment: computed on request from the state, the flows and the panes. */

import { emptyContext } from '#commands/core/emptyContext.ts';
import type { Registry } from '#commands/core/registry.ts';
import { getRowSubject, rowKinds } from '#commands/core/rows.ts';
import { isScope, scopes } from '#commands/core/scopes.ts';
import type { AreaContext, Context, FlowId, FlowView, RowKind, RowTypes, Scope } from '#commands/core/types.ts';
import * as companySwitch from '#machines/companySwitch/index.ts';
import * as login from '#machines/login/index.ts';
import * as realtime from '#machines/realtime/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../api/app.ts';
import { getOwnedKeys } from '../keys/ownedKeys.ts';
import type { LateFeature } from '../panes/feature.ts';
import type { PaneRegistry, PaneState, PaneStateStore, Workspace } from '../panes/index.ts';
import { getFocusedPane, getPreviousLayout, isRelated, listPanes, type ShownSubject } from '../panes/index.ts';
import { createFlowView } from '../store/flowView.ts';
import { listOpenable } from './openable.ts';

/** Scopes from the element that has the keyboard outwards, by `data-scope`, text entry and dialogs, then the pane's own, and those that hold everywhere. */
function listScopes(state: PaneState | null, signedIn: boolean, features: readonly LateFeature[]): Scope[] {
  const found = new Set<Scope>();
  let element = document.activeElement;
  if (element instanceof HTMLElement && isTextEntry(element)) found.add('text');
  for (; element; element = element.parentElement) {
    const named = element.getAttribute('data-scope');
    for (const name of named?.split(' ') ?? []) if (isScope(name)) found.add(name);
    if (element.getAttribute('role') === 'dialog' || element.getAttribute('role') === 'menu') found.add('dialog');
  }
  for (const scope of (signedIn && state?.scopes) || []) found.add(scope);
  if (signedIn) for (const feature of features) for (const scope of feature.listScopes?.() ?? []) found.add(scope);
  found.add(signedIn ? 'workspace' : 'signin');
  found.add('global');
  return [...found].sort((a, b) => scopes[b].priority - scopes[a].priority);
}

/** Checks whether typing goes into this element. */
function isTextEntry(element: Element): boolean {
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color', 'file'].includes(element.type);
}

/** Returns the subject of a row, with its kind. */
function toShown<K extends RowKind>(kind: K, row: RowTypes[K] | undefined): ShownSubject | null {
  const about = row === undefined ? null : getRowSubject(kind, row);
  return about && { kind, ...about };
}

/** Returns the subject a pane shows, open or under its cursor; null when there is none. */
function findShown({ open, rows }: PaneState): ShownSubject | null {
  for (const kind of rowKinds) {
    const shown = toShown(kind, open?.[kind]);
    if (shown) return shown;
  }
  return rows ? toShown(rows.kind, rows.rows[0]) : null;
}

/** Panes in the order in which they are asked: the focused one, then the others as they are read. */
function listPanesByNearness(workspace: Workspace) {
  const { layout } = workspace.get();
  const focused = getFocusedPane(layout);
  return [focused, ...listPanes(layout.root).filter((pane) => pane.id !== focused.id)];
}

/**
 * Returns the states of the panes, nearest first. A command acts on the subject of the focused pane: a pane that shows another subject is left out.
 * If the focused pane has no subject, the nearest pane with one decides.
 */
function listRelatedPanes(workspace: Workspace, paneStates: PaneStateStore): PaneState[] {
  let meant: ShownSubject | null = null;
  const together: PaneState[] = [];
  for (const [at, pane] of listPanesByNearness(workspace).entries()) {
    const state = paneStates.get(pane.id);
    if (state === null) continue;
    // A list beside shows many; it is its open pane that shows one of them.
    const shown = at === 0 || state.table === undefined || state.table === null ? findShown(state) : null;
    if (meant !== null && shown !== null && !isRelated(meant, shown)) continue;
    meant ??= shown;
    together.push(state);
  }
  return together;
}

/** Asks the panes that go together, nearest first, until one has it. */
export function findNearest<T>(workspace: Workspace, paneStates: PaneStateStore, pick: (state: PaneState) => T | null | undefined): T | null {
  for (const state of listRelatedPanes(workspace, paneStates)) {
    const found = pick(state);
    if (found !== null && found !== undefined) return found;
  }
  return null;
}

/** The values that are state, the nearest first. */
function mergeNearest<T extends object>(parts: readonly (T | undefined)[]): Partial<T> {
  const entries = parts.toReversed().flatMap((part) => Object.entries(part ?? {}).filter(([, value]) => value !== undefined));
  return Object.fromEntries(entries) as Partial<T>;
}

/** Checks whether Escape leads anywhere: out of a field or a selection, from what is zoomed or stands over something, or back to a list. */
function canGoBack({ workspace, paneStates }: Pick<ContextParts, 'workspace' | 'paneStates'>, pane: PaneState | null, active: readonly Scope[]): boolean {
  const { layout, origin } = workspace.get();
  if (origin !== null || active.some((scope) => scope === 'text' || scopes[scope].isForm) || layout.zoomedId !== null || getPreviousLayout(layout) !== null)
    return true;
  if (pane?.table) return pane.rows !== null && pane.rows !== undefined && pane.rows.mode !== 'cursor';
  return listPanes(layout.root).some(({ id }) => id !== layout.focusedId && paneStates.get(id)?.table);
}

interface ContextParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly paneStates: PaneStateStore;
  readonly registry: PaneRegistry;
  readonly paletteView: () => FlowView | null;
  readonly undoable: () => Context['undoable'];
  readonly features: readonly LateFeature[];
  /** Context the areas provide for the open company. */
  readonly known: readonly (() => Partial<AreaContext>)[];
  /** The commands, also for those that ask for one. */
  readonly commands: Pick<Registry, 'all' | 'places'>;
}

/** Flows outside of the panes that are on the screen. */
function getStandingViews(features: readonly LateFeature[]): Readonly<Record<string, FlowView>> {
  const all = features.flatMap(({ flows: standing }) => Object.entries(standing ?? {}));
  return Object.fromEntries(
    all.flatMap(([id, flow]) => {
      const view = flow?.view();
      return view ? [[id, view] as const] : [];
    }),
  );
}

/** The context at this moment. */
export function readContext(parts: ContextParts): Context {
  const { app, workspace, paneStates, registry } = parts;
  const state = app.get();
  const { layout } = workspace.get();
  const focused = getFocusedPane(layout);
  const pane = paneStates.get(focused.id);
  const near = listRelatedPanes(workspace, paneStates);
  const isWorking = state.user !== null && isIn(app.login.getSnapshot(), 'authenticated', 'leaving', 'entering', 'loading');
  const palette = parts.paletteView();
  const views: Partial<Record<FlowId, FlowView>> = {
    login: createFlowView(login, app.login.getSnapshot()),
    companySwitch: createFlowView(companySwitch, app.companySwitch.getSnapshot()),
    realtime: createFlowView(realtime, app.realtime.getSnapshot()),
    ...(palette === null ? {} : { palette }),
    ...getStandingViews(parts.features),
    ...near.find(({ flows: inside }) => inside && Object.keys(inside).length > 0)?.flows,
  };
  const ref = (pane: typeof focused) => ({ id: pane.id, kind: pane.view.kind, title: registry[pane.view.kind].title });
  const active = listScopes(pane, isWorking, parts.features);
  const context: Context = {
    ...emptyContext,
    ...mergeNearest(near.map(({ context: own }) => own)),
    ...mergeNearest(parts.known.map((get) => get())),
    focus: {
      scopes: active,
      pane: isWorking ? ref(focused) : null,
      rows: pane?.rows ?? null,
      shows: rowKinds.find((kind) => pane?.open?.[kind] !== undefined && kind !== 'item'),
      columns: pane?.columns ?? [],
      canGoBack: isWorking && canGoBack(parts, pane, active),
      owned: getOwnedKeys(document.activeElement),
      isFiltered: pane?.isFiltered,
    },
    user: state.user,
    company:
      state.company && state.companyId !== null
        ? { id: state.company.id, name: state.company.name, role: state.company.actAs, timezone: state.company.timezone }
        : null,
    companies: state.companies,
    permissions: state.permissions,
    open: mergeNearest(near.map(({ open }) => open)),
    panes: listPanes(layout.root).map(ref),
    openable: [],
    commands: parts.commands.all,
    flows: views,
    online: state.online,
    sandbox: app.config.sandboxUrl !== null,
    demoUsers: app.config.demoUsers,
    hasSpeech: app.config.speaks,
    faxes: app.config.faxes,
    undoable: parts.undoable(),
    preferences: state.preferences,
    keymap: state.keymap,
  };
  return { ...context, openable: listOpenable(registry, parts.commands.places, context) };
}
