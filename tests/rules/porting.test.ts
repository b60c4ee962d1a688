import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context, PaneKind } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { PortCheck } from '#contract/porting/entities.ts';
import { machine, type PortOrder } from '#machines/portIn/index.ts';
import { getStateName } from '#machines/state.ts';
import { parsePhoneList } from '#server/domains/porting/parsePastedNumbers.ts';
import { draft, port } from '#tests/models/portIn.fixtures.ts';
import { context, conversation, dana, reason, services } from './commandsSupport.ts';

const run = async (id: string, now: Context, args: Record<string, string> = {}) => {
  const played = services();
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'a-key-of-a-run',
  });
  await dispatcher.execute(id, { source: 'key', args });
  return played.done.filter(([name]) => name.startsWith('porting.') || name.startsWith('callers.') || name === 'flows.send');
};
const inPane = (kind: PaneKind, changes: Partial<Context> = {}, rows: Context['focus']['rows'] = null) =>
  context({
    focus: {
      scopes: ['portForm', 'ports', 'port', 'calls', 'workspace', 'global'],
      pane: { id: 'p1', kind, title: kind },
      rows,
      columns: [],
      canGoBack: false,
    },
    ...changes,
  });
const one = { kind: 'port', rows: [port('in_progress')], mode: 'cursor', count: 1 } as const;

describe('numbers as they are pasted', () => {
  test.each([
    '212-555-0123',
    '(212) 555-0123',
    '212.555.0123',
    '2125550123',
    '1 212 555 0123',
    '+1 212 555 0123',
    '1-212-555-0123',
    'tel:+12125550123',
    ' “212 555 0123” ',
    '212‑555‑0123',
  ])('%s is read', (typed) => {
    expect(parsePhoneList(typed)).toEqual({ numbers: ['+12125550123'], twice: [], unread: [] });
  });

  test('between lines, commas, semicolons, tabs and bars; twice is named once', () => {
    const { numbers, twice, unread } = parsePhoneList(
      '212-555-0123, 212-555-0124;212-555-0125\t212-555-0126|212-555-0127\r\n2125550123\n+12125550123\n12\nabc',
    );
    expect(numbers).toHaveLength(5);
    expect([twice, unread]).toEqual([['+12125550123'], ['12', 'abc']]);
  });
});

describe('commands of bringing numbers in', () => {
  test('begin, open, see a paper', async () => {
    expect(await run('porting.begin', context())).toEqual([['porting.begin']]);
    expect(await run('porting.open', inPane('ports', {}, one))).toEqual([['porting.open', 7]]);
    expect(await run('porting.document', inPane('port', {}, one), { kind: 'bill' })).toEqual([['porting.openDocument', one.rows[0], 'bill']]);
  });

  test('are administrators’ and owners’', () => {
    const now = { ...context({}, 'user') };
    expect(reason('porting.begin', now)).toMatch(/^Only owners and administrators can /);
  });

  test('steps are refused in the flow’s own words', async () => {
    const actor = createActor(machine, { input: { key: 'port-in-01', draft: { ...draft, accountNumber: '' } } }).start();
    actor.send({ type: 'port.opened' });
    const { getReason } = await import('#machines/portIn/index.ts');
    const view = {
      state: getStateName(actor.getSnapshot()),
      canAccept: () => false,
      getReason: (type: string) => (type === 'numbers.checked' || type === 'document.chosen' ? getReason(actor.getSnapshot(), type) : null),
    };
    const now = inPane('ports', { flows: { portIn: view } });
    expect(reason('porting.check', now)).toBe('Enter the account number as shown on the bill');
    expect(reason('porting.letter', now)).toBe('Check portability first, then upload the documents');
  });
});

test('a request is sent once for a second Enter, and with the same key when no answer came', async () => {
  const asked: PortOrder[] = [];
  const checked: PortCheck = { data: [{ number: '+19078100001', portable: true, pinRequired: false, reason: null }], twice: [], unread: [] };
  const actor = createActor(
    machine.provide({
      actors: {
        checkNumbers: fromPromise(async () => checked),
        sendPort: fromPromise(async ({ input }) => {
          asked.push(input);
          if (asked.length === 1) throw { status: 0, code: 'no_answer', message: 'No answer' };
          return port('submitted');
        }),
      },
    }),
    { input: { key: 'port-in-01', draft } },
  ).start();
  const reaches = (state: string) => expect.poll(() => getStateName(actor.getSnapshot())).toBe(state);
  actor.send({ type: 'port.opened' });
  actor.send({ type: 'numbers.checked' });
  await reaches('documents');
  actor.send({ type: 'document.chosen', kind: 'letter', file: 'letter.pdf' });
  actor.send({ type: 'documents.finished' });
  expect(getStateName(actor.getSnapshot())).toBe('documents');
  actor.send({ type: 'document.chosen', kind: 'bill', file: 'bill.png' });
  actor.send({ type: 'documents.finished' });
  actor.send({ type: 'port.confirmed' });
  actor.send({ type: 'port.confirmed' });
  await reaches('unsure');
  actor.send({ type: 'port.retried' });
  await reaches('submitted');
  expect(asked.map(({ key, numbers }) => [key, numbers])).toEqual([
    ['port-in-01', ['+19078100001']],
    ['port-in-01', ['+19078100001']],
  ]);
});

describe('looking up who called', () => {
  test('asks about the number of what has the focus', async () => {
    expect(await run('callers.lookUp', context())).toEqual([['callers.lookUp', '+14155550134']]);
    const thread = conversation(9, { recipient: '+14155550199' });
    const now = context({ open: { conversation: thread, contact: { ...dana, number: '+14155550150' } } });
    const at = (kind: PaneKind) => ({
      ...now,
      focus: { ...now.focus, scopes: ['contact', 'conversation', 'workspace', 'global'] as const, rows: null, pane: { id: 'p', kind, title: kind } },
    });
    expect(await run('callers.lookUp', at('contact'))).toEqual([['callers.lookUp', '+14155550150']]);
    expect(await run('callers.lookUp', at('conversation'))).toEqual([['callers.lookUp', '+14155550199']]);
  });

  test('a card asks about its own number, whatever another pane shows', async () => {
    const beside = context({ open: { conversation: conversation(9, { recipient: '+14155550199' }) } });
    expect(await run('callers.lookUpNumber', beside, { number: '+14155550177' })).toEqual([['callers.lookUp', '+14155550177']]);
    await expect(run('callers.lookUpNumber', beside, { number: 'anonymous' })).rejects.toMatchObject({ message: 'Anonymous callers can’t be looked up' });
    await expect(run('callers.lookUpNumber', beside, { number: '+1 41' })).rejects.toMatchObject({ message: 'Enter a complete phone number' });
  });

  test('says why not', () => {
    expect(reason('callers.lookUp', context({}, 'reporting'))).toMatch(/^Only owners, administrators and users can /);
    expect(reason('callers.lookUp', inPane('calls'))).toBe('Select a call, contact or conversation first');
    const withheld = context({
      focus: { ...context().focus, rows: { kind: 'conversation', rows: [conversation(1, { recipient: 'anonymous' })], mode: 'cursor', count: 1 } },
    });
    expect(reason('callers.lookUp', withheld)).toBe('Anonymous callers can’t be looked up');
  });
});
