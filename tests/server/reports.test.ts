/** Reports, dashboard and key figures against calls counted one by one; and what a bar opens against its sum. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallReportRow, CallSums } from '#contract/analytics/entities.ts';
import { routes } from '#contract/index.ts';
import { type DateRange, formatRange, resolveComparison, resolveMatchingWeekdays, resolvePreset } from '#contract/text/dateRange.ts';
import { findRegion } from '#contract/text/regions.ts';
import { addDays, formatClock, formatDay, getWeekday } from '#contract/text/time.ts';
import { readComparison } from '#server/domains/analytics/period.ts';
import type { CallResult } from '#server/domains/calls/tables.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import type { Line } from './stage.ts';

const { calls, dashboard, kpi } = routes.analytics;
const { search, count } = routes.calls;
const zone = 'America/New_York';
let server: TestServer;
let company: TestCompany;
let reporter: Client;
let limited: Client;
let lines: Line[];
let tags: number[];

interface Given {
  readonly id: number;
  readonly line: number;
  readonly recipient: string;
  readonly result: CallResult;
  readonly at: Date;
  readonly duration: number;
  readonly by: string | null;
  readonly source: string | null;
  readonly pool: number | null;
  readonly isInbound: boolean;
  readonly isLead: boolean;
  readonly value: number | null;
  readonly tag: number | null;
  readonly isFirst: boolean;
}
let given: Given[];

/** A stream of numbers that is the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return <T>(...values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as T;
  };
}

const today = formatDay(zone, Date.now());
const total = 300;

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: zone });
  reporter = await server.worker(company, 'reporting');
  lines = await Promise.all([1, 2, 3].map((at) => server.number(company, { label: `Line ${at}` })));
  tags = await Promise.all(
    ['Spring', 'Radio'].map(
      async (name) => (await server.owner.insertInto('tags').values({ company_id: company.id, name }).returning('id').executeTakeFirstOrThrow()).id,
    ),
  );
  await server.owner
    .insertInto('number_tags')
    .values({ company_id: company.id, number_id: lines[0]?.id ?? 0, tag_id: tags[0] ?? 0 })
    .execute();
  await server.owner
    .insertInto('dni_pools')
    .values({ id: 7, company_id: company.id, name: 'Ads', source: 'always', origins: ['example.com'], target_numbers: ['+12125550100'] })
    .execute();
  const person = await server.person();
  await server.membership(person, company, 'reporting', [lines[1]?.id ?? 0]);
  limited = (await server.signedIn(person)).in(company);
  const roll = createDice(7);
  const hourMs = 3_600_000;
  const known = new Set<string>();
  const rows = Array.from({ length: total }, () => ({
    line: roll(0, 1, 2),
    recipient: `+1${roll('212', '415', '416', '800')}555${String(roll(...Array.from({ length: 40 }, (_, at) => at))).padStart(4, '0')}`,
    result: roll<CallResult>('answered', 'answered', 'missed', 'voicemail', 'blocked', 'none'),
    at: new Date(Date.now() - roll(...Array.from({ length: 24 * 70 }, (_, at) => at)) * hourMs - 60_000),
    duration: roll(0, 30, 31, 91, 121, 301),
    by: roll(null, 'Ana K.', 'Bo'),
    source: roll(null, null, 'google', 'direct'),
    pool: roll(null, null, 7, 9),
    isInbound: roll(true, true, false),
    isLead: roll(true, false, false),
    value: roll(null, null, 10.1, 20.2),
    tag: roll(null, null, null, 0, 1),
  })).sort((one, other) => one.at.getTime() - other.at.getTime());
  given = [];
  for (const row of rows) {
    const { id } = await server.owner
      .insertInto('calls')
      .values({
        company_id: company.id,
        number_id: lines[row.line]?.id ?? 0,
        recipient: row.recipient,
        result: row.result,
        started_at: row.at,
        duration: row.duration,
        answered_by: row.by,
        traffic_source: row.source,
        dni_pool_id: row.pool,
        is_inbound: row.isInbound,
        is_lead: row.isLead,
        value: row.value,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (row.tag !== null)
      await server.owner
        .insertInto('call_tags')
        .values({ company_id: company.id, call_id: id, tag_id: tags[row.tag] ?? 0 })
        .execute();
    given.push({ ...row, id, isFirst: !known.has(row.recipient) });
    known.add(row.recipient);
  }
});
afterAll(() => server.close());

const dayOf = ({ at }: Given, inZone = zone) => formatDay(inZone, at);
const hourOf = ({ at }: Given, inZone = zone) => Number(formatClock(inZone, at).slice(11, 13));
const areaOf = ({ recipient }: Given) => findRegion(recipient.slice(2, 5));
const tagsOf = ({ line, tag }: Given) => [...new Set([...(line === 0 ? [0] : []), ...(tag === null ? [] : [tag])])].map((at) => tags[at] ?? 0);
const within = ({ start, end }: DateRange, inZone = zone) => given.filter((call) => dayOf(call, inZone) >= start && dayOf(call, inZone) <= end);

/** Sums of calls, counted one by one. */
const sumOf = (some: readonly Given[]) => ({
  calls: some.length,
  inbound: some.filter(({ isInbound }) => isInbound).length,
  missed: some.filter(({ result }) => result === 'missed').length,
  firstTime: some.filter(({ isFirst }) => isFirst).length,
  leads: some.filter(({ isLead }) => isLead).length,
  over30: some.filter(({ duration }) => duration > 30).length,
  over300: some.filter(({ duration }) => duration > 300).length,
  duration: some.reduce((sum, { duration }) => sum + duration, 0),
  value: some.reduce((sum, { value }) => sum + Math.round((value ?? 0) * 100), 0) / 100,
});
const pick = ({ calls: all, inbound, missed, firstTime, leads, over30, over300, duration, value }: CallSums) => ({
  calls: all,
  inbound,
  missed,
  firstTime,
  leads,
  over30,
  over300,
  duration,
  value,
});

