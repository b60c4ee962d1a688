/** The workspace of the person: the layout and what the panes that follow show. One small store; every change goes through it. */
import { createContext, useContext } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import { createSignal } from '../store/store.ts';
import { isBuffering } from '../ui/keystrokeBuffer.ts';
import * as tiling from './layout.ts';
import { isSameSubject, type Subject } from './subject.ts';

export interface WorkspaceState {
  readonly layout: tiling.Layout;
  /** Subject of the panes that follow; see `useRelatedRows`. */
  readonly followed: Subject | null;
}

export interface Workspace {
  get(): WorkspaceState;
  subscribe(listener: () => void): () => void;
  /** Applies a pure change of the layout. */
  change(change: (layout: tiling.Layout) => tiling.Layout): void;
  open(kind: PaneKind, params?: Readonly<Record<string, string>>, where?: 'here' | 'right' | 'down' | 'auto'): void;
  focus(id: string): void;
  follow(subject: Subject | null): void;
  /** Forgets what belongs to a company: at a switch. Panes bound to one of its rows follow again; the keyboard goes to what leads, so that nothing is opened by it. */
  leaveCompany(): void;
  /** Opens what the address named when the page was loaded. A pane that follows does so without the keyboard: nobody reads what a reload happens to show in it. */
  enter(kind: PaneKind, params?: Readonly<Record<string, string>>): void;
  /** Puts the keyboard into the focused pane, wherever it was. */
  focusDom(): void;
}

const isFollower = ({ params }: tiling.PaneView) => Object.keys(params).length === 0;
const clearParams = ({ kind }: tiling.PaneView): tiling.PaneView => ({ kind, params: {} });

/** Makes the workspace. `onLayout` hears of each change of the layout, for saving. */
export function createWorkspace(initial: tiling.Layout, onLayout: (layout: tiling.Layout) => void): Workspace {
  let state: WorkspaceState = { layout: initial, followed: null };
  const changed = createSignal();
  const set = (next: WorkspaceState) => {
    if (next.layout === state.layout && next.followed === state.followed) return;
    const moved = next.layout !== state.layout;
    const refocus = next.layout.focusedId !== state.layout.focusedId || next.layout.root !== state.layout.root;
    state = next;
    changed.notify();
    if (moved) onLayout(state.layout);
    // A dialog opened over the panes before the frame came has the keyboard, and keeps it.
    if (!refocus) return;
    requestAnimationFrame(() => {
      if (!document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) workspace.focusDom();
    });
  };
  const workspace: Workspace = {
    get: () => state,
    subscribe: changed.subscribe,
    change: (change) => set({ ...state, layout: change(state.layout) }),
    open: (kind, params = {}, where = 'auto') => set({ ...state, layout: tiling.open(state.layout, { kind, params }, where) }),
    focus: (id) => set({ ...state, layout: tiling.focus(state.layout, id) }),
    follow: (followed) => set(isSameSubject(followed, state.followed) ? state : { ...state, followed }),
    enter: (kind, params = {}) => {
      const opened = tiling.open(state.layout, { kind, params }, 'auto');
      set({ ...state, layout: isFollower({ kind, params }) ? tiling.focusLeader(opened) : opened });
    },
    leaveCompany: () => {
      const left = tiling
        .listPanes(state.layout.root)
        .reduce(
          (layout, { id, view, under }) =>
            [view, under].every((each) => each === undefined || isFollower(each))
              ? layout
              : tiling.changePane(layout, id, (pane) => ({ ...pane, view: clearParams(view), ...(under ? { under: clearParams(under) } : {}) })),
          state.layout,
        );
      set({ layout: tiling.focusLeader(left), followed: null });
    },
    focusDom: () => {
      const pane = document.querySelector<HTMLElement>(`[data-pane-id="${state.layout.focusedId}"]`);
      if (!pane || isBuffering() || (pane !== document.activeElement && pane.contains(document.activeElement))) return;
      // Content beneath in the pane is hidden and takes no focus.
      const inside = [...pane.querySelectorAll<HTMLElement>('[data-pane-focus], [role="grid"]')].find((each) => each.checkVisibility());
      (inside ?? pane).focus({ preventScroll: true });
    },
  };
  return workspace;
}

const WorkspaceContext = createContext<Workspace | null>(null);
export const WorkspaceProvider = WorkspaceContext.Provider;

/** The workspace of the person. Throws outside of it. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('No workspace above');
  return workspace;
}
