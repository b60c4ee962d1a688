/** Going back in the tiling: what stands over something for a while gives its place, or the focus, back. */
import { describe, expect, test } from 'vitest';
import { limits } from '#contract/core/limits.ts';
import { computeDepth } from '#server/domains/me/json.ts';
import { isPaneKind, isView } from '#src/app/panes.tsx';
import { focus, getFocusedPane, type Layout, listPanes, open, type PaneView, split } from '#src/panes/layout.ts';
import { getPreviousLayout, openNear, toSaved } from '#src/panes/layoutActions.ts';
import { presets, readLayout } from '#src/panes/layoutPresets.ts';

const view = (kind: PaneView['kind'], params: PaneView['params'] = {}): PaneView => ({ kind, params });
const kindsOf = (layout: Layout | null) =>
  layout && listPanes(layout.root).map((pane) => `${pane.view.kind}${pane.id === layout.focusedId ? ', focused' : ''}`);

describe('going back', () => {
  test('from a contact that took the place of a list: the list is there again', () => {
    const over = open(presets.admin, view('contact'));
    expect(kindsOf(over)).toEqual(['contact, focused', 'contacts', 'activity']);
    expect(kindsOf(getPreviousLayout(over))).toEqual(['numbers, focused', 'contacts', 'activity']);
  });

  test('through one row after another straight to the list', () => {
    const over = open(open(presets.admin, view('contact')), view('conversation', { id: '7' }));
    expect(kindsOf(getPreviousLayout(over))?.[0]).toBe('numbers, focused');
  });

  test('from a pane that stood there already: the focus is where it was, once', () => {
    const away = open(focus(presets.agent, 'inbox-p2'), view('contact'));
    const back = getPreviousLayout(away);
    expect(kindsOf(back)).toEqual(['inbox', 'conversation, focused', 'contact']);
    expect(back && getPreviousLayout(focus(back, 'inbox-p3'))).toBeNull();
  });

  test('what is opened by name borrows the roomiest place of a follower, and gives it and the focus back', () => {
    const routed = openNear(presets.agent, view('routing', { id: '7' }));
    expect(kindsOf(routed)).toEqual(['inbox', 'routing, focused', 'contact']);
    const asked = openNear(routed, view('simulator'));
    expect(kindsOf(asked)).toEqual(['inbox', 'routing', 'simulator, focused']);
    expect(kindsOf(openNear(asked, view('simulator', { id: '8' })))).toEqual(['inbox', 'routing', 'simulator, focused']);
    const once = getPreviousLayout(asked);
    expect(kindsOf(once)).toEqual(['inbox', 'routing, focused', 'contact']);
    expect(kindsOf(once && getPreviousLayout(once))).toEqual(['inbox, focused', 'conversation', 'contact']);
  });

  test('where nobody lends a place, half of the focused one is taken; one of its kind is used again', () => {
    const routed = openNear(presets.admin, view('routing', { id: '7' }));
    expect(kindsOf(routed)).toEqual(['numbers', 'routing, focused', 'contacts', 'activity']);
    expect(kindsOf(openNear(focus(routed, 'numbers-p1'), view('routing', { id: '8' })))).toEqual(['numbers', 'routing, focused', 'contacts', 'activity']);
  });

  test('what was opened in a place of its own, or is shown there already, goes back to where it was opened from', () => {
    const beside = openNear(presets.admin, view('routing', { id: '7' }));
    expect(kindsOf(getPreviousLayout(beside))).toEqual(['numbers, focused', 'routing', 'contacts', 'activity']);
    const again = openNear(focus(beside, 'numbers-p3'), view('routing', { id: '8' }));
    expect(kindsOf(again)?.[1]).toBe('routing, focused');
    const back = getPreviousLayout(again);
    expect(back && getFocusedPane(back).id).toBe('numbers-p3');
    expect(back && listPanes(back.root).length).toBe(4);
  });

  test('a follower that stands over something lends nothing: what is beneath stays where it is', () => {
    const over = open(focus(presets.admin, 'numbers-p1'), view('conversation'));
    const asked = openNear(focus(over, 'numbers-p2'), view('simulator'));
    expect(listPanes(asked.root).map((pane) => [pane.view.kind, pane.under?.kind])).toEqual([
      ['conversation', 'numbers'],
      ['contacts', undefined],
      ['simulator', undefined],
      ['activity', undefined],
    ]);
  });

  test('a row of the list comes back to the place that its follower lent', () => {
    const routed = openNear(presets.agent, view('routing', { id: '7' }));
    expect(kindsOf(open(focus(routed, 'inbox-p1'), view('conversation')))).toEqual(['inbox', 'conversation, focused', 'contact']);
  });

  test('never from one list to another: they are places of their own', () => {
    expect(getPreviousLayout(open(presets.agent, view('activity')))).toBeNull();
    expect(getPreviousLayout(open(presets.admin, view('activity')))).toBeNull();
    expect(getPreviousLayout(presets.agent)).toBeNull();
  });

  test('a tiling of any depth is saved within the levels the server keeps', () => {
    const deep = Array.from({ length: 9 }, (_, at) => at).reduce(
      (layout, at) => split(layout, layout.focusedId, at % 2 === 0 ? 'column' : 'row', view('inbox')),
      presets.admin,
    );
    const saved: unknown = JSON.parse(JSON.stringify(toSaved(deep)));
    expect(computeDepth(saved)).toBeLessThanOrEqual(limits.jsonDepth);
    expect(readLayout(saved, isPaneKind, isView)).toEqual(deep);
    expect(readLayout(JSON.parse(JSON.stringify(deep)), isPaneKind, isView)).toEqual(deep);
  });

  test('a saved tiling that contains itself is read without end neither here nor there', () => {
    const pane = { type: 'pane', id: 'p1', view: { kind: 'inbox', params: {} } };
    const round = { type: 'split', id: 's1', direction: 'row', children: ['s1', 'p1', 'p1'], sizes: [1, 1, 1] };
    expect(kindsOf(readLayout({ root: 's1', nodes: [round, pane], focusedId: 'p1' }, isPaneKind, isView))).toEqual(['inbox, focused']);
  });

  test('also after the layout was saved and read again', () => {
    for (const layout of [open(presets.admin, view('contact')), open(presets.agent, view('keys'), 'right')]) {
      const read = readLayout(JSON.parse(JSON.stringify(layout)), isPaneKind, isView);
      expect(read).toEqual(layout);
      expect(getFocusedPane(getPreviousLayout(read ?? layout) ?? layout)).toEqual(getFocusedPane(getPreviousLayout(layout) ?? layout));
    }
  });
});
