/** Layouts to begin with, and layouts read back from where they were saved. */
import type { PaneKind } from '#commands/core/types.ts';
import { createEvenSizes, type Layout, type LayoutNode, listPanes, type PaneNode, type PaneView } from './layout.ts';

const createPane = (id: string, kind: PaneKind): PaneNode => ({ type: 'pane', id, view: { kind, params: {} } });

export type PresetName = 'agent' | 'admin' | 'support';

const arrangeColumns = (children: readonly LayoutNode[], sizes: readonly number[]): Layout => ({
  root: { type: 'split', id: 's1', direction: 'row', children, sizes },
  focusedId: 'p1',
  zoomedId: null,
  nextId: 4,
});
const arrangeRows = (upper: PaneKind, lower: PaneKind, sizes: readonly number[]): LayoutNode => ({
  type: 'split',
  id: 's2',
  direction: 'column',
  children: [createPane('p2', upper), createPane('p3', lower)],
  sizes,
});

/** The workspaces to begin with, for the three kinds of people. */
export const presets: Readonly<Record<PresetName, Layout>> = {
  agent: arrangeColumns([createPane('p1', 'inbox'), createPane('p2', 'conversation'), createPane('p3', 'contact')], [39, 40.5, 20.5]),
  admin: arrangeColumns([createPane('p1', 'numbers'), arrangeRows('contacts', 'activity', [50, 50])], [50, 50]),
  support: arrangeColumns([createPane('p1', 'companies'), arrangeRows('inbox', 'log', [65, 35])], [38, 62]),
};

/** First layout of a user with the role billing, who may read no contact and no conversation. */
export const billingLayout: Layout = arrangeColumns([createPane('p1', 'numbers'), createPane('p2', 'marketplace')], [50, 50]);

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
    return { type: 'pane', id: value.id, view, ...(under ? { under } : {}), ...from, ...(value.isGuest === true ? { isGuest: true } : {}) };
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

/** A layout from saved JSON; null when it is none. Panes of a kind that no longer exists are left out. */
export function readLayout(value: unknown, isKind: ReadContext['isKind']): Layout | null {
  if (!isRecord(value)) return null;
  const nodes = Array.isArray(value.nodes) ? value.nodes.filter(isRecord) : [];
  const root = readNode(value.root, { nodes: new Map(nodes.map((node) => [node.id, node])), isKind });
  if (!root) return null;
  const panes = listPanes(root);
  const focusedId = panes.find((node) => node.id === value.focusedId)?.id ?? panes[0]?.id ?? '';
  const zoomedId = panes.find((node) => node.id === value.zoomedId)?.id ?? null;
  return { root, focusedId, zoomedId, nextId: typeof value.nextId === 'number' && value.nextId > 0 ? value.nextId : panes.length + 100 };
}