/** Rows of a report by what tells them apart. */
const keyed = (rows: readonly CallReportRow[], keyOf: (row: CallReportRow) => unknown) =>
  Object.fromEntries(rows.map((row) => [JSON.stringify(keyOf(row)), pick(row)]).sort());
const grouped = (some: readonly Given[], keysOf: (call: Given) => readonly unknown[]) => {
  const groups = Map.groupBy(
    some.flatMap((call) => keysOf(call).map((key) => ({ call, key: JSON.stringify(key) }))),
    ({ key }) => key,
  );
  return Object.fromEntries([...groups].map(([key, members]) => [key, sumOf(members.map(({ call }) => call))]).sort());
};

const pairs = [
  ['number', 'day', (row: CallReportRow) => [row.number?.id, row.day], (call: Given, inZone: string) => [[lines[call.line]?.id, dayOf(call, inZone)]]],
  [
    'number,tag',
    'day',
    (row: CallReportRow) => [row.number?.id, row.tag?.id ?? null, row.day],
    (call: Given, inZone: string) => (tagsOf(call).length === 0 ? [null] : tagsOf(call)).map((tag) => [lines[call.line]?.id, tag, dayOf(call, inZone)]),
  ],
  ['answered_by', 'day', (row: CallReportRow) => [row.answeredBy, row.day], (call: Given, inZone: string) => [[call.by, dayOf(call, inZone)]]],
  ['day', 'hour', (row: CallReportRow) => [row.day, row.hour], (call: Given, inZone: string) => [[dayOf(call, inZone), hourOf(call, inZone)]]],
  ['hour', 'day', (row: CallReportRow) => [row.hour, row.day], (call: Given, inZone: string) => [[hourOf(call, inZone), dayOf(call, inZone)]]],
  ['trafficSource', 'day', (row: CallReportRow) => [row.trafficSource, row.day], (call: Given, inZone: string) => [[call.source, dayOf(call, inZone)]]],
  ['dniPool', 'day', (row: CallReportRow) => [row.dniPool, row.day], (call: Given, inZone: string) => [[call.pool, dayOf(call, inZone)]]],
  ['geo', undefined, (row: CallReportRow) => [row.geo], (call: Given) => [[areaOf(call)]]],
] as const;

const presets = ['today', 'yesterday', 'last7days', 'last30days', 'thisMonth', 'lastMonth'] as const;

