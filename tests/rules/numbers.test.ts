import { describe, expect, test } from 'vitest';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context } from '#commands/core/types.ts';
import { parseAssignment } from '#commands/customFields/fieldAssignment.ts';
import { registry } from '#commands/index.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { createFrecency } from '#src/palette/frecency.ts';
import { createPaletteIndex } from '#src/palette/results.ts';
import { context, number, services } from './commandsSupport.ts';

const selected = (...rows: PhoneNumber[]): Context =>
  context({
    focus: {
      scopes: ['numbers', 'list', 'workspace', 'global'],
      pane: { id: 'p1', kind: 'numbers', title: 'Numbers' },
      rows: { kind: 'number', rows, mode: rows.length === 1 ? 'cursor' : 'rows', count: rows.length },
      columns: [],
      canGoBack: false,
    },
  });
const region = {
  id: 7,
  entityType: 'Number',
  name: 'Region',
  defaultValue: null,
  choices: [
    { id: 1, value: 'West', sortOrder: 0, description: null },
    { id: 2, value: 'East', sortOrder: 1, description: null },
  ],
  companyId: 1,
  businessUnitId: null,
};
const played = () =>
  services({
    'customFields.all': () => Promise.resolve([region]),
    'numbers.preview': () => Promise.resolve({ changed: 1, skipped: [{ count: 1, reason: 'already set' }] }),
    'numbers.impact': () =>
      Promise.resolve({
        monthlyCost: 2.3,
        openConversations: 4,
        calls30Days: 0,
        waitingMessages: 1,
        forwardedFrom: 0,
        triggers: 0,
        sample: ['Line 1', 'Line 2'],
      }),
  });

const review = (id: string, now: Context, args: Record<string, string> = {}) => registry.get(id)?.review({ context: now, args, services: played().services });
const run = async (id: string, now: Context, args: Record<string, string> = {}) => {
  const stage = played();
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => stage.services,
    createKey: () => 'a-key-of-a-run',
  });
  await dispatcher.execute(id, { source: 'key', args });
  return stage.done.filter(([name]) => name === 'numbers.change');
};

describe('set Region = West', () => {
  test('sets a field by name, its choice in any case, on one number without a look', async () => {
    expect(await review('numbers.setField', selected(number(1)), { assignment: 'region = west' })).toBeNull();
    const [[, , set] = []] = await run('numbers.setField', selected(number(1)), { assignment: 'region = west' });
    expect(set).toEqual({ field: { attributeId: 7, value: 'West' } });
  });

  test('on several, says first what it will do and what is left out', async () => {
    expect(await review('numbers.setField', selected(number(1), number(2)), { assignment: 'Region = West' })).toMatchObject({
      sentence: 'Sets Region = West on 1 number',
      count: 2,
      skipped: [{ count: 1, reason: 'already set' }],
      undoNote: 'You can undo this',
    });
  });

  test('without a value empties it; what is no field, choice or assignment is refused', async () => {
    const [[, , set] = []] = await run('numbers.setField', selected(number(1)), { assignment: 'Region =' });
    expect(set).toEqual({ field: { attributeId: 7 } });
    for (const [assignment, words] of [
      ['Area = West', /No custom field named “Area”\. Available: Region/],
      ['Region = North', /one of: West, East/],
      ['Region', /Use the form/],
    ] as const)
      await expect(run('numbers.setField', selected(number(1)), { assignment })).rejects.toMatchObject({ message: expect.stringMatching(words) });
    expect(parseAssignment(' = West')).toBeNull();
  });
});

test('removing says what goes with the numbers', async () => {
  expect(await review('numbers.remove', selected(number(1), number(2)))).toMatchObject({
    sentence: 'Removes 2 numbers: calls stop immediately, $2.30 per month less',
    skipped: [
      { count: 4, reason: 'open conversations lose their number' },
      { count: 1, reason: 'scheduled messages won’t be sent' },
    ],
    dangerous: true,
  });
});

describe('the palette takes a command and its argument in one line', () => {
  const memory = new Map<string, string>();
  const storage = { getItem: (key: string) => memory.get(key) ?? null, setItem: (key: string, value: string) => void memory.set(key, value) };
  const library = createPaletteIndex(
    registry,
    createFrecency(storage, () => 0),
  );
  const first = (query: string) => library.find(query, selected(number(1)), [])[0]?.rows[0]?.item;

  test('buy 800 ends PLUMB', () => {
    expect(first('buy 800 ends PLUMB')).toMatchObject({
      title: 'Buy numbers: 800 ends PLUMB',
      run: { commandId: 'numbers.buy', args: { search: '800 ends PLUMB' } },
    });
    expect(first('> buy 415 x10')).toMatchObject({ run: { args: { search: '415 x10' } } });
  });
  test('set Region = West', () => {
    expect(first('set Region = West')).toMatchObject({ run: { commandId: 'numbers.setField', args: { assignment: 'Region = West' } } });
  });
});
