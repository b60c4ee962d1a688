/** Changes that commands make to the tiling: close, grow, even out, zoom, find a neighbour. Pure; comes with the commands. */
import type { PaneKind } from '#commands/core/types.ts';
import {
  changePane,
  createEvenSizes,
  findPane,
  findParent,
  focus,
  followers,
  getFocusedPane,
  type Layout,
  type LayoutNode,
  listPanes,
  open,
  type PaneNode,
  type PaneView,
  resize,
  split,
} from './layout.ts';

/** Percent of a split below which no pane shrinks. */
const minShare = 8;

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Closes a pane; the last one stays. Focus goes to the pane before it. */
export function close(layout: Layout, id: string): Layout {
  const panes = listPanes(layout.root);
  if (panes.length < 2) return layout;
  const at = panes.findIndex((pane) => pane.id === id);
  if (at < 0) return layout;
  const next = panes[at === 0 ? 1 : at - 1];
  return {
    ...layout,
    root: removeNode(layout.root, id) ?? layout.root,
    focusedId: layout.focusedId === id && next ? next.id : layout.focusedId,
    zoomedId: layout.zoomedId === id ? null : layout.zoomedId,
  };
}

/** Goes back from what the focused pane shows for a while: to the view beneath, or to the pane it was opened from. Null where there is nothing of that. */
export function getPreviousLayout(layout: Layout): Layout | null {
  const { id, under, from } = getFocusedPane(layout);
  const opener = from === undefined ? undefined : findPane(layout, from);
  if (under) {
    const bared = changePane(layout, id, () => ({ type: 'pane', id, view: under }));
    return opener ? focus(bared, opener.id) : bared;
  }
  // Once: two panes opened from each other would hand the focus to and fro for ever.
  return opener && opener.id !== id
    ? focus(
        changePane(layout, id, ({ from: _, ...pane }) => pane),
        opener.id,
      )
    : null;
}

/** Views that follow lend their place to what somebody opens by name. */
const isFollowing = ({ view: { kind, params } }: PaneNode) => followers.includes(kind) && params.id === undefined;

/** Share of the window that each pane has. */
function listShares(node: LayoutNode, share = 1): [PaneNode, number][] {
  if (node.type === 'pane') return [[node, share]];
  return node.children.flatMap((child, at) => listShares(child, (share * (node.sizes[at] ?? 0)) / 100));
}

/** The layout whose focused pane was opened from another: going back leads there. What was opened from itself goes back to where it did before. */
const setOrigin = (layout: Layout, openerId: string): Layout =>
  layout.focusedId === openerId ? layout : changePane(layout, layout.focusedId, (pane) => ({ ...pane, from: openerId }));

/**
 * Shows what is opened by name beside what it was opened from: where one of its kind stands or lies beneath, else in the roomiest place that a
 * follower lends, else in half of the focused pane's. Going back gives the place, where it was lent, and the focus back.
 */
export function openNear(layout: Layout, view: PaneView): Layout {
  const { id } = getFocusedPane(layout);
  const [lent] = listShares(layout.root)
    .filter(([pane]) => pane.id !== id && isFollowing(pane) && !pane.under)
    .sort(([, a], [, b]) => b - a);
  if (listPanes(layout.root).some((pane) => pane.view.kind === view.kind || (pane.under?.kind === view.kind && pane.id !== id)))
    return setOrigin(open(layout, view), id);
  if (!lent) return setOrigin(split(layout, id, 'row', view), id);
  const [place] = lent;
  return focus(
    changePane(layout, place.id, ({ view: under }) => ({ type: 'pane', id: place.id, view, under, from: id })),
    place.id,
  );
}

/** Shows what a command opens by name: see `openNear`. */
export function showNear(workspace: { change(to: (layout: Layout) => Layout): void }, kind: PaneKind, params: PaneView['params'] = {}): void {
  workspace.change((layout) => openNear(layout, { kind, params }));
}

/** The tree without a node. Its room goes to the one before it, from which a split took it; the first one's to the next. */
function removeNode(node: LayoutNode, id: string): LayoutNode | null {
  if (node.id === id) return null;
  if (node.type === 'pane') return node;
  const left = node.children.map((child) => removeNode(child, id));
  const gone = left.indexOf(null);
  const heir = gone === 0 ? 1 : gone - 1;
  const sizes = node.sizes.map((size, at) => (gone >= 0 && at === heir ? size + (node.sizes[gone] ?? 0) : size));
  const children = left.filter((child) => child !== null);
  const [only] = children;
  if (children.length === 1 && only) return only;
  return { ...node, children, sizes: sizes.filter((_, at) => at !== gone) };
}

