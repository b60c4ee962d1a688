/** Panes and layouts as commands reach them. The layout is kept on the server by itself a moment after each change. */
import type { PaneServices } from '#commands/core/services.ts';
import type { WorkspaceTypes } from '#commands/workspace/types.ts';
import type { App } from '../api/app.ts';
import type { ClosedPanes } from '../panes/closedPanes.ts';
import * as panes from '../panes/index.ts';
import { leaveBuffer } from '../ui/keystrokeBufferState.ts';
import { findNearest } from './context.ts';
import { isPaneKind, isView } from './panes.tsx';

const step = 5;
const where = { here: 'here', beside: 'right', below: 'down', reuse: 'auto' } as const;

const directions = ['left', 'right', 'up', 'down'] as const;

/** Gives the keyboard from a field to its pane, so that single keys act again. False where no field has it. */
function leaveField(): boolean {
  const field = document.activeElement;
  const pane = field?.matches('input, textarea, select') ? field.closest<HTMLElement>('[data-pane-id]') : null;
  pane?.focus({ preventScroll: true });
  return pane !== null && pane !== undefined;
}

/** The workspace's part of the context of commands. */
export function readPaneContext(app: App, workspace: panes.Workspace, closedPanes: ClosedPanes): WorkspaceTypes['context'] {
  const { layout } = workspace.get();
  const { layouts } = app.get();
  return {
    layouts,
    neighbours: directions.filter((direction) => panes.findNeighbour(layout, panes.getFocusedPane(layout).id, direction) !== undefined),
    canReopen: closedPanes.canReopen(),
  };
}

export function createPaneServices(app: App, workspace: panes.Workspace, paneStates: panes.PaneStateStore, closedPanes: ClosedPanes): PaneServices {
  const change = workspace.change;
  const focusedId = () => panes.getFocusedPane(workspace.get().layout).id;
  return {
    open: (kind, params, place = 'reuse') => workspace.open(kind, params, where[place]),
    close: closedPanes.close,
    reopen: closedPanes.reopen,
    move: (direction) =>
      change((layout) => {
        const other = panes.findNeighbour(layout, focusedId(), direction);
        return other === undefined ? layout : panes.swap(layout, focusedId(), other);
      }),
    step: (by) => window.history.go(by),
    getLink: () => window.location.href,
    focus: (direction) =>
      change((layout) => {
        const next = panes.findNeighbour(layout, focusedId(), direction);
        return next === undefined ? layout : panes.focus(layout, next);
      }),
    focusPane: (id) => workspace.focus(id),
    cycle: (by) =>
      change((layout) => {
        const all = panes.listPanes(layout.root);
        const at = all.findIndex((pane) => pane.id === focusedId());
        const next = all[(at + by + all.length) % all.length];
        return next ? panes.focus(layout, next.id) : layout;
      }),
    resize: (direction) => change((layout) => panes.grow(layout, focusedId(), direction, step)),
    zoom: () => change(panes.toggleZoom),
    equalize: () => change(panes.equalize),
    applyPreset: (name) => workspace.arrange(panes.presets[name]),
    saveLayout: async (name) => {
      await app.api.call('me.saveLayout', { params: { name }, body: { layout: JSON.parse(JSON.stringify(panes.toSaved(workspace.get().layout))) } });
      app.set({ layouts: [...new Set([...app.get().layouts, name])].sort() });
    },
    openLayout: async (name) => {
      const { data } = await app.api.call('me.layouts', {});
      const saved = panes.readLayout(data.find((layout) => layout.name === name)?.layout, isPaneKind, isView);
      if (!saved) throw new Error(`No layout named ${name} any more`);
      workspace.arrange(saved);
    },
    deleteLayout: async (name) => {
      await app.api.call('me.deleteLayout', { params: { name } });
      app.set({ layouts: app.get().layouts.filter((other) => other !== name) });
    },
    goBack: () => {
      if (leaveBuffer()) return true;
      const here = paneStates.get(focusedId());
      if (here?.handles?.back?.() === true) return true;
      const { layout } = workspace.get();
      if (layout.zoomedId !== null) {
        change(panes.toggleZoom);
        return true;
      }
      if (workspace.goBack()) return true;
      const back = panes.getPreviousLayout(layout);
      if (back) {
        change(() => back);
        return true;
      }
      const lists = findNearest(workspace, paneStates, (state) => (state.table ? state : null));
      const list = panes.listPanes(layout.root).find((pane) => paneStates.get(pane.id)?.table && pane.id !== focusedId());
      if (!here?.table && lists && list) {
        workspace.focus(list.id);
        return true;
      }
      return leaveField();
    },
  };
}
