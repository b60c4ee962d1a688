import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { pruneLookups } from '#server/db/prune.ts';
import { createTrestle } from '#server/lookup/trestle.ts';
import type { Client, TestCompany } from './harness.ts';
import { nothingHeld } from './idle.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const calls = routes.lookups;
let outside: Outside;
let company: TestCompany;
let user: Client;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  user = await outside.server.worker(company, 'user');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => outside.close());

const ages = (number: string, days: number) =>
  outside.server.owner
    .updateTable('caller_lookups')
    .set({ looked_up_at: new Date(Date.now() - days * 86_400_000) })
    .where('number', '=', number)
    .execute();

test('who called is told: name, line, carrier, address', async () => {
  const found = await user.call(calls.caller, { body: { number: '(310) 555-0134' } });
  expect(found).toMatchObject({ number: '+13105550134', isCommercial: false });
  expect(found.owners[0]).toMatchObject({ kind: 'person' });
  expect(found.owners[0]?.address).toMatch(/^\d+ .+, [A-Z][a-z]+, CA \d{5}$/);
  expect([found.lineType, typeof found.carrier]).toEqual([found.lineType?.toLowerCase(), 'string']);
  expect((await user.call(calls.caller, { body: { number: '+13105550600' } })).owners[0]).toMatchObject({ kind: 'business' });
});

test('an answer is kept for the company for thirty days, that nobody is known for one', async () => {
  for (const [number, fresh, stale] of [
    ['+13105550135', 29, 31],
    ['+13105550404', 0.9, 1.1],
  ] as const) {
    const first = await user.call(calls.caller, { body: { number } });
    await ages(number, fresh);
    const kept = await user.call(calls.caller, { body: { number } });
    expect(kept.lookedUpAt < first.lookedUpAt).toBe(true);
    await ages(number, stale);
    expect((await user.call(calls.caller, { body: { number } })).lookedUpAt > first.lookedUpAt).toBe(true);
  }
  const other = await outside.server.worker(await outside.server.company(), 'owner');
  const own = await other.call(calls.caller, { body: { number: '+13105550135' } });
  const rows = await outside.server.owner.selectFrom('caller_lookups').select('company_id').where('number', '=', own.number).execute();
  expect(rows).toHaveLength(2);
});

test('what is no number, and a directory that fails, are told in words', async () => {
  expect(await refused(user.refusal(calls.caller, { body: { number: 'nobody' } }))).toMatchObject({ status: 422, field: 'number' });
  const { status, body } = await user.refusal(calls.caller, { body: { number: '+13105550500' } });
  expect([status, body.message]).toEqual([502, 'Caller lookup didn’t respond. Try again.']);
  const silent = createTrestle({ url: 'http://127.0.0.1:9', apiKey: 'key' });
  await expect(silent.look('+13105550134')).rejects.toThrow(/^Caller lookup didn’t respond. Try again.$/);
});

test('two who ask at once are one question to the directory, and nothing waits for its answer', async () => {
  const { lookup } = outside.server.services;
  if (lookup === null) throw new Error('There is a directory');
  const { look } = lookup;
  const asked = vi.spyOn(lookup, 'look').mockImplementation(async (number) => {
    await nothingHeld(outside.server);
    return look(number);
  });
  const answers = await Promise.all([1, 2, 3].map(() => user.call(calls.caller, { body: { number: '+13105550136' } })));
  expect(new Set(answers.map(({ lookedUpAt }) => lookedUpAt)).size).toBe(1);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('what a directory said is taken away after thirty days', async () => {
  for (const [number, days] of [
    ['+13105550137', 29],
    ['+13105550138', 31],
  ] as const) {
    await user.call(calls.caller, { body: { number } });
    await ages(number, days);
  }
  await pruneLookups(outside.server.services.tenancy);
  const rows = await outside.server.owner.selectFrom('caller_lookups').select('number').where('number', 'in', ['+13105550137', '+13105550138']).execute();
  expect(rows).toEqual([{ number: '+13105550137' }]);
});
