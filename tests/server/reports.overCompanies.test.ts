/** Reports over several companies: the sums are those of each company added, by the rights the person has in each, and nothing of the others shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { calls, dashboard, kpi } = routes.analytics;
const hourMs = 3_600_000;

let server: TestServer;
let person: Client;
let harbor: TestCompany;
let island: TestCompany;
let answering: TestCompany;
let foreign: TestCompany;
let organization: { readonly id: number };

/** Calls of the last 20 days, and a text beside each tenth. */
async function ring(company: TestCompany, numbers: readonly number[], seed: number): Promise<void> {
  const results = ['answered', 'missed', 'voicemail'] as const;
  await server.owner
    .insertInto('calls')
    .values(
      Array.from({ length: 60 }, (_, at) => ({
        company_id: company.id,
        number_id: numbers[at % numbers.length] ?? 0,
        recipient: `+1${at % 2 === 0 ? '212' : '415'}555${String(1_000 + at)}`,
        result: results[(at + seed) % 3] ?? 'answered',
        started_at: new Date(Date.now() - (at * 8 + seed) * hourMs - 60_000),
        duration: at,
        is_inbound: at % 6 !== 0,
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
  answering = await server.company({ organizationId: organization.id });
  foreign = await server.company({ organizationId: organization.id });
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
/** Days that are over everywhere. */
const over = { currentRange: `${addDays(today, -12)}..${addDays(today, -3)}`, previousRange: `${addDays(today, -19)}..${addDays(today, -13)}` };
const all = () => [harbor.id, island.id, answering.id, foreign.id];

describe('a report over several companies', () => {
  test.each([{}, { callers: 'first' as const }, { answerStatus: ['missed'] }, { tz: 'America/Chicago' }])(
    'key figures are those of each added: %o',
    async (filter) => {
      const [first, second] = [
        await person.in(harbor).call(kpi, { query: { ...over, ...filter } }),
        await person.in(island).call(kpi, { query: { ...over, ...filter } }),
      ];
      const both = await person.in(harbor).call(kpi, { query: { ...over, ...filter, companies: all() } });
      for (const name of ['calls', 'inbound', 'missed', 'leads', 'duration'] as const) {
        expect(both.current[name]).toBe(first.current[name] + second.current[name]);
        expect(both.previous?.[name]).toBe((first.previous?.[name] ?? 0) + (second.previous?.[name] ?? 0));
      }
      expect(both.meta).toEqual(first.meta);
      expect(second.current.calls).toBeGreaterThan(0);
    },
  );

  test.each(['day', 'week', 'month', 'hour'] as const)('the dashboard by %s adds bucket by bucket', async (groupBy) => {
    const query = { ...over, groupBy };
    const own = await Promise.all([harbor, island].map((company) => person.in(company).call(dashboard, { query })));
    const both = await person.in(island).call(dashboard, { query: { ...query, companies: all() } });
    for (const series of ['data', 'previous'] as const) {
      const names = [...new Set(own.flatMap((reply) => reply[series].map(({ bucket }) => bucket)))].sort();
      const totals = names.map((name) => own.reduce((sum, reply) => sum + (reply[series].find(({ bucket }) => bucket === name)?.total ?? 0), 0));
      expect(both[series].map(({ bucket, total, sums }) => [bucket, total, sums?.calls])).toEqual(names.map((name, at) => [name, totals[at], totals[at]]));
    }
    expect(both.meta.timezone).toBe('Pacific/Auckland');
  });

  test.each([
    { group: 'geo' },
    { group: 'number', target: 'day' },
    { group: 'number,tag', target: 'day' },
    { group: 'day', target: 'hour' },
    { group: 'answered_by', target: 'day' },
  ])('rows of %o that have the same in common are one', async (pair) => {
    const query = { ...pair, startDate: addDays(today, -12), endDate: addDays(today, -3) };
    const sumBy = (rows: readonly { readonly calls: number; readonly day?: string; readonly hour?: number; readonly geo?: string | null }[]) => {
      const sums = new Map<string, number>();
      for (const { day, hour, geo, calls: count } of rows)
        sums.set(JSON.stringify([day, hour, geo]), (sums.get(JSON.stringify([day, hour, geo])) ?? 0) + count);
      return [...sums].sort();
    };
    const own = await Promise.all([harbor, island].map((company) => person.in(company).call(calls, { query })));
    const { data } = await person.in(harbor).call(calls, { query: { ...query, companies: all() } });
    expect(sumBy(data)).toEqual(sumBy(own.flatMap((reply) => reply.data)));
    const keys = data.map(({ number, tag, day, hour, geo, answeredBy }) => JSON.stringify([number?.id, tag?.id, day, hour, geo, answeredBy]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('an organization is those of its companies whose reports the person may see', async () => {
    const { current } = await person.in(harbor).call(kpi, { query: over });
    expect((await person.in(harbor).call(kpi, { query: { ...over, businessUnits: [organization.id] } })).current).toEqual(current);
    expect((await person.in(island).call(kpi, { query: { ...over, businessUnits: [organization.id] } })).current).toEqual(current);
  });

  test('companies whose reports the person may not see add nothing, also where no other is named', async () => {
    for (const companies of [[foreign.id], [answering.id], [987_654]]) {
      expect((await person.in(harbor).call(kpi, { query: { ...over, companies } })).current.calls).toBe(0);
      expect((await person.in(harbor).call(dashboard, { query: { ...over, companies } })).data.reduce((sum, { total }) => sum + total, 0)).toBe(0);
      const query = { group: 'number', target: 'day', companies };
      expect((await person.in(harbor).call(calls, { query })).data).toEqual([]);
    }
  });

  test('messages are added too', async () => {
    const query = { ...over, type: 'messages' as const, companies: all() };
    expect((await person.in(harbor).call(dashboard, { query })).data).toHaveLength(10);
  });

  test('a file is made of one company at a time', async () => {
    const query = { group: 'geo', format: 'csv' as const, companies: all() };
    expect(await refused(person.in(harbor).refusal(calls, { query }))).toMatchObject({ status: 422, field: 'companies' });
    expect(await person.in(harbor).call(calls, { query: { ...query, companies: [harbor.id] } })).toMatchObject({ message: expect.any(String) });
  });
});
