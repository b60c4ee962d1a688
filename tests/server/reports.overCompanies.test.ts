/** Reports over several companies: the sums are those of each company added, by the rights the person has in each, and nothing of the others shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { startServer, type TestServer } from './harness.ts';
import { createReportCompanies, type ReportCompanies } from './reportCompanies.ts';
import { refused } from './stage.ts';

const { calls, dashboard, kpi } = routes.analytics;

let server: TestServer;
let world: ReportCompanies;

beforeAll(async () => {
  server = await startServer();
  world = await createReportCompanies(server);
});
afterAll(() => server.close());

const today = formatDay('America/New_York', Date.now());
/** Days that are over everywhere. */
const over = { currentRange: `${addDays(today, -12)}..${addDays(today, -3)}`, previousRange: `${addDays(today, -19)}..${addDays(today, -13)}` };
const all = () => [world.harbor.id, world.island.id, world.answering.id, world.foreign.id];

describe('a report over several companies', () => {
  test.each([{}, { callers: 'first' as const }, { answerStatus: ['missed'] }, { tz: 'America/Chicago' }])(
    'key figures are those of each added: %o',
    async (filter) => {
      const [first, second] = [
        await world.person.in(world.harbor).call(kpi, { query: { ...over, ...filter } }),
        await world.person.in(world.island).call(kpi, { query: { ...over, ...filter } }),
      ];
      const both = await world.person.in(world.harbor).call(kpi, { query: { ...over, ...filter, companies: all() } });
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
    const own = await Promise.all([world.harbor, world.island].map((company) => world.person.in(company).call(dashboard, { query })));
    const both = await world.person.in(world.island).call(dashboard, { query: { ...query, companies: all() } });
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
    const own = await Promise.all([world.harbor, world.island].map((company) => world.person.in(company).call(calls, { query })));
    const { data } = await world.person.in(world.harbor).call(calls, { query: { ...query, companies: all() } });
    expect(sumBy(data)).toEqual(sumBy(own.flatMap((reply) => reply.data)));
    const keys = data.map(({ number, tag, day, hour, geo, answeredBy }) => JSON.stringify([number?.id, tag?.id, day, hour, geo, answeredBy]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('an organization is those of its companies whose reports the person may see', async () => {
    const { current } = await world.person.in(world.harbor).call(kpi, { query: over });
    expect((await world.person.in(world.harbor).call(kpi, { query: { ...over, businessUnits: [world.organization.id] } })).current).toEqual(current);
    expect((await world.person.in(world.island).call(kpi, { query: { ...over, businessUnits: [world.organization.id] } })).current).toEqual(current);
  });

  test('companies whose reports the person may not see add nothing, also where no other is named', async () => {
    for (const companies of [[world.foreign.id], [world.answering.id], [987_654]]) {
      expect((await world.person.in(world.harbor).call(kpi, { query: { ...over, companies } })).current.calls).toBe(0);
      expect((await world.person.in(world.harbor).call(dashboard, { query: { ...over, companies } })).data.reduce((sum, { total }) => sum + total, 0)).toBe(0);
      const query = { group: 'number', target: 'day', companies };
      expect((await world.person.in(world.harbor).call(calls, { query })).data).toEqual([]);
    }
  });

  test('messages are added too', async () => {
    const query = { ...over, type: 'messages' as const };
    const sum = ({ data }: { readonly data: readonly { readonly total: number }[] }) => data.reduce((all, { total }) => all + total, 0);
    const own = await Promise.all([world.harbor, world.island].map((company) => world.person.in(company).call(dashboard, { query })));
    expect(own.map(sum).every((count) => count > 0)).toBe(true);
    const both = await world.person.in(world.harbor).call(dashboard, { query: { ...query, companies: all() } });
    expect(sum(both)).toBe(own.reduce((all, reply) => all + sum(reply), 0));
  });

  test('a file is made of one company at a time', async () => {
    const query = { group: 'geo', format: 'csv' as const, companies: all() };
    expect(await refused(world.person.in(world.harbor).refusal(calls, { query }))).toMatchObject({ status: 422, field: 'companies' });
    expect(await world.person.in(world.harbor).call(calls, { query: { ...query, companies: [world.harbor.id] } })).toMatchObject({
      message: expect.any(String),
    });
  });
});
