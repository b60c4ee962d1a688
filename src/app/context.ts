/** What holds now, for commands: put together when it is asked for, from the state, the flows and what the panes tell. */

import { isScope, scopes } from '#commands/core/scopes.ts';
import type { Context, FlowId, FlowView, Scope } from '#commands/core/types.ts';
import { flows, isIn } from '#machines/index.ts';
import type { App } from '../api/app.ts';
import { flowView } from '../panes/flowView.ts';
import type { PaneRegistry, PaneRegistryStore, PaneState, Workspace } from '../panes/index.ts';
import { focusedPane, goBack, goTogether, panesOf, type Shown } from '../panes/index.ts';

/** Scopes from the element that has the keyboard outwards, by `data-scope`, text entry and dialogs, and then the pane's own. */
function scopesNow(told: PaneState | null, signedIn: boolean): Scope[] {
  const found = new Set<Scope>();
  let element = document.activeElement;
  if (element instanceof HTMLElement && isTextEntry(element)) found.add('text');
  for (; element; element = element.parentElement) {
    const named = element.getAttribute('data-scope');
    for (const name of named?.split(' ') ?? []) if (isScope(name)) found.add(name);
    if (element.getAttribute('role') === 'dialog' || element.getAttribute('role') === 'menu') found.add('dialog');
  }
  for (const scope of (signedIn && told?.scopes) || []) found.add(scope);
  found.add(signedIn ? 'workspace' : 'signin');
  found.add('global');
  return [...found].sort((a, b) => scopes[b].priority - scopes[a].priority);
}

/** Whether typing goes into this element. */
function isTextEntry(element: Element): boolean {
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color', 'file'].includes(element.type);
}

/** Who a pane shows, open or under its cursor; null when nobody. */
function shownBy({ thread, contact, call, rows }: PaneState): Shown | null {
  if (thread) return { kind: 'conversation', id: thread.id, numbers: [thread.recipient], contactId: thread.contact?.id ?? null };
  if (contact) return { kind: 'contact', id: contact.id, numbers: [contact.number], contactId: contact.id };
  if (call) return { kind: 'call', id: call.call.id, numbers: [call.call.recipient], contactId: call.call.contact?.id ?? null };
  if (rows?.kind === 'conversation' || rows?.kind === 'call' || rows?.kind === 'activity' || rows?.kind === 'liveCall') {
    const [row] = rows.rows;
    if (!row) return null;
    const kind = rows.kind === 'conversation' || rows.kind === 'call' ? rows.kind : 'other';
    return { kind, id: row.id, numbers: [row.recipient], contactId: row.contact?.id ?? null };
  }
  const [person] = rows?.kind === 'contact' ? rows.rows : [];
  return person ? { kind: 'contact', id: person.id, numbers: [person.number], contactId: person.id } : null;
}

/** Panes in the order in which they are asked: the focused one, then the others as they are read. */
function panesByNearness(workspace: Workspace) {
  const { layout } = workspace.get();
  const focused = focusedPane(layout);
  return [focused, ...panesOf(layout.root).filter((pane) => pane.id !== focused.id)];
}

/**
 * Asks the panes, nearest first, until one has it. What a command acts on is what the focused pane shows: a pane that shows somebody else is not
 * asked. Where the focused pane shows nobody, it is the nearest that does.
 */
export function nearest<T>(workspace: Workspace, board: PaneRegistryStore, pick: (told: PaneState) => T | null | undefined): T | null {
  let meant: Shown | null = null;
  for (const [at, pane] of panesByNearness(workspace).entries()) {
    const told = board.of(pane.id);
    if (told === null) continue;
    // A list beside shows many; it is its open pane that shows one of them.
    const shown = at === 0 || told.table === undefined || told.table === null ? shownBy(told) : null;
    if (meant !== null && shown !== null && !goTogether(meant, shown)) continue;
    meant ??= shown;
    const found = pick(told);
    if (found !== null && found !== undefined) return found;
  }
  return null;
}

