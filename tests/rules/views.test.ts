/** Views: going to one and back to another, what opens where, their addresses, panes that are closed, moved and brought back. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { places } from '#commands/index.ts';
import { listPermissions } from '#contract/core/permissions.ts';
import { parseAddress } from '#src/app/address.ts';
import { formatAddress } from '#src/app/addressWriter.ts';
import { isPaneKind, isView, panes } from '#src/app/panes.tsx';
import { createClosedPanes } from '#src/panes/closedPanes.ts';
import { findPane, getFocusedPane, listPanes } from '#src/panes/layout.ts';
import { close, swap, toSaved } from '#src/panes/layoutActions.ts';
import { createViewLayout, presets, readLayouts } from '#src/panes/layoutPresets.ts';
import { createWorkspace, type ViewState } from '#src/panes/workspace.ts';

const everything = new Set(listPermissions('owner'));
const make = () =>
  createWorkspace({
    registry: panes,
    initial: presets.agent,
    createLayout: (view) => createViewLayout(panes, view, everything),
  });
const kindsOf = ({ layout }: ViewState) =>
  listPanes(layout.root).map(
    (pane) => `${pane.view.kind}${Object.keys(pane.view.params).length > 0 ? ', pinned' : ''}${pane.id === layout.focusedId ? ', focused' : ''}`,
  );

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
});

test('every place one can go to leads a view, and every view is a place one can go to', () => {
  expect(places.map(({ kind }) => kind).sort()).toEqual(
    Object.keys(panes)
      .filter((kind) => isPaneKind(kind) && isView(kind))
      .sort(),
  );
});

describe('going to a view', () => {
  test('leaves the one before as it is, down to what it shows', () => {
    const workspace = make();
    workspace.follow({ kind: 'conversation', id: 7 });
    workspace.change((layout) => close(layout, 'inbox-p3'));
    workspace.go('calls');
    expect(kindsOf(workspace.get())).toEqual(['calls, focused', 'call', 'conversation']);
    expect(workspace.get().followed).toBeNull();
    workspace.follow({ kind: 'call', id: 3 });
    workspace.go('inbox');
    expect(kindsOf(workspace.get())).toEqual(['inbox, focused', 'conversation']);
    expect(workspace.get().followed).toEqual({ kind: 'conversation', id: 7 });
    workspace.go('calls');
    expect(workspace.get().followed).toEqual({ kind: 'call', id: 3 });
  });

  test('that is in front puts the keyboard into its list, also when that was closed', () => {
    const workspace = make();
    workspace.focus('inbox-p2');
    workspace.go('inbox');
    expect(kindsOf(workspace.get())[0]).toBe('inbox, focused');
    workspace.change((layout) => close(layout, 'inbox-p1'));
    workspace.go('inbox');
    expect(kindsOf(workspace.get())).toContain('inbox, focused');
  });

  test('brings its list back into its own place, where something was opened over it and a pane beside has the keyboard', () => {
    const workspace = make();
    workspace.go('numbers');
    workspace.open('purchase');
    expect(kindsOf(workspace.get())).toEqual(['purchase, focused', 'routing']);
    workspace.show({ kind: 'number', id: 4 });
    expect(kindsOf(workspace.get())).toEqual(['purchase', 'routing, focused']);
    workspace.go('numbers');
    expect(kindsOf(workspace.get())).toEqual(['numbers, focused', 'routing']);
    expect(workspace.get().followed).toEqual({ kind: 'number', id: 4 });
    workspace.open('purchase');
    workspace.show({ kind: 'number', id: 4 });
    workspace.enter({ view: 'numbers', subject: { kind: 'number', id: 4 }, pane: null }, 'chosen');
    expect(kindsOf(workspace.get())).toEqual(['numbers, focused', 'routing']);
  });

  test('shows beside the list only what its people may see', () => {
    const layout = createViewLayout(panes, 'calls', new Set(['activity.read']));
    expect(listPanes(layout.root).map(({ view }) => view.kind)).toEqual(['calls', 'call']);
  });

  test('ids of panes of two views never meet', () => {
    const workspace = make();
    workspace.go('calls');
    workspace.go('numbers');
    const { layout, behind } = workspace.get();
    const ids = [layout, ...behind.map((view) => view.layout)].flatMap(({ root }) => listPanes(root).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('showing an object', () => {
  test('that stands in the view in front stays there; else its own view comes, and the one in front is untouched', () => {
    const workspace = make();
    workspace.show({ kind: 'contact', id: 5 });
    expect(kindsOf(workspace.get())).toEqual(['inbox', 'conversation', 'contact, focused']);
    workspace.show({ kind: 'number', id: 4 });
    expect(kindsOf(workspace.get())).toEqual(['numbers', 'routing, focused']);
    workspace.show({ kind: 'conversation', id: 9 });
    expect(kindsOf(workspace.get())).toEqual(['inbox', 'conversation, focused', 'contact']);
    expect(workspace.get().behind[0]).toMatchObject({ followed: { kind: 'number', id: 4 }, layout: { view: 'numbers' } });
  });

  test('a switch of company empties every view and keeps the one in front', () => {
    const workspace = make();
    workspace.show({ kind: 'number', id: 4 });
    workspace.open('simulator', { id: '4' }, 'right');
    workspace.go('calls');
    workspace.leaveCompany();
    expect(workspace.get()).toMatchObject({ followed: null, layout: { view: 'calls' } });
    workspace.go('numbers');
    expect(workspace.get().followed).toBeNull();
    expect(kindsOf(workspace.get()).some((kind) => kind.includes('pinned'))).toBe(false);
  });
});

describe('the address', () => {
  const isSlug = (text: string) => ['harbor', 'calls'].includes(text);
  const state = (change: (workspace: ReturnType<typeof make>) => void): ViewState => {
    const workspace = make();
    change(workspace);
    return workspace.get();
  };

  test.each([
    ['/harbor/inbox', () => undefined],
    ['/harbor/inbox/17', (w) => w.follow({ kind: 'conversation', id: 17 })],
    ['/harbor/inbox/contact/5', (w) => w.show({ kind: 'contact', id: 5 })],
    ['/harbor/calls/3', (w) => w.enter({ view: 'calls', subject: { kind: 'call', id: 3 }, pane: null }, 'chosen')],
    ['/harbor/numbers/4', (w) => w.show({ kind: 'number', id: 4 })],
    ['/harbor/numbers/buy', (w) => w.open('purchase')],
    ['/harbor/numbers/simulator/4', (w) => w.enter({ view: 'numbers', subject: null, pane: { kind: 'simulator', params: { id: '4' } } }, 'chosen')],
    ['/harbor/custom-fields', (w) => w.go('customFields')],
  ] satisfies readonly (readonly [string, (workspace: ReturnType<typeof make>) => void])[])('%s is what is open, and opens it', (path, change) => {
    const left = state(change);
    expect(formatAddress(panes, 'harbor', left)).toBe(path);
    const address = parseAddress(panes, path, isSlug);
    expect(address?.slug).toBe('harbor');
    const arrived = state((workspace) => {
      workspace.go('log');
      if (address?.place) workspace.enter(address.place, 'restored');
    });
    expect(formatAddress(panes, 'harbor', arrived)).toBe(path);
    expect(arrived.followed).toEqual(left.followed);
  });

  test('with nothing but a company names no place in it, and one without a company is of the one that is open', () => {
    expect(parseAddress(panes, '/harbor', isSlug)).toEqual({ slug: 'harbor', place: null });
    expect(parseAddress(panes, '/numbers/12', isSlug)).toMatchObject({ slug: null, place: { view: 'numbers', subject: { kind: 'number', id: 12 } } });
    expect(parseAddress(panes, '/conversations/12', isSlug)).toMatchObject({ slug: null, place: { view: 'inbox', subject: { kind: 'conversation', id: 12 } } });
    expect(parseAddress(panes, '/contact/12', isSlug)).toMatchObject({ place: { view: 'contacts', subject: { kind: 'contact', id: 12 } } });
    expect(parseAddress(panes, '/routing/12', isSlug)).toMatchObject({ place: { view: 'numbers', subject: { kind: 'number', id: 12 } } });
  });

  test('of a company that is called like a view is the company', () => {
    expect(parseAddress(panes, '/calls/calls/3', isSlug)).toMatchObject({ slug: 'calls', place: { view: 'calls', subject: { kind: 'call', id: 3 } } });
  });

  test.each([
    '/',
    '/nope',
    '/harbor/nope',
    '/harbor/inbox/nope',
    '/harbor/inbox/0',
    '/harbor/inbox/17/3',
    '/harbor/inbox/contact/x',
    '/harbor/log/17',
    '/harbor/inbox/contact/5/6',
    '/%E0%A4%A',
    '/harbor/calls/99999999999999999',
  ])('%s leads nowhere', (path) => {
    expect(parseAddress(panes, path, isSlug)).toBeNull();
  });

  test('an entered object leaves the keyboard in the list, and leads until the list does', () => {
    const workspace = make();
    workspace.focus('inbox-p2');
    workspace.enter({ view: 'inbox', subject: { kind: 'conversation', id: 17 }, pane: null }, 'restored');
    expect(getFocusedPane(workspace.get().layout).view.kind).toBe('inbox');
    expect(workspace.get().entered).toEqual({ kind: 'conversation', id: 17 });
    workspace.focus('inbox-p3');
    expect(workspace.get().entered).toEqual({ kind: 'conversation', id: 17 });
    workspace.follow({ kind: 'conversation', id: 18 });
    expect(workspace.get().entered).toBeNull();
  });

  test('each step is counted, and moving a cursor is none', () => {
    const workspace = make();
    const steps = (act: () => void) => {
      const before = workspace.get().visit;
      act();
      return workspace.get().visit - before;
    };
    expect(steps(() => workspace.follow({ kind: 'conversation', id: 1 }))).toBe(0);
    expect(steps(() => workspace.focus('inbox-p2'))).toBe(0);
    expect(steps(() => workspace.go('calls'))).toBe(1);
    expect(steps(() => workspace.show({ kind: 'contact', id: 5 }))).toBe(1);
    expect(steps(() => workspace.enter({ view: 'inbox', subject: null, pane: null }, 'restored'))).toBe(0);
  });
});

describe('a pane that was closed', () => {
  test('comes back where it was, and beside the focused one when others came meanwhile', () => {
    const workspace = make();
    const closed = createClosedPanes(workspace);
    expect(closed.canReopen()).toBe(false);
    workspace.focus('inbox-p2');
    closed.close();
    expect(kindsOf(workspace.get())).toEqual(['inbox, focused', 'contact']);
    closed.reopen();
    expect(kindsOf(workspace.get())).toEqual(['inbox', 'conversation, focused', 'contact']);
    closed.close();
    workspace.open('log', {}, 'right');
    closed.reopen();
    expect(kindsOf(workspace.get())).toContain('conversation, focused');
    expect(kindsOf(workspace.get())).toHaveLength(4);
    expect(closed.canReopen()).toBe(false);
  });

  test('belongs to its view, and to nobody who comes after', () => {
    const workspace = make();
    const closed = createClosedPanes(workspace);
    closed.close();
    workspace.go('calls');
    expect(closed.canReopen()).toBe(false);
    workspace.go('inbox');
    expect(closed.canReopen()).toBe(true);
    closed.clear();
    expect(closed.canReopen()).toBe(false);
  });
});

test('two panes swap their places, each with its view, the sizes stay where they are', () => {
  const swapped = swap(presets.agent, 'inbox-p1', 'inbox-p3');
  expect(listPanes(swapped.root).map(({ view }) => view.kind)).toEqual(['contact', 'conversation', 'inbox']);
  expect(swapped.focusedId).toBe('inbox-p1');
  expect(findPane(swapped, 'inbox-p1')?.view.kind).toBe('inbox');
});

describe('layouts that were saved', () => {
  test('come back for each view, the one in front first', () => {
    const workspace = make();
    workspace.go('calls');
    workspace.open('log', {}, 'down');
    const { layout, behind } = workspace.get();
    const views = [layout, ...behind.map((view) => view.layout)];
    expect(readLayouts(JSON.parse(JSON.stringify({ views: views.map(toSaved) })), isPaneKind, isView)).toEqual(views);
  });

  test('before there were views are of the view their first list leads', () => {
    const pane = (id: string, kind: string) => ({ type: 'pane', id, view: { kind, params: {} } });
    const old = {
      root: 's1',
      nodes: [{ type: 'split', id: 's1', direction: 'row', children: ['p1', 'p2'], sizes: [60, 40] }, pane('p1', 'numbers'), pane('p2', 'routing')],
    };
    const [read] = readLayouts({ ...old, focusedId: 'p2', zoomedId: null, nextId: 3 }, isPaneKind, isView);
    expect(read).toMatchObject({ view: 'numbers', focusedId: 'p2' });
  });
});
