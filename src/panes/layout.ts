/** The tiling, as data and pure functions: a tree of splits with panes as leaves. What a person sees is a function of it; it is saved as it is. */
import type { PaneKind } from '#commands/core/types.ts';

/** View of a pane. Params are the part its URL carries; a pane without an id follows the list beside it. */
export interface PaneView {
  readonly kind: PaneKind;
  readonly params: Readonly<Record<string, string>>;
}
export interface PaneNode {
  readonly type: 'pane';
  readonly id: string;
  readonly view: PaneView;
  /** The view whose place this one took: going back shows it again. */
  readonly under?: PaneView;
  /** The pane it was opened from: going back gives the focus to it. */
  readonly from?: string;
}
export interface SplitNode {
  readonly type: 'split';
  readonly id: string;
  readonly direction: 'row' | 'column';
  readonly children: readonly LayoutNode[];
  /** Percent of the split, one for each child, together 100. */
  readonly sizes: readonly number[];
}
export type LayoutNode = PaneNode | SplitNode;
export interface Layout {
  /** View it is the layout of, by the pane that leads it. Ids of its nodes begin with it, so that those of two views never meet in the page. */
  readonly view: PaneKind;
  readonly root: LayoutNode;
  readonly focusedId: string;
  readonly zoomedId: string | null;
  /** Grows with each pane made, so that ids never repeat. */
  readonly nextId: number;
}

/** Panes from left to right, top to bottom. */
export function listPanes(node: LayoutNode): PaneNode[] {
  return node.type === 'pane' ? [node] : node.children.flatMap(listPanes);
}

export function findPane(layout: Layout, id: string): PaneNode | undefined {
  return listPanes(layout.root).find((pane) => pane.id === id);
}

export function getFocusedPane(layout: Layout): PaneNode {
  const panes = listPanes(layout.root);
  const [first] = panes;
  if (!first) throw new Error('A layout has at least one pane');
  return panes.find((pane) => pane.id === layout.focusedId) ?? first;
}

/** Returns the largest number of panes side by side. */
export function countColumns(node: LayoutNode): number {
  if (node.type === 'pane') return 1;
  const columns = node.children.map(countColumns);
  return node.direction === 'row' ? columns.reduce((sum, each) => sum + each, 0) : Math.max(...columns);
}

/** Sizes of so many alike, in percent. */
export const createEvenSizes = (count: number): number[] => Array.from({ length: count }, () => 100 / count);

function mapNode(node: LayoutNode, id: string, change: (node: LayoutNode) => LayoutNode): LayoutNode {
  if (node.id === id) return change(node);
  if (node.type === 'pane') return node;
  const children = node.children.map((child) => mapNode(child, id, change));
  return children.every((child, at) => child === node.children[at]) ? node : { ...node, children };
}

/** Changes a pane. */
export function changePane(layout: Layout, id: string, change: (pane: PaneNode) => PaneNode): Layout {
  return { ...layout, root: mapNode(layout.root, id, (node) => (node.type === 'pane' ? change(node) : node)) };
}

/** Views that stand over others for a while: what helps, and one row of a list. */
const guestKinds: readonly PaneKind[] = ['keys', 'notices', 'contact', 'conversation'];
const isGuestKind = ({ kind }: PaneView) => guestKinds.includes(kind);

const createOrigin = (id: string, view: PaneView) => (isGuestKind(view) ? { from: id } : {});

/** Shows another view in a pane, over the one that is there when it will be gone back to. */
function showOver(layout: Layout, id: string, view: PaneView): Layout {
  return changePane(layout, id, (pane) => {
    const under = isGuestKind(pane.view) ? pane.under : pane.view;
    return { type: 'pane', id, view, ...(isGuestKind(view) && under ? { under } : {}) };
  });
}