/** Whether Escape leads anywhere: out of a field or a selection, from what is zoomed or stands over something, or back to a list. */
function canGoBack({ workspace, board }: Pick<ContextParts, 'workspace' | 'board'>, told: PaneState | null, active: readonly Scope[]): boolean {
  const { layout } = workspace.get();
  if (active.some((scope) => scope === 'text' || scopes[scope].isForm) || layout.zoomedId !== null || goBack(layout) !== null) return true;
  if (told?.table) return told.rows !== null && told.rows !== undefined && told.rows.mode !== 'cursor';
  return panesOf(layout.root).some(({ id }) => id !== layout.focusedId && board.of(id)?.table);
}

interface ContextParts {
  readonly app: App;
  readonly workspace: Workspace;
  readonly board: PaneRegistryStore;
  readonly registry: PaneRegistry;
  readonly paletteView: () => FlowView | null;
  readonly resetView: () => FlowView | null;
  readonly undoable: () => Context['undoable'];
  /** Null while they have not come. */
  readonly numbers: () => Context['numbers'] | null;
  readonly tags: () => Context['tags'];
  /** All commands, for those that ask for one. */
  readonly commands: Context['commands'];
}

/** The context at this moment. */
export function readContext(parts: ContextParts): Context {
  const { app, workspace, board, registry } = parts;
  const state = app.get();
  const { layout } = workspace.get();
  const focused = focusedPane(layout);
  const told = board.of(focused.id);
  const near = <T>(pick: (told: PaneState) => T | null | undefined) => nearest(workspace, board, pick);
  const isWorking = state.user !== null && isIn(app.login.getSnapshot(), 'authenticated', 'leaving', 'entering', 'loading');
  const palette = parts.paletteView();
  const reset = parts.resetView();
  const views: Partial<Record<FlowId, FlowView>> = {
    login: flowView(flows.login, app.login.getSnapshot()),
    companySwitch: flowView(flows.companySwitch, app.companySwitch.getSnapshot()),
    realtime: flowView(flows.realtime, app.realtime.getSnapshot()),
    ...(palette === null ? {} : { palette }),
    ...(reset === null ? {} : { passwordReset: reset }),
    ...near((pane) => (pane.flows && Object.keys(pane.flows).length > 0 ? pane.flows : null)),
  };
  const ref = (pane: typeof focused) => ({ id: pane.id, kind: pane.view.kind, title: registry[pane.view.kind].title });
  const active = scopesNow(told, isWorking);
  return {
    focus: {
      scopes: active,
      pane: isWorking ? ref(focused) : null,
      rows: told?.rows ?? null,
      columns: told?.columns ?? [],
      canGoBack: isWorking && canGoBack(parts, told, active),
    },
    user: state.user,
    company:
      state.company && state.companyId !== null
        ? { id: state.company.id, name: state.company.name, role: state.company.actAs, timezone: state.company.timezone }
        : null,
    companies: state.companies,
    permissions: state.permissions,
    thread: near((pane) => pane.thread),
    contact: near((pane) => pane.contact),
    item: near((pane) => pane.item),
    // Of the same pane as the conversation: never of another one that lies beside it.
    flagged: near((pane) => (pane.thread ? pane : null))?.flagged ?? null,
    call: near((pane) => pane.call),
    number: near((pane) => pane.number),
    composer: near((pane) => pane.composer),
    recording: near((pane) => pane.recording),
    panes: panesOf(layout.root).map(ref),
    layouts: state.layouts,
    numbers: parts.numbers() ?? [],
    areNumbersHere: parts.numbers() !== null,
    tags: parts.tags(),
    commands: parts.commands,
    flows: views,
    online: state.online,
    sandbox: app.config.sandboxUrl !== null,
    speaks: app.config.speaks,
    faxes: app.config.faxes,
    undoable: parts.undoable(),
    preferences: state.preferences,
    keymap: state.keymap,
  };
}