describe('the calls report', () => {
  test.each(pairs)(
    'by %s/%s sums what the calls are, for each preset, in the company’s zone and in another, kept or counted',
    async (group, target, ofRow, ofCall) => {
      for (const preset of presets)
        for (const inZone of [zone, 'Pacific/Auckland']) {
          const { start, end } = resolvePreset(preset, formatDay(inZone, Date.now()));
          const asked = { query: { group, ...(target === undefined ? {} : { target }), startDate: start, endDate: end, timezone: inZone } };
          const read = (await reporter.call(calls, asked)).data;
          expect(keyed(read, ofRow)).toEqual(grouped(within({ start, end }, inZone), (call) => ofCall(call, inZone)));
          const counted = (await reporter.call(calls, { query: { ...asked.query, minDuration: 30 } })).data;
          const long = within({ start, end }, inZone).filter(({ duration }) => duration > 30);
          expect(keyed(counted, ofRow)).toEqual(grouped(long, (call) => ofCall(call, inZone)));
        }
    },
  );

  test('ends at a clock time where one is given, of one of its days', async () => {
    const range = resolvePreset('last7days', today);
    const until = `${addDays(range.start, 3)} 12:30`;
    const alike = within(range).filter(({ at }) => formatClock(zone, at) < until);
    for (const [group, target] of [['number', 'day'], ['number,tag', 'day'], ['answered_by', 'day'], ['hour', 'day'], ['geo']] as const) {
      const query = { group, ...(target === undefined ? {} : { target }), startDate: range.start, endDate: range.end, until };
      const { data } = await reporter.call(calls, { query });
      const sum = data.reduce((all, row) => all + row.calls, 0);
      if (group === 'number,tag') expect(sum).toBe(alike.reduce((all, call) => all + Math.max(1, tagsOf(call).length), 0));
      else expect(sum).toBe(alike.length);
    }
    const refused = await reporter.refusal(calls, {
      query: { group: 'geo', startDate: range.start, endDate: range.end, until: `${addDays(range.end, 1)} 00:00` },
    });
    expect(refused.body.errors[0]).toMatchObject({ field: 'until' });
  });

  test('a text that is “all” asks for all of nothing', async () => {
    const query = { group: 'geo', startDate: addDays(today, -69), endDate: today } as const;
    for (const asked of [{ trafficSource: 'all' }, { caller: 'all' }, { answered_by: 'all' }] as const)
      expect((await reporter.call(calls, { query: { ...query, ...asked } })).data).toEqual([]);
    const { data } = await reporter.call(calls, { query: { ...query, callers: 'all' } });
    expect(data.length).toBeGreaterThan(0);
  });

  test('names the pools there are', async () => {
    const { data } = await reporter.call(calls, { query: { group: 'dniPool', target: 'day', startDate: addDays(today, -69), endDate: today } });
    const names = new Map(data.map(({ dniPool, dniPoolName }) => [dniPool, dniPoolName]));
    expect([names.get(7), names.get(9)]).toEqual(['Ads', undefined]);
  });

  test('is of the numbers a person works', async () => {
    const own = given.filter(({ line }) => line === 1);
    for (const [group, target] of [['number', 'day'], ['answered_by', 'day'], ['trafficSource', 'day'], ['geo']] as const) {
      const range = resolvePreset('last30days', today);
      const query = { group, ...(target === undefined ? {} : { target }), startDate: range.start, endDate: range.end };
      const { data } = await limited.call(calls, { query });
      expect(data.reduce((sum, row) => sum + row.calls, 0)).toBe(own.filter((call) => dayOf(call) >= range.start).length);
    }
  });
});

/** Days of each kind of bucket. */
const buckets = {
  day: (call: Given) => dayOf(call),
  week: (call: Given) => addDays(dayOf(call), -getWeekday(dayOf(call))),
  month: (call: Given) => dayOf(call).slice(0, 7),
  hour: (call: Given) => `${dayOf(call)}T${String(hourOf(call)).padStart(2, '0')}`,
} as const;

