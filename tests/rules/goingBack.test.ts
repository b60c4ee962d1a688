/** Going back in the tiling: what stands over something for a while gives its place, or the focus, back. */
import { describe, expect, test } from 'vitest';
import { focus, focusedPane, type Layout, open, type PaneView, panesOf } from '#src/panes/layout.ts';
import { goBack } from '#src/panes/rearrange.ts';
import { presets, readLayout } from '#src/panes/saved.ts';

const view = (kind: PaneView['kind'], params: PaneView['params'] = {}): PaneView => ({ kind, params });
const kindsOf = (layout: Layout | null) => layout && panesOf(layout.root).map((pane) => `${pane.view.kind}${pane.id === layout.focusedId ? ', focused' : ''}`);

describe('going back', () => {
  test('from a contact that took the place of a list: the list is there again', () => {
    const over = open(presets.admin, view('contact'));
    expect(kindsOf(over)).toEqual(['contact, focused', 'contacts', 'activity']);
    expect(kindsOf(goBack(over))).toEqual(['numbers, focused', 'contacts', 'activity']);
  });

  test('through one row after another straight to the list', () => {
    const over = open(open(presets.admin, view('contact')), view('conversation', { id: '7' }));
    expect(kindsOf(goBack(over))?.[0]).toBe('numbers, focused');
  });

  test('from help: its pane is gone, and the focus is where it was', () => {
    const away = focus(presets.agent, 'p2');
    const helped = open(away, view('help'), 'right');
    expect(kindsOf(helped)).toEqual(['inbox', 'conversation', 'help, focused', 'contact']);
    expect(kindsOf(goBack(helped))).toEqual(['inbox', 'conversation, focused', 'contact']);
  });

  test('from a pane that stood there already: the focus is where it was, once', () => {
    const away = open(focus(presets.agent, 'p2'), view('contact'));
    const back = goBack(away);
    expect(kindsOf(back)).toEqual(['inbox', 'conversation, focused', 'contact']);
    expect(back && goBack(focus(back, 'p3'))).toBeNull();
  });

  test('never from one list to another: they are places of their own', () => {
    expect(goBack(open(presets.agent, view('activity')))).toBeNull();
    expect(goBack(open(presets.admin, view('activity')))).toBeNull();
    expect(goBack(presets.agent)).toBeNull();
  });

  test('also after the layout was saved and read again', () => {
    for (const layout of [open(presets.admin, view('contact')), open(presets.agent, view('help'), 'right')]) {
      const read = readLayout(JSON.parse(JSON.stringify(layout)));
      expect(read).toEqual(layout);
      expect(focusedPane(goBack(read ?? layout) ?? layout)).toEqual(focusedPane(goBack(layout) ?? layout));
    }
  });
});
