/**
 * The workspace of the person: views, each with a layout of its own and what its panes that follow show. One small store; every change goes through
 * it.
 */
import { createContext, useContext } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import { createSignal } from '../store/store.ts';
import { isBuffering } from '../ui/keystrokeBufferState.ts';
import * as tiling from './layout.ts';
import { findHome, isViewKind, type PaneRegistry } from './registry.ts';
import { isSameSubject, type Subject } from './subject.ts';

/** A view as it is now, or as it was left. */
export interface ViewState {
  readonly layout: tiling.Layout;
  /** Subject of the panes that follow; see `useRelatedRows`. */
  readonly followed: Subject | null;
}

export interface WorkspaceState extends ViewState {
  /** The views opened before, the last one first. */
  readonly behind: readonly ViewState[];
  /** Subject an address named, until a list leads again: a list without it puts its cursor on no row. */
  readonly entered: Subject | null;
  /** View and pane from which the focused pane was opened in this view: going back leads there. */
  readonly origin: { readonly view: PaneKind; readonly opened: string } | null;
  /** Grows with each step a person can go back from: another view, an object opened by name. */
  readonly visit: number;
  /** True while lists stand in the view in front and no row of them is what is followed. */
  readonly isUnlisted: boolean;
}

export interface Workspace {
  get(): WorkspaceState;
  subscribe(listener: () => void): () => void;
  /** Applies a pure change of the layout in front. */
  change(change: (layout: tiling.Layout) => tiling.Layout): void;
  /** Goes to a view, which is as it was left, with the keyboard in the pane that leads it. */
  go(view: PaneKind): void;
  /** Says from which view the one in front was opened: going back from it leads there. */
  comeFrom(view: PaneKind): void;
  /** Goes back to the view the focused pane was opened from, which is as it was left; false where it was opened here. */
  goBack(): boolean;
  /** Goes to the view of a layout, in that layout. */
  arrange(layout: tiling.Layout): void;
  /** Opens a pane. With `auto`: a view that is its own, else in the view in front. */
  open(kind: PaneKind, params?: Readonly<Record<string, string>>, where?: 'here' | 'right' | 'down' | 'auto'): void;
  /** Shows a subject in the pane for it, with the keyboard there: in the view in front where such a pane stands, else in the view it belongs to. */
  show(subject: Subject, kind?: PaneKind): void;
  focus(id: string): void;
  follow(subject: Subject | null): void;
  /** Takes over from a list in front whether a row of it is what is followed; null once it is gone. */
  setListed(paneId: string, isListed: boolean | null): void;
  /** Forgets what belongs to a company: at a switch. Panes bound to one of its rows follow again; the keyboard goes to what leads, so that nothing is opened by it. */
  leaveCompany(): void;
  /** Takes over the layouts a person left, the one in front first. */
  restore(layouts: readonly tiling.Layout[]): void;
  /** Goes where an address leads, or to a row of a list. What it names is shown without the keyboard: nobody reads what a reload or a step back happens to show. */
  enter(place: Place, how: 'restored' | 'chosen'): void;
  /** Puts the keyboard into the focused pane, wherever it was. */
  focusDom(): void;
}

/** Target of an address: a view, and what is open in it. */
export interface Place {
  readonly view: PaneKind;
  readonly subject: Subject | null;
  readonly pane: tiling.PaneView | null;
}

interface WorkspaceOptions {
  readonly registry: PaneRegistry;
  readonly initial: tiling.Layout;
  /** Makes the layout of a view that was not opened before. */
  readonly createLayout: (view: PaneKind) => tiling.Layout;
  /** Checks whether one pane of a layout stands alone in the window as it is now; never where it is left out. */
  readonly isAlone?: (layout: tiling.Layout) => boolean;
}

const isFollower = ({ params }: tiling.PaneView) => Object.keys(params).length === 0;
const clearParams = ({ kind }: tiling.PaneView): tiling.PaneView => ({ kind, params: {} });

/** The layout without the rows its panes were bound to, the keyboard in what leads. */
function clearRows(layout: tiling.Layout): tiling.Layout {
  const cleared = tiling
    .listPanes(layout.root)
    .reduce(
      (left, { id, view, under }) =>
        [view, under].every((each) => each === undefined || isFollower(each))
          ? left
          : tiling.changePane(left, id, (pane) => ({ ...pane, view: clearParams(view), ...(under ? { under: clearParams(under) } : {}) })),
      layout,
    );
  return tiling.focusLeader(cleared);
}

/** Checks whether a pane of a kind stands in a layout, or lies beneath another. */
export const hasPane = ({ root }: tiling.Layout, kind: PaneKind) =>
  tiling.listPanes(root).some(({ view, under }) => view.kind === kind || under?.kind === kind);

/** Shows what leads the view. Where another view took its place, it comes back there, not into that of a pane that follows. */
function openLeader(layout: tiling.Layout): tiling.Layout {
  const place = hasPane(layout, layout.view) ? undefined : tiling.listPanes(layout.root).find(({ view }) => !tiling.followers.includes(view.kind));
  return tiling.open(place ? tiling.focus(layout, place.id) : layout, { kind: layout.view, params: {} });
}