describe('the dashboard', () => {
  test.each(Object.keys(buckets) as (keyof typeof buckets)[])(
    'by %s has a bucket for each, also without calls, and sums what the calls are',
    async (groupBy) => {
      const range = resolvePreset(groupBy === 'hour' ? 'last7days' : 'last30days', today);
      const { data, meta } = await reporter.call(dashboard, { query: { groupBy, currentRange: formatRange(range) } });
      expect(meta).toMatchObject({ currentRange: range, previousRange: null, comparedUntil: null, timezone: zone });
      const counts = Object.fromEntries(data.filter(({ total: all }) => all > 0).map(({ bucket, total: all }) => [bucket, all]));
      const groups = Map.groupBy(within(range), buckets[groupBy]);
      expect(counts).toEqual(Object.fromEntries([...groups].map(([bucket, some]) => [bucket, some.length])));
      if (groupBy === 'day') expect(data).toHaveLength(30);
      if (groupBy === 'hour') expect(data).toHaveLength(168);
    },
  );

  test('compares like with like: of the day that goes on, both up to the same clock time', async () => {
    const range = resolvePreset('last7days', today);
    for (const before of [resolveComparison('previousPeriod', range), resolveComparison('oneMonthAgo', range), resolveMatchingWeekdays(range)]) {
      const ranges = { currentRange: formatRange(range), previousRange: formatRange(before) };
      const { current, previous, meta } = await reporter.call(kpi, { params: { companyId: company.id }, query: ranges });
      expect(meta.comparedUntil?.slice(0, 10)).toBe(addDays(before.start, 6));
      const until = meta.comparedUntil ?? '';
      const alike = within(before).filter(({ at }) => formatClock(zone, at) < until);
      expect(pick(current)).toEqual(sumOf(within(range)));
      expect(previous && pick(previous)).toEqual(sumOf(alike));
      const shown = await reporter.call(dashboard, { query: { groupBy: 'day', ...ranges } });
      expect(shown.previous.reduce((sum, bucket) => sum + bucket.total, 0)).toBe(alike.length);
      const filtered = await reporter.call(kpi, { params: { companyId: company.id }, query: { ...ranges, answerStatus: 'missed' } });
      expect(filtered.previous?.calls).toBe(alike.filter(({ result }) => result === 'missed').length);
    }
  });

  test('compares whole ranges where the current one is over', async () => {
    const range = resolvePreset('lastMonth', today);
    const before = resolveComparison('oneMonthAgo', range);
    const { previous, meta } = await reporter.call(kpi, {
      params: { companyId: company.id },
      query: { currentRange: formatRange(range), previousRange: formatRange(before) },
    });
    expect(meta.comparedUntil).toBeNull();
    expect(previous && pick(previous)).toEqual(sumOf(within(before)));
  });

  test('counts messages, faxes and voicemails, and refuses filters that are of calls', async () => {
    const line = lines[1];
    for (const [at, type] of (['message', 'message', 'fax', 'voicemail'] as const).entries())
      await server.owner
        .insertInto('items')
        .values({ company_id: company.id, number_id: line?.id ?? 0, recipient: '+12125550177', type, is_inbound: at % 2 === 0, created_at: new Date() })
        .execute();
    const read = async (type: 'messages' | 'faxes' | 'voicemails', query: object = {}) =>
      (await reporter.call(dashboard, { query: { type, ...query } })).data.at(-1);
    expect(await read('messages')).toEqual({ bucket: today, total: 2, inbound: 1, outbound: 1 });
    expect(await read('faxes', { tz: zone })).toMatchObject({ total: 1, inbound: 1 });
    expect(await read('voicemails', { number_ids: String(lines[0]?.id) })).toMatchObject({ total: 0 });
    const inZone = await reporter.call(dashboard, { query: { type: 'messages', tz: 'Pacific/Auckland' } });
    expect(inZone.data.reduce((sum, bucket) => sum + bucket.total, 0)).toBe(2);
    const refused = await reporter.refusal(dashboard, { query: { type: 'faxes', answerStatus: 'missed' } });
    expect(refused.body.errors[0]).toMatchObject({ field: 'type' });
  });

  test('is refused in words', async () => {
    const ask = async (query: object) => (await reporter.refusal(dashboard, { query })).body.errors[0];
    expect(await ask({ currentRange: '2026-03-09..2026-03-01' })).toMatchObject({ field: 'currentRange' });
    expect(await ask({ currentRange: '2024-01-01..2026-03-01' })).toMatchObject({ detail: expect.stringContaining('400 days') });
    expect(await ask({ groupBy: 'hour', currentRange: '2026-01-01..2026-03-01' })).toMatchObject({
      field: 'currentRange',
      detail: expect.stringContaining('31 days'),
    });
    expect(await ask({ groupBy: 'year' })).toMatchObject({ field: 'groupBy' });
    expect(await ask({ tz: 'Mars/Olympus' })).toMatchObject({ field: 'tz' });
    const figures = await reporter.refusal(kpi, { params: { companyId: company.id }, query: { currentRange: '2026-02-30..2026-03-01' } });
    expect(figures.body.errors[0]).toMatchObject({ field: 'currentRange' });
    const agent = await server.worker(company, 'user');
    expect(await agent.refusal(dashboard, {})).toMatchObject({ status: 403 });
    expect(await agent.refusal(kpi, { params: { companyId: company.id } })).toMatchObject({ status: 403 });
  });

  test('shows another company nothing of this one', async () => {
    const other = await server.company();
    const stranger = await server.worker(other, 'owner');
    const { current } = await stranger.call(kpi, { params: { companyId: other.id } });
    expect(current).toEqual(Object.fromEntries(Object.keys(CallSums.shape).map((name) => [name, 0])));
    expect(await stranger.in(company).refusal(kpi, { params: { companyId: company.id } })).toMatchObject({ status: 404 });
    const { data } = await stranger.call(dashboard, { query: { number_ids: String(lines[0]?.id) } });
    expect(data.every(({ total: all }) => all === 0)).toBe(true);
  });
});

