/** Tests that a key never acts on one row where several are highlighted. */
import { expect, test } from 'vitest';
import { checkAvailability } from '#commands/core/availability.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { call, callsChosen, context, conversation, dana, number } from './commandsSupport.ts';

const chosen = (scope: 'inbox' | 'contacts' | 'numbers', rows: NonNullable<Context['focus']['rows']>): Partial<Context> => ({
  focus: { ...context().focus, scopes: [scope, 'list', 'workspace', 'global'], rows },
});

/** Commands that take all the rows by themselves, or ask which one is meant. */
const takesAll = new Set(['callers.block', 'callers.unblock', 'calls.addTag', 'routing.simulate']);

test.each([
  ['conversation', chosen('inbox', { kind: 'conversation', rows: [conversation(1), conversation(2)], mode: 'rows', count: 2 })],
  ['contact', chosen('contacts', { kind: 'contact', rows: [dana, { ...dana, id: 6 }], mode: 'rows', count: 2 })],
  ['number', chosen('numbers', { kind: 'number', rows: [number(1), number(2)], mode: 'rows', count: 2 })],
  ['call', callsChosen(call(1), call(2))],
] as const)('with two of a kind (%s) selected, each command of their menu takes both or says that it works on one', (kind, changes) => {
  const now = context({ ...changes, open: { conversation: conversation(1) } });
  const ofOne = (registry.menus[kind] ?? []).flat().filter((id) => {
    const command = registry.get(id);
    return command?.rows === null && !takesAll.has(id) && checkAvailability(command, now).ok;
  });
  expect(ofOne).toEqual([]);
  const reply = registry.get(kind === 'call' ? 'conversations.startWith' : 'messages.reply');
  if (reply && kind !== 'number' && kind !== 'contact')
    expect(checkAvailability(reply, now)).toMatchObject({ ok: false, reason: `Works on one ${kind} at a time; 2 ${kind}s selected` });
});