/** Makes the workspace. */
export function createWorkspace({ registry, initial, createLayout, isAlone = () => false }: WorkspaceOptions): Workspace {
  let state: WorkspaceState = { layout: initial, followed: null, entered: null, behind: [], origin: null, visit: 0, isUnlisted: false };
  const lists = new Map<string, boolean>();
  const changed = createSignal();
  const set = (changes: Partial<WorkspaceState>) => {
    const next = { ...state, entered: null, ...changes };
    if (next.origin !== null && next.layout.focusedId !== next.origin.opened) next.origin = null;
    if (next.followed === state.entered) next.entered = state.entered;
    if ((Object.keys(next) as (keyof WorkspaceState)[]).every((key) => next[key] === state[key])) return;
    const isElsewhere = next.layout.focusedId !== state.layout.focusedId;
    const refocus = isElsewhere || next.layout.root !== state.layout.root;
    // Nor does it leave the separator that resizes the panes.
    const keepers = `[role="dialog"], [role="alertdialog"]${isElsewhere ? '' : ', [role="separator"]'}`;
    state = next;
    changed.notify();
    // A dialog opened over the panes before the frame came has the keyboard, and keeps it.
    if (!refocus) return;
    requestAnimationFrame(() => {
      if (!document.activeElement?.closest(keepers)) workspace.focusDom();
    });
  };
  /** The state with a view in front. */
  const bring = (view: PaneKind): Pick<WorkspaceState, 'layout' | 'followed' | 'behind'> => {
    const { layout, followed, behind } = state;
    if (layout.view === view) return state;
    const left = behind.find((each) => each.layout.view === view);
    return {
      layout: left?.layout ?? createLayout(view),
      followed: left?.followed ?? null,
      behind: [{ layout, followed }, ...behind.filter((each) => each !== left)],
    };
  };
  /** The state with the view in front in which panes of a kind stand. */
  const bringFor = (kind: PaneKind) => {
    const home = hasPane(state.layout, kind) ? null : findHome(registry, kind);
    return home === null ? state : bring(home);
  };
  const visit = () => state.visit + 1;
  /** A pane was opened: of another view, going back from it leads to where it was opened. */
  const arrive = (changes: Pick<WorkspaceState, 'behind' | 'followed'>, layout: tiling.Layout) => {
    const isElsewhere = layout.view !== state.layout.view;
    set({ ...changes, layout, origin: isElsewhere ? { view: state.layout.view, opened: layout.focusedId } : state.origin, visit: visit() });
  };

  const workspace: Workspace = {
    get: () => state,
    subscribe: changed.subscribe,
    change: (change) => set({ layout: change(state.layout) }),
    go: (view) => {
      const { layout, ...rest } = bring(view);
      // The keyboard goes to what leads, which may have been closed or covered since. Where the view is in front there is no way to go back.
      const isThere = state.layout.view === view;
      set({ ...rest, layout: openLeader(layout), origin: null, visit: isThere ? state.visit : visit() });
    },
    comeFrom: (view) => {
      if (state.layout.view !== view) set({ origin: { view, opened: state.layout.focusedId } });
    },
    goBack: () => {
      const { origin } = state;
      if (origin === null) return false;
      set({ ...bring(origin.view), origin: null, visit: visit() });
      return true;
    },
    arrange: (layout) => set({ ...bring(layout.view), layout, visit: visit() }),
    open: (kind, params = {}, where = 'auto') => {
      const pane = { kind, params };
      if (where !== 'auto') set({ layout: tiling.open(state.layout, pane, where) });
      else if (isViewKind(registry, kind) && isFollower(pane)) workspace.go(kind);
      else {
        const { layout, followed, behind } = bringFor(kind);
        arrive({ behind, followed }, tiling.open(layout, pane));
      }
    },
    show: (subject, kind) => {
      const opened = kind ?? subjectPanes[subject.kind];
      const { layout, behind } = bringFor(opened);
      arrive({ behind, followed: subject }, tiling.open(layout, { kind: opened, params: {} }));
    },
    focus: (id) => set({ layout: tiling.focus(state.layout, id) }),
    follow: (followed) => set(isSameSubject(followed, state.followed) ? {} : { followed }),
    setListed: (paneId, isListed) => {
      if (isListed === null) lists.delete(paneId);
      else lists.set(paneId, isListed);
      const isUnlisted = lists.size > 0 && !lists.values().some(Boolean);
      if (isUnlisted !== state.isUnlisted) set({ isUnlisted, entered: state.entered });
    },
    restore: (layouts) => {
      const [front = initial, ...others] = layouts;
      set({ layout: front, followed: null, behind: others.map((layout) => ({ layout, followed: null })) });
    },
    enter: ({ view, subject, pane }, how) => {
      const { layout, followed, behind } = bring(view);
      // Leaders may have been closed or covered since.
      const leading = openLeader(layout);
      const isShown = pane === null || (subject !== null && hasPane(leading, pane.kind));
      // One pane alone is that of what the address names.
      const named = isShown && subject !== null && isAlone(leading) ? (pane?.kind ?? subjectPanes[subject.kind]) : null;
      const detail = named === null ? undefined : tiling.listPanes(leading.root).find(({ view: { kind } }) => kind === named);
      set({
        layout: isShown ? (detail ? tiling.focus(leading, detail.id) : leading) : tiling.open(leading, pane),
        behind,
        followed: pane === null || subject ? subject : followed,
        entered: subject,
        visit: how === 'chosen' ? visit() : state.visit,
      });
    },
    leaveCompany: () => {
      const behind = state.behind.map(({ layout }) => ({ layout: clearRows(layout), followed: null }));
      set({ layout: clearRows(state.layout), followed: null, behind });
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

/** Panes that show a subject of each kind. */
const subjectPanes: Readonly<Record<Subject['kind'], PaneKind>> = { conversation: 'conversation', contact: 'contact', call: 'call', number: 'routing' };

const WorkspaceContext = createContext<Workspace | null>(null);
export const WorkspaceProvider = WorkspaceContext.Provider;

/** The workspace of the person. Throws outside of it. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('No workspace above');
  return workspace;
}