test('the previous range of a current one that goes on ends at the same clock time of the same day of it', async () => {
  const read = (currentRange: string, previousRange: string, now: string) =>
    server.services.tenancy.companyReading(
      [company.id],
      null,
      async () => (await readComparison({ currentRange, previousRange, tz: 'UTC' }, new Date(now))).previous?.until,
    );
  expect(await read('2026-03-01..2026-03-31', '2026-02-01..2026-02-28', '2026-03-10T09:30:00Z')).toBe('2026-02-10 09:30');
  // March has days that February has not: there is nothing to leave out.
  expect(await read('2026-03-01..2026-03-31', '2026-02-01..2026-02-28', '2026-03-30T09:30:00Z')).toBeNull();
  expect(await read('2026-03-01..2026-03-31', '2026-02-01..2026-02-28', '2026-04-02T09:30:00Z')).toBeNull();
  expect(await read('2026-03-10..2026-03-10', '2026-03-09..2026-03-09', '2026-03-10T00:00:00Z')).toBe('2026-03-09 00:00');
});

/** A bar as the search of calls asks for it; `none` finds the calls without. */
const drills: readonly [group: string, target: string | undefined, ofRow: (row: CallReportRow) => Record<string, unknown>][] = [
  ['number', 'day', (row) => ({ numbers: String(row.number?.id) })],
  ['number,tag', 'day', (row) => ({ numbers: String(row.number?.id), ...(row.tag === undefined ? { isTagged: false } : { tag_ids: String(row.tag.id) }) })],
  ['answered_by', 'day', (row) => (row.answeredBy == null ? { hasAgent: false } : { answered_by: row.answeredBy })],
  ['day', 'hour', (row) => ({ hour: row.hour })],
  ['hour', 'day', (row) => ({ hour: row.hour, weekday: getWeekday(row.day ?? '') + 1 })],
  ['trafficSource', 'day', (row) => ({ trafficSource: row.trafficSource ?? 'none' })],
  ['dniPool', 'day', (row) => ({ dniPools: row.dniPool == null ? 'none' : String(row.dniPool) })],
  ['geo', undefined, (row) => ({ geo: row.geo ?? 'none' })],
];
const filters: readonly Record<string, unknown>[] = [{}, { answerStatus: 'missed' }, { minDuration: 30 }, { isLead: true }, { isInbound: false }];
const runs = Number(process.env.DRILL_RUNS ?? 500);

