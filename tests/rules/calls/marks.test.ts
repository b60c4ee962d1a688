import { expect, test } from 'vitest';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context, RowSet, Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { CustomField } from '#contract/customFields/entities.ts';
import { call, callsChosen, context, conversation, detailOf, reason, services } from '../commandsSupport.ts';

const ads = { id: 4, name: 'Ads', businessUnitId: null, numbers: 2 };
const choice = (id: number, value: string) => ({ id, value, sortOrder: id, description: null });
const region: CustomField = {
  id: 9,
  entityType: 'Call',
  name: 'Region',
  defaultValue: null,
  choices: [choice(1, 'West'), choice(2, 'East')],
  companyId: 1,
  businessUnitId: null,
};

async function run(id: string, now: Context, args: Record<string, string>) {
  const played = services({ 'tags.all': async () => [ads], 'customFields.all': async () => [region, { ...region, id: 8, entityType: 'Number' }] });
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'a-key-of-a-run',
  });
  await dispatcher.execute(id, { source: 'key', args });
  return played.done.filter(([name]) => /^(calls|customFields)\.(tag|fill)/.test(name));
}

test('calls are tagged where they are chosen, and while they ring', async () => {
  expect(await run('calls.addTag', context(callsChosen(call(1), call(2))), { tag: 'Ads' })).toEqual([['calls.tag', [1, 2], ads, true]]);
  expect(await run('calls.removeTag', context(callsChosen(call(1))), { tag: '4' })).toEqual([['calls.tag', [1], ads, false]]);
  const { id, recipient, contact, conversationId, number, startedAt, result, tags } = call(5);
  const ringing = {
    id,
    isInbound: true,
    recipient,
    contact,
    conversationId,
    number,
    startedAt,
    result,
    tags,
    state: 'ringing' as const,
    connectedAt: null,
    steps: [],
    phones: [],
  };
  const live = context({
    focus: {
      scopes: ['live', 'list', 'workspace', 'global'],
      pane: null,
      rows: { kind: 'liveCall', rows: [ringing], mode: 'cursor', count: 1 },
      columns: [],
      canGoBack: false,
    },
  });
  expect(await run('calls.addTag', live, { tag: 'Ads' })).toEqual([['calls.tag', [5], ads, true]]);
});

test('a custom field of calls is set by name, to one of its choices', async () => {
  const two = context(callsChosen(call(1), call(2)));
  expect(await run('calls.setField', two, { assignment: 'region = west' })).toEqual([['customFields.fill', region, [1, 2], 'West']]);
  expect(await run('calls.setField', two, { assignment: 'Region =' })).toEqual([['customFields.fill', region, [1, 2], null]]);
  await expect(run('calls.setField', two, { assignment: 'Region = North' })).rejects.toMatchObject({ message: 'Region must be one of: West, East' });
  await expect(run('calls.setField', two, { assignment: 'Zone = 3' })).rejects.toMatchObject({ message: 'No custom field named “Zone”. Available: Region' });
});

const inList = (scope: Scope, rows: RowSet | null, beside: Partial<Context> = {}) =>
  context({ focus: { scopes: [scope, 'list', 'workspace', 'global'], pane: null, rows, columns: [], canGoBack: false }, ...beside });

test('all calls matching the filter are not tagged or filled in as if those that are loaded were all', () => {
  const all = inList('calls', { kind: 'call', rows: [call(1), call(2)], mode: 'matching', count: 900, filter: {} });
  for (const id of ['calls.addTag', 'calls.removeTag', 'calls.setField']) expect(reason(id, all)).toBe('Select individual calls; can’t run on all matching');
  expect(reason('calls.addTag', context(callsChosen(call(1), call(2))))).toBeNull();
});

test('in an empty list of live calls neither the call nor the caller of another pane is meant', () => {
  const nobodyCalls = inList('live', null, { open: { call: detailOf(3), conversation: conversation(7) } });
  expect(reason('calls.addTag', nobodyCalls)).toBe('Select a call first');
  expect(reason('callers.block', nobodyCalls)).toBe('Select a caller first');
});

test('a review says that it is over all that match, and does not begin over them while a few are selected', () => {
  const flows = { reviewRun: { state: 'idle', canAccept: () => true, getReason: () => null } };
  const over = (rows: RowSet) => inList('calls', rows, { flows });
  const row = over({ kind: 'call', rows: [call(1)], mode: 'cursor', count: 1 });
  expect(reason('review.start', row)).toBeNull();
  expect(registry.get('review.start')?.detail(row)).toBe('all that match the search');
  expect(reason('review.start', over({ kind: 'call', rows: [call(1), call(2)], mode: 'matching', count: 900, filter: {} }))).toBeNull();
  const few = over({ kind: 'call', rows: [call(1)], mode: 'rows', count: 1 });
  expect(reason('review.start', few)).toBe('A review covers all calls matching the search. Clear the selection first.');
});

test('the command log names the tag that was chosen, not its id', async () => {
  const played = services({ 'tags.all': async () => [ads] });
  const now = context(callsChosen(call(1)));
  const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
  await dispatcher.execute('calls.addTag', { source: 'palette', args: { tag: '4' }, words: { tag: 'Ads' } });
  expect(played.done.filter(([name]) => name === 'log.add')).toMatchObject([['log.add', { args: { tag: '4' }, detail: 'Ads' }]]);
});
