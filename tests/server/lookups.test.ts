import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { createTrestle } from '#server/lookup/trestle.ts';
import type { Client, TestCompany } from './harness.ts';
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
  expect(await refused(user.refusal(calls.caller, { body: { number: '+13105550500' } }))).toMatchObject({ status: 502 });
  const silent = createTrestle({ url: 'http://127.0.0.1:9', apiKey: 'key' });
  await expect(silent.look('+13105550134')).rejects.toThrow(/^The directory of callers did not answer$/);
});