/** The layout as it is saved: nodes beside each other, since JSON kept with the server has at most 8 levels and a tiling may have more. */
export function toSaved({ root, ...rest }: Layout) {
  const nodes: object[] = [];
  const put = (node: LayoutNode): string => {
    nodes.push(node.type === 'pane' ? node : { ...node, children: node.children.map(put) });
    return node.id;
  };
  return { ...rest, root: put(root), nodes };
}

interface Box {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function computeBoxes(node: LayoutNode, left: number, top: number, right: number, bottom: number): Box[] {
  if (node.type === 'pane') return [{ id: node.id, left, top, right, bottom }];
  let at = node.direction === 'row' ? left : top;
  const whole = node.direction === 'row' ? right - left : bottom - top;
  return node.children.flatMap((child, index) => {
    const from = at;
    at += ((node.sizes[index] ?? 0) / 100) * whole;
    return node.direction === 'row' ? computeBoxes(child, from, top, at, bottom) : computeBoxes(child, left, from, right, at);
  });
}

/** The pane beside `id` in a direction: the one that shares the longest edge. */
export function findNeighbour(layout: Layout, id: string, direction: Direction): string | undefined {
  const all = computeBoxes(layout.root, 0, 0, 1_000, 1_000);
  const here = all.find((box) => box.id === id);
  if (!here) return undefined;
  const shared = (box: Box) =>
    direction === 'left' || direction === 'right'
      ? Math.min(box.bottom, here.bottom) - Math.max(box.top, here.top)
      : Math.min(box.right, here.right) - Math.max(box.left, here.left);
  const touches = (box: Box) =>
    Math.abs({ left: box.right - here.left, right: box.left - here.right, up: box.bottom - here.top, down: box.top - here.bottom }[direction]) < 0.01;
  return all
    .filter((box) => box.id !== id && touches(box) && shared(box) > 0)
    .sort((a, b) => shared(b) - shared(a))
    .at(0)?.id;
}

/** Swaps two panes, each with the place and the size of the other. */
export function swap(layout: Layout, one: string, other: string): Layout {
  const [first, second] = [findPane(layout, one), findPane(layout, other)];
  if (!first || !second) return layout;
  const exchange = (node: LayoutNode): LayoutNode =>
    node.id === one ? second : node.id === other ? first : node.type === 'pane' ? node : { ...node, children: node.children.map(exchange) };
  return { ...layout, root: exchange(layout.root) };
}

/** Grows the pane in a direction by `percent` of its split. */
export function grow(layout: Layout, id: string, direction: Direction, percent: number): Layout {
  const axis = direction === 'left' || direction === 'right' ? 'row' : 'column';
  let child = id;
  let parent = findParent(layout.root, child);
  while (parent && parent.direction !== axis) {
    child = parent.id;
    parent = findParent(layout.root, child);
  }
  if (!parent) return layout;
  const at = parent.children.findIndex((node) => node.id === child);
  const forward = direction === 'right' || direction === 'down';
  const edge = forward ? at : at - 1;
  const [first, second] = [parent.sizes[edge], parent.sizes[edge + 1]];
  if (first === undefined || second === undefined) return layout;
  const by = Math.max(minShare - first, Math.min(second - minShare, forward ? percent : -percent));
  const sizes = parent.sizes.map((size, index) => (index === edge ? first + by : index === edge + 1 ? second - by : size));
  return resize(layout, parent.id, sizes);
}

/** Makes all panes of each split alike. */
export function equalize(layout: Layout): Layout {
  const alike = (node: LayoutNode): LayoutNode =>
    node.type === 'pane' ? node : { ...node, children: node.children.map(alike), sizes: createEvenSizes(node.children.length) };
  return { ...layout, root: alike(layout.root) };
}

/** Lets the focused pane fill all, or stand among the others again. */
export function toggleZoom(layout: Layout): Layout {
  return { ...layout, zoomedId: layout.zoomedId === null ? getFocusedPane(layout).id : null };
}