/** Splits the pane `id`; the new pane gets the focus. */
export function split(layout: Layout, id: string, direction: 'row' | 'column', view: PaneView): Layout {
  const pane: PaneNode = {
    type: 'pane',
    id: `${layout.view}-p${layout.nextId}`,
    view,
    ...createOrigin(id, view),
  };
  const parent = findParent(layout.root, id);
  const root =
    parent?.direction === direction
      ? mapNode(layout.root, parent.id, (node) => (node.type === 'split' ? insertAfter(node, id, pane) : node))
      : mapNode(
          layout.root,
          id,
          (node): LayoutNode => ({ type: 'split', id: `${layout.view}-s${layout.nextId}`, direction, children: [node, pane], sizes: [50, 50] }),
        );
  return { ...layout, root, focusedId: pane.id, zoomedId: null, nextId: layout.nextId + 1 };
}

function insertAfter(node: SplitNode, id: string, pane: PaneNode): SplitNode {
  const at = node.children.findIndex((child) => child.id === id);
  const half = (node.sizes[at] ?? 50) / 2;
  return {
    ...node,
    children: [...node.children.slice(0, at + 1), pane, ...node.children.slice(at + 1)],
    sizes: [...node.sizes.slice(0, at), half, half, ...node.sizes.slice(at + 1)],
  };
}

/** The split a node stands in. */
export function findParent(node: LayoutNode, id: string): SplitNode | undefined {
  if (node.type === 'pane') return undefined;
  if (node.children.some((child) => child.id === id)) return node;
  for (const child of node.children) {
    const found = findParent(child, id);
    if (found) return found;
  }
  return undefined;
}

/** Sets the sizes of a split, as a pointer or a key left them. */
export function resize(layout: Layout, splitId: string, sizes: readonly number[]): Layout {
  return { ...layout, root: mapNode(layout.root, splitId, (node) => (node.type === 'split' ? { ...node, sizes } : node)) };
}

export function focus(layout: Layout, id: string): Layout {
  return layout.focusedId === id || !findPane(layout, id) ? layout : { ...layout, focusedId: id, zoomedId: layout.zoomedId === null ? null : id };
}

/** Views that follow the list beside them. */
export const followers: readonly PaneKind[] = ['conversation', 'contact', 'call', 'routing'];

/** The layout with the focus in a pane that leads others, where the focused one follows. */
export function focusLeader(layout: Layout): Layout {
  const { view, from } = getFocusedPane(layout);
  const leads = (pane: PaneNode | undefined) => pane !== undefined && !followers.includes(pane.view.kind);
  if (!followers.includes(view.kind)) return layout;
  const opener = from === undefined ? undefined : findPane(layout, from);
  const panes = listPanes(layout.root);
  const leader = leads(opener) ? opener : (panes.find((pane) => pane.view.kind === layout.view) ?? panes.find(leads));
  return leader ? focus(layout, leader.id) : layout;
}

/**
 * Shows a view where it belongs: in the pane that shows it already, else in the pane of the same kind that follows, else in the focused one. A view of a row
 * (a conversation, a contact) opened from a list goes beside the list when a pane of its kind stands there, or lent its place.
 */
export function open(layout: Layout, view: PaneView, where: 'here' | 'right' | 'down' | 'auto' = 'auto'): Layout {
  const focused = getFocusedPane(layout);
  if (where === 'right' || where === 'down') return split(layout, focused.id, where === 'right' ? 'row' : 'column', view);
  if (where === 'here') return showOver(layout, focused.id, view);
  const panes = listPanes(layout.root);
  const same =
    panes.find((pane) => pane.view.kind === view.kind && hasSameParams(pane.view.params, view.params)) ??
    panes.find((pane) => pane.view.kind === view.kind) ??
    panes.find((pane) => pane.under?.kind === view.kind && pane.id !== focused.id);
  if (same === focused) return changePane(layout, same.id, (pane) => ({ ...pane, view }));
  if (same)
    return focus(
      changePane(layout, same.id, ({ under, ...pane }) => ({
        ...pane,
        ...(under && under.kind !== view.kind ? { under } : {}),
        view,
        ...createOrigin(focused.id, view),
      })),
      same.id,
    );
  return showOver(layout, focused.id, view);
}

const hasSameParams = (a: PaneView['params'], b: PaneView['params']) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);