test(`the sum of a bar is the number of calls it opens, ${runs} times`, async () => {
  const roll = createDice(11);
  const rowsOf = new Map<string, readonly CallReportRow[]>();
  const wrong: unknown[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [group, target, ofRow] = roll(...drills);
    const [filter, preset, by] = [roll(...filters), roll(...presets, 'last30days', 'lastMonth'), roll(reporter, limited)];
    const range = resolvePreset(preset, today);
    const days = { startDate: range.start, endDate: range.end };
    const query = { group, ...(target === undefined ? {} : { target }), ...days, ...filter };
    const key = JSON.stringify([query, by === limited]);
    const rows = rowsOf.get(key) ?? (await by.call(calls, { query })).data;
    rowsOf.set(key, rows);
    if (rows.length === 0) continue;
    const row = roll(...rows);
    const opened = { ...filter, ...ofRow(row), ...(row.day === undefined ? days : { startDate: row.day, endDate: row.day }) };
    const { total: found } = await by.call(count, { query: opened });
    if (found !== row.calls) wrong.push({ query, row, opened, found });
  }
  expect(wrong).toEqual([]);
});

describe('as files', () => {
  const finished = async (id: number) => {
    const find = async () => (await reporter.call(routes.exports.list, {})).data.find((each) => each.id === id);
    await expect.poll(async () => (await find())?.finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
    const made = await find();
    return (await reporter.download(made?.media?.url ?? '')).text();
  };

  test('a report has the columns chosen, and a text to show', async () => {
    const range = resolvePreset('last30days', today);
    const days = { startDate: range.start, endDate: range.end };
    const { message, id, data } = await reporter.call(calls, {
      query: { group: 'geo', ...days, format: 'csv', async: 1, columns: 'geo,calls,missed' },
    });
    expect([message, data]).toEqual(['Exporting the report. We’ll notify you when the file is ready.', []]);
    const groups = Map.groupBy(within(range), areaOf);
    const lines_ = [...groups].filter(([area]) => area !== null).map(([area, some]) => [area, some.length, sumOf(some).missed].join(','));
    expect((await finished(id ?? 0)).replace('\ufeff', '').split('\r\n')).toEqual(expect.arrayContaining(['Area,Calls,Missed', ...lines_]));
    const whole = await reporter.call(calls, { query: { group: 'day', target: 'hour', ...days, format: 'csv' } });
    expect((await finished(whole.id ?? 0)).replace('\ufeff', '')).toMatch(/^Day,Hour,Calls,Inbound/);
    expect((await reporter.refusal(calls, { query: { group: 'geo', format: 'csv', q: 'the' } })).body.errors[0]).toMatchObject({ field: 'q' });
    expect((await reporter.refusal(calls, { query: { group: 'geo', format: 'csv', columns: 'hour' } })).body.errors[0]).toMatchObject({ field: 'columns' });
    const spelled = await reporter.call(calls, { query: { group: 'geo', ...days, format: 'csv', async: 1, columns: 'geo,first_time,over30' } });
    expect(spelled).toMatchObject({ message: expect.any(String) });
    expect((await reporter.exchange(calls, { query: { group: 'geo', format: 'pdf' } })).body).toMatchObject({ errors: [{ field: 'format' }] });
    expect((await reporter.refusal(calls, { query: { group: 'geo', async: 0 } })).body.errors[0]).toMatchObject({ field: 'async' });
  });

  test('a search of calls has all it finds', async () => {
    const { message, id, data, meta } = await reporter.call(search, { query: { format: 'csv', async: 1, answerStatus: 'missed' } });
    expect([message, data, meta.nextCursor]).toEqual(['Exporting calls. We’ll notify you when the file is ready.', [], null]);
    const text = await finished(id ?? 0);
    expect(text.trim().split('\r\n')).toHaveLength(1 + given.filter(({ result }) => result === 'missed').length);
    const agent = await server.worker(company, 'user');
    expect(await agent.refusal(search, { query: { format: 'csv' } })).toMatchObject({ status: 403 });
  });

  test('none is made because another site says so', async () => {
    const answers = await Promise.all(
      [calls, search].map((route) =>
        reporter.exchange(route, {
          query: { ...(route === calls ? { group: 'geo' } : {}), format: 'csv' },
          headers: { origin: 'https://evil.example' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([419, 419]);
  });
});
