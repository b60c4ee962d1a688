/** Tests that a command acts on the subject of the focused pane, never on that of a pane with another subject. */
import { describe, expect, test, vi } from 'vitest';
import type { CallDetail } from '#contract/calls/entities.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import { findNearest } from '#src/app/context.ts';
import { panes as registry } from '#src/app/panes.tsx';
import type { Layout, PaneNode } from '#src/panes/layout.ts';
import { createPaneStateStore, type PaneState } from '#src/panes/paneStates.ts';
import { isRelated, isSameSubject, subjectReaders } from '#src/panes/subject.ts';
import { createWorkspace } from '#src/panes/workspace.ts';

type Person = { readonly id: number; readonly number: string };
const [dana, marcus]: readonly [Person, Person] = [
  { id: 1, number: '+14155550134' },
  { id: 2, number: '+14155550135' },
];
// Only what the law looks at: whose they are.
const threadOf = (id: number, { id: contactId, number }: Person) => ({ id, recipient: number, contact: { id: contactId, name: '' } }) as Conversation;
const contactOf = ({ id, number }: Person) => ({ id, number, otherNumbers: [] as readonly string[] }) as Contact;
const callOf = (id: number, { id: contactId, number }: Person) => ({ id, recipient: number, contact: { id: contactId, name: '' } }) as CallDetail;

/** A row of panes, the first of them focused. */
function panes(...states: readonly Partial<PaneState>[]) {
  const nodes = states.map((_, at): PaneNode => ({ type: 'pane', id: `p${at}`, view: { kind: 'log', params: {} } }));
  const layout: Layout = {
    view: 'log',
    root: { type: 'split', id: 's', direction: 'row', children: nodes, sizes: nodes.map(() => 100 / nodes.length) },
    focusedId: 'p0',
    zoomedId: null,
    nextId: 9,
  };
  const workspace = createWorkspace({ registry, initial: layout, createLayout: () => layout });
  const paneStates = { ...createPaneStateStore(), get: (id: string) => ({ scopes: [], ...states[Number(id.slice(1))] }) };
  return <T>(pick: (state: PaneState) => T | null | undefined) => findNearest(workspace, paneStates, pick);
}
const thread = (state: PaneState) => state.open?.conversation?.id;
const table = {} as NonNullable<PaneState['table']>;

describe('a command in a workspace', () => {
  test('acts on the conversation of the row under the cursor, not on another that is still open beside it', () => {
    const list = { table, rows: { kind: 'conversation', rows: [threadOf(7, dana)], mode: 'cursor', count: 1 } } as const;
    expect(panes(list, { open: { conversation: threadOf(8, marcus) } })(thread)).toBeNull();
    expect(panes(list, { open: { conversation: threadOf(9, dana) } })(thread)).toBeNull();
    expect(panes(list, { open: { conversation: threadOf(8, marcus) } }, { open: { conversation: threadOf(7, dana) } })(thread)).toBe(7);
  });

  test('over a pinned contact reaches the conversation with them, and no other', () => {
    expect(panes({ open: { contact: contactOf(dana) } }, { open: { conversation: threadOf(8, marcus) } })(thread)).toBeNull();
    expect(
      panes({ open: { contact: contactOf(dana) } }, { open: { conversation: threadOf(8, marcus) } }, { open: { conversation: threadOf(7, dana) } })(thread),
    ).toBe(7);
  });

  test('over a call reaches the contact who called', () => {
    const call = { open: { call: callOf(3, dana) } };
    const contact = (state: PaneState) => state.open?.contact?.id;
    expect(panes(call, { open: { contact: contactOf(marcus) } })(contact)).toBeNull();
    expect(panes(call, { open: { contact: contactOf(dana) } })(contact)).toBe(dana.id);
  });

  test('in a pane that shows nobody reaches the nearest who is shown, and what goes with them', () => {
    const contact = (state: PaneState) => state.open?.contact?.id;
    expect(panes({}, { open: { conversation: threadOf(8, marcus) } }, { open: { contact: contactOf(dana) } })(contact)).toBeNull();
    expect(panes({}, { open: { conversation: threadOf(8, marcus) } }, { open: { contact: contactOf(marcus) } })(contact)).toBe(marcus.id);
  });

  test('still reaches the list beside, whoever its cursor is on', () => {
    const list = { table, rows: { kind: 'conversation', rows: [threadOf(7, dana)], mode: 'cursor', count: 1 } } as const;
    expect(panes({ open: { conversation: threadOf(8, marcus) } }, list)((told) => told.table)).toBe(table);
  });
});

test('a number nobody knows is one person by the number alone', () => {
  const stranger = { kind: 'conversation', isSubject: true, id: 1, numbers: ['+12128675309'], contactId: null } as const;
  expect(isRelated(stranger, { kind: 'call', isSubject: true, id: 1, numbers: ['+12128675309'], contactId: null })).toBe(true);
  expect(isRelated(stranger, { kind: 'call', isSubject: true, id: 1, numbers: ['+12128675310'], contactId: null })).toBe(false);
  expect(isRelated(stranger, { kind: 'conversation', isSubject: true, id: 2, numbers: ['+12128675309'], contactId: null })).toBe(false);
});

test('a company that is left takes its subject along, and leaves the keyboard where it opens nobody', () => {
  const pane = (id: string, kind: PaneNode['view']['kind']): PaneNode => ({ type: 'pane', id, view: { kind, params: {} } });
  const children = [pane('p1', 'inbox'), pane('p2', 'conversation'), pane('p3', 'contact')];
  const initial: Layout = {
    view: 'inbox',
    root: { type: 'split', id: 's', direction: 'row', children, sizes: [40, 40, 20] },
    focusedId: 'p2',
    zoomedId: null,
    nextId: 9,
  };
  const workspace = createWorkspace({ registry, initial, createLayout: () => initial });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  workspace.follow(subjectReaders.contact(contactOf(dana)));
  expect(isSameSubject(workspace.get().followed, { kind: 'contact', id: dana.id })).toBe(true);
  workspace.leaveCompany();
  expect(workspace.get()).toMatchObject({ followed: null, layout: { focusedId: 'p1' } });
  vi.unstubAllGlobals();
});
