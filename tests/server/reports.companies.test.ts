/** Calls of several companies beside each other: each row is what the company's own key figures say, and no company shows that the person may not see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { companies, kpi } = routes.analytics;
const hourMs = 3_600_000;

let server: TestServer;
let person: Client;
let harbor: TestCompany;
let island: TestCompany;
let organization: { readonly id: number };

/** Calls of the last 20 days, as many as hours that are left after the seed. */
async function ring(company: TestCompany, numbers: readonly number[], seed: number): Promise<void> {
  const results = ['answered', 'missed', 'voicemail'] as const;
  await server.owner
    .insertInto('calls')
    .values(
      Array.from({ length: 60 }, (_, at) => ({
        company_id: company.id,
        number_id: numbers[at % numbers.length] ?? 0,
        recipient: `+1212555${String(1_000 + at)}`,
        result: results[(at + seed) % 3] ?? 'answered',
        started_at: new Date(Date.now() - (at * 8 + seed) * hourMs - 60_000),
        duration: at,
        is_inbound: true,
        is_lead: at % 4 === 0,
        value: at % 5 === 0 ? 10.1 : null,
      })),
    )
    .execute();
}

beforeAll(async () => {
  server = await startServer();
  organization = await server.organization('Coast Group');
  harbor = await server.company({ timezone: 'America/New_York', organizationId: organization.id });
  island = await server.company({ timezone: 'Pacific/Auckland' });
  const answering = await server.company();
  const foreign = await server.company();
  const user = await server.person();
  const lines = { harbor: [await server.number(harbor), await server.number(harbor)], island: [await server.number(island), await server.number(island)] };
  const ids = (of: readonly { readonly id: number }[]) => of.map(({ id }) => id);
  await ring(harbor, ids(lines.harbor), 1);
  await ring(island, ids(lines.island), 5);
  for (const other of [answering, foreign]) await ring(other, [(await server.number(other)).id], 3);
  await server.membership(user, harbor, 'owner');
  await server.membership(user, island, 'reporting', [lines.island[1]?.id ?? 0]);
  // Who answers sees no reports.
  await server.membership(user, answering, 'user');
  person = await server.signedIn(user);
});
afterAll(() => server.close());

const today = formatDay('America/New_York', Date.now());
const ranges = [
  { currentRange: `${addDays(today, -6)}..${today}`, previousRange: `${addDays(today, -13)}..${addDays(today, -7)}` },
  { currentRange: `${today}..${today}`, previousRange: `${addDays(today, -1)}..${addDays(today, -1)}` },
  { currentRange: `${addDays(today, -9)}..${addDays(today, -8)}`, previousRange: `${addDays(today, -11)}..${addDays(today, -10)}` },
  { currentRange: `${addDays(today, -6)}..${today}` },
  {},
] as const;

describe('calls by company', () => {
  test.each(ranges)('each row is what the company’s own figures say: %o', async (query) => {
    const all = await person.call(companies, { query });
    expect(all.data.map(({ companyId }) => companyId).sort()).toEqual([harbor.id, island.id].sort());
    for (const company of [harbor, island]) {
      const [row, own] = await agreeOnClock(company, query);
      expect([row?.current, row?.previous]).toEqual([own.current, own.previous]);
    }
  });

  /** The same minute for both: the comparison goes up to it. */
  async function agreeOnClock(company: TestCompany, query: (typeof ranges)[number]) {
    for (;;) {
      const row = (await person.call(companies, { query })).data.find(({ companyId }) => companyId === company.id);
      const own = await person.in(company).call(kpi, { query });
      if (row?.comparedUntil === own.meta.comparedUntil) return [row, own] as const;
    }
  }

  test('adds up to what stands above them, and counts numbers the person works alone', async () => {
    const { data, meta } = await person.call(companies, { query: ranges[0] });
    const sum = (of: 'current' | 'previous') => data.reduce((all, row) => all + (row[of]?.calls ?? 0), 0);
    expect([meta.total, meta.current.calls, meta.previous?.calls]).toEqual([2, sum('current'), sum('previous')]);
    const everything = await server.worker(island, 'owner');
    const whole = (await everything.call(companies, { query: ranges[0] })).data;
    const limited = data.find(({ companyId }) => companyId === island.id)?.current.calls ?? 0;
    expect(whole).toHaveLength(1);
    expect(limited).toBeGreaterThan(0);
    expect(limited).toBeLessThan(whole[0]?.current.calls ?? 0);
  });

  test('of an organization alone, of none that is not the person’s', async () => {
    expect((await person.call(companies, { query: { businessUnits: [organization.id] } })).data.map(({ companyId }) => companyId)).toEqual([harbor.id]);
    const none = await person.call(companies, { query: { businessUnits: [987_654] } });
    expect([none.data, none.meta.current.calls]).toEqual([[], 0]);
  });

  test('no range turned round, and none of ten years', async () => {
    for (const currentRange of [`${today}..${addDays(today, -1)}`, '2010-01-01..2025-01-01'])
      expect(await refused(person.refusal(companies, { query: { currentRange } }))).toMatchObject({ status: 422 });
  });
});
