/** Layouts to begin with, and layouts read back from where they were saved. */
import type { PaneKind } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { createEvenSizes, type Layout, type LayoutNode, listPanes, type PaneNode, type PaneView, type SplitNode } from './layout.ts';
import type { PaneRegistry } from './registry.ts';

/** Makes the layout of a view: the kinds from left to right, each with its percent of the width; a list of kinds stand beneath one another. */
function arrange(view: PaneKind, columns: readonly (readonly [kinds: readonly PaneKind[], percent: number])[]): Layout {
  let made = 0;
  const createId = (letter: 'p' | 's') => {
    made += 1;
    return `${view}-${letter}${made}`;
  };
  const createPane = (kind: PaneKind): PaneNode => ({ type: 'pane', id: createId('p'), view: { kind, params: {} } });
  const split = (direction: SplitNode['direction'], children: readonly LayoutNode[], sizes: readonly number[]): LayoutNode => {
    const [only] = children;
    return children.length === 1 && only ? only : { type: 'split', id: createId('s'), direction, children, sizes };
  };
  const nodes = columns.map(([kinds]) => split('column', kinds.map(createPane), createEvenSizes(kinds.length)));
  const root = split(
    'row',
    nodes,
    columns.map(([, percent]) => percent),
  );
  return { view, root, focusedId: `${view}-p1`, zoomedId: null, nextId: made + 1 };
}

export type PresetName = 'agent' | 'admin' | 'support';

/** The workspaces to begin with, for the three kinds of people: each is a layout of the view it leads. */
export const presets: Readonly<Record<PresetName, Layout>> = {
  agent: arrange('inbox', [
    [['inbox'], 39],
    [['conversation'], 40.5],
    [['contact'], 20.5],
  ]),
  admin: arrange('numbers', [
    [['numbers'], 50],
    [['contacts', 'activity'], 50],
  ]),
  support: arrange('companies', [
    [['companies'], 38],
    [['inbox', 'log'], 62],
  ]),
};

/** First layout of a user with the role billing, who may read no contact and no conversation. */
export const billingLayout: Layout = arrange('numbers', [
  [['numbers'], 50],
  [['marketplace'], 50],
]);

/** Makes the layout a view begins with: its list, and beside it what its people may see; all, while no permission is known. */
export function createViewLayout(registry: PaneRegistry, kind: PaneKind, permissions: ReadonlySet<Permission>): Layout {
  const beside = (registry[kind].view?.beside ?? []).filter(([each]) => {
    const { permission } = registry[each];
    return permission === undefined || permissions.size === 0 || permissions.has(permission);
  });
  const rest = beside.reduce((left, [, percent]) => left - percent, 100);
  return arrange(kind, [[[kind], rest], ...beside.map(([each, percent]) => [[each], percent] as const)]);
}

interface ReadContext {
  /** Nodes by id, where they are kept beside each other; each is taken once, so that no circle can be read. */
  readonly nodes: Map<unknown, unknown>;
  readonly isKind: (name: string) => name is PaneKind;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function readView(value: unknown, { isKind }: ReadContext): PaneView | null {
  if (!isRecord(value) || typeof value.kind !== 'string' || !isKind(value.kind)) return null;
  const { kind } = value;
  const params = isRecord(value.params) ? Object.entries(value.params).filter((entry): entry is [string, string] => typeof entry[1] === 'string') : [];
  return { kind, params: Object.fromEntries(params) };
}

function readTaken(value: unknown, { nodes }: ReadContext): unknown {
  if (typeof value !== 'string') return value;
  const node = nodes.get(value);
  nodes.delete(value);
  return node;
}

function readNode(given: unknown, reading: ReadContext): LayoutNode | null {
  const value = readTaken(given, reading);
  if (!isRecord(value) || typeof value.id !== 'string') return null;
  if (value.type === 'pane') {
    const [view, under] = [readView(value.view, reading), readView(value.under, reading)];
    if (!view) return null;
    const from = typeof value.from === 'string' ? { from: value.from } : {};
    return { type: 'pane', id: value.id, view, ...(under ? { under } : {}), ...from };
  }
  if (!Array.isArray(value.children)) return null;
  const children = value.children.map((child) => readNode(child, reading)).filter((node) => node !== null);
  const [only] = children;
  if (!only) return null;
  if (children.length === 1) return only;
  const sizes =
    Array.isArray(value.sizes) && value.sizes.length === children.length && value.sizes.every((size) => typeof size === 'number' && size > 0)
      ? value.sizes.map(Number)
      : createEvenSizes(children.length);
  return { type: 'split', id: value.id, direction: value.direction === 'column' ? 'column' : 'row', children, sizes };
}

/** A layout from saved JSON; null when it is none. Panes of a kind that no longer exists are left out. One saved before views is of the view its first list leads. */
export function readLayout(value: unknown, isKind: ReadContext['isKind'], isView: (kind: PaneKind) => boolean): Layout | null {
  if (!isRecord(value)) return null;
  const nodes = Array.isArray(value.nodes) ? value.nodes.filter(isRecord) : [];
  const root = readNode(value.root, { nodes: new Map(nodes.map((node) => [node.id, node])), isKind });
  if (!root) return null;
  const panes = listPanes(root);
  const view = typeof value.view === 'string' && isKind(value.view) && isView(value.view) ? value.view : panes.map((pane) => pane.view.kind).find(isView);
  if (view === undefined) return null;
  const focusedId = panes.find((node) => node.id === value.focusedId)?.id ?? panes[0]?.id ?? '';
  const zoomedId = panes.find((node) => node.id === value.zoomedId)?.id ?? null;
  return { view, root, focusedId, zoomedId, nextId: typeof value.nextId === 'number' && value.nextId > 0 ? value.nextId : panes.length + 100 };
}

/** The layouts a person left, from saved JSON: of each view they have been in, the one in front first. Before views there was one for all. */
export function readLayouts(value: unknown, isKind: ReadContext['isKind'], isView: (kind: PaneKind) => boolean): Layout[] {
  const saved: readonly unknown[] = isRecord(value) && Array.isArray(value.views) ? value.views : [value];
  const layouts = saved.map((each) => readLayout(each, isKind, isView)).filter((each) => each !== null);
  return layouts.filter(({ view }, at) => layouts.findIndex((each) => each.view === view) === at);
}
