/** Calls of several companies beside each other: each row is what the company's own key figures say, and no company shows that the person may not see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { createReportCompanies, type ReportCompanies } from './reportCompanies.ts';
import { refused } from './stage.ts';

const { companies, kpi } = routes.analytics;

let server: TestServer;
let world: ReportCompanies;

beforeAll(async () => {
  server = await startServer();
  world = await createReportCompanies(server);
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
    const all = await world.person.call(companies, { query });
    expect(all.data.map(({ companyId }) => companyId).sort()).toEqual([world.harbor.id, world.island.id].sort());
    for (const company of [world.harbor, world.island]) {
      const [row, own] = await agreeOnClock(company, query);
      expect([row?.current, row?.previous]).toEqual([own.current, own.previous]);
    }
  });

  /** The same minute for both: the comparison goes up to it. */
  async function agreeOnClock(company: TestCompany, query: (typeof ranges)[number]) {
    for (;;) {
      const row = (await world.person.call(companies, { query })).data.find(({ companyId }) => companyId === company.id);
      const own = await world.person.in(company).call(kpi, { query });
      if (row?.comparedUntil === own.meta.comparedUntil) return [row, own] as const;
    }
  }

  test('adds up to what stands above them, and counts numbers the person works alone', async () => {
    const { data, meta } = await world.person.call(companies, { query: ranges[0] });
    const sum = (of: 'current' | 'previous') => data.reduce((all, row) => all + (row[of]?.calls ?? 0), 0);
    expect([meta.total, meta.current.calls, meta.previous?.calls]).toEqual([2, sum('current'), sum('previous')]);
    const everything = await server.worker(world.island, 'owner');
    const whole = (await everything.call(companies, { query: ranges[0] })).data;
    const limited = data.find(({ companyId }) => companyId === world.island.id)?.current.calls ?? 0;
    expect(whole).toHaveLength(1);
    expect(limited).toBeGreaterThan(0);
    expect(limited).toBeLessThan(whole[0]?.current.calls ?? 0);
  });

  test('of an organization alone, of none that is not the person’s', async () => {
    expect((await world.person.call(companies, { query: { businessUnits: [world.organization.id] } })).data.map(({ companyId }) => companyId)).toEqual([
      world.harbor.id,
    ]);
    const none = await world.person.call(companies, { query: { businessUnits: [987_654] } });
    expect([none.data, none.meta.current.calls]).toEqual([[], 0]);
  });

  test('no range turned round, and none of ten years', async () => {
    for (const currentRange of [`${today}..${addDays(today, -1)}`, '2010-01-01..2025-01-01'])
      expect(await refused(world.person.refusal(companies, { query: { currentRange } }))).toMatchObject({ status: 422 });
  });
});
