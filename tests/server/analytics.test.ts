import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import type { Line } from './stage.ts';

const { calls } = routes.analytics;
let server: TestServer;
let company: TestCompany;
let reporter: Client;
let line: Line;
let other: Line;
let tagId: number;

const days = { startDate: '2026-03-07', endDate: '2026-03-09' } as const;
const report = async (query: object) => (await reporter.call(calls, { query: { group: 'number', target: 'day', ...days, ...query } })).data;

/** A call as the carrier's webhooks leave it. */
async function put(given: { readonly line: Line; readonly from: string; readonly at: string; readonly [column: string]: unknown }): Promise<void> {
  const { line: on, from, at, ...rest } = given;
  await server.owner
    .insertInto('calls')
    .values({
      company_id: company.id,
      number_id: on.id,
      recipient: from,
      is_inbound: true,
      result: 'answered',
      started_at: at,
      ring_seconds: 5,
      duration: 60,
      ...rest,
    })
    .execute();
}

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: 'America/New_York' });
  reporter = await server.worker(company, 'reporting');
  line = await server.number(company, { label: 'Main' });
  other = await server.number(company, { label: 'Other' });
  tagId = (await server.owner.insertInto('tags').values({ company_id: company.id, name: 'Spring' }).returning('id').executeTakeFirstOrThrow()).id;
  await server.owner.insertInto('number_tags').values({ company_id: company.id, number_id: line.id, tag_id: tagId }).execute();
  // In New York the clocks went forward on 8 March: its day began at 05:00 and ended at 04:00 UTC.
  await put({ line, from: '+13125550001', at: '2026-03-08T04:59:00Z', duration: 31, answered_by: '+12125550111' });
  await put({ line, from: '+13125550001', at: '2026-03-08T05:00:00Z', duration: 301, is_lead: true, answered_by: '+12125550222' });
  await put({ line, from: '+13125550002', at: '2026-03-09T03:59:00Z', result: 'missed', duration: 30 });
  await put({ line: other, from: '+13125550003', at: '2026-03-09T04:00:00Z', result: 'voicemail', qualification: 1, value: 12.5 });
  await put({ line: other, from: '+13125550003', at: '2026-03-09T18:30:00Z', is_inbound: false, duration: 120, answered_by: '+12125550111' });
});
afterAll(() => server.close());

describe('the calls report', () => {
  test('sums each number’s calls of a day, in the company’s time zone', async () => {
    const { data, meta } = await reporter.call(calls, { query: { group: 'number', target: 'day', ...days } });
    const nothing = {
      answered: 0,
      missed: 0,
      voicemail: 0,
      blocked: 0,
      leads: 0,
      appointments: 0,
      qualified: 0,
      over30: 0,
      over90: 0,
      over120: 0,
      over300: 0,
      value: 0,
    };
    const main = { id: line.id, label: 'Main', number: line.number };
    expect(data).toEqual([
      { ...nothing, number: main, day: '2026-03-07', calls: 1, inbound: 1, answered: 1, firstTime: 1, over30: 1, duration: 31, ringSeconds: 5 },
      {
        ...nothing,
        number: main,
        day: '2026-03-08',
        calls: 2,
        inbound: 2,
        answered: 1,
        missed: 1,
        firstTime: 1,
        leads: 1,
        over30: 1,
        over90: 1,
        over120: 1,
        over300: 1,
        duration: 331,
        ringSeconds: 10,
      },
      {
        ...nothing,
        number: { id: other.id, label: 'Other', number: other.number },
        day: '2026-03-09',
        calls: 2,
        inbound: 1,
        answered: 1,
        voicemail: 1,
        firstTime: 1,
        qualified: 1,
        over30: 2,
        over90: 1,
        duration: 180,
        ringSeconds: 10,
        value: 12.5,
      },
    ]);
    expect(meta).toEqual({ ...days, timezone: 'America/New_York' });
  });

  test('says the same whether it is read from the days or summed from the calls', async () => {
    const kept = await report({});
    expect(await report({ minDuration: 0 })).toEqual(kept);
    expect(await report({ timezone: 'America/New_York' })).toEqual(kept);
    expect(await report({ number_ids: String(line.id), minDuration: 0 })).toEqual(await report({ number_ids: String(line.id) }));
    expect(await report({ tagIds: String(tagId), minDuration: 0 })).toEqual(await report({ tagIds: String(tagId) }));
  });

  test('counts days in the zone asked for', async () => {
    const inUtc = await report({ timezone: 'UTC' });
    expect(inUtc.map((row) => [row.number?.id, row.day, row.calls])).toEqual([
      [line.id, '2026-03-08', 2],
      [line.id, '2026-03-09', 1],
      [other.id, '2026-03-09', 2],
    ]);
  });

  test('goes by tag, by who answered, by hour of the day and by day of the hour', async () => {
    const tagged = await report({ target: 'tag/day' });
    expect(tagged.map((row) => [row.number?.id, row.tag?.name, row.day, row.calls])).toEqual([
      [line.id, 'Spring', '2026-03-07', 1],
      [line.id, 'Spring', '2026-03-08', 2],
      [other.id, undefined, '2026-03-09', 2],
    ]);
    const answered = await report({ group: 'answered_by' });
    expect(answered.map((row) => [row.answeredBy, row.day, row.calls])).toEqual([
      ['+12125550111', '2026-03-07', 1],
      ['+12125550111', '2026-03-09', 1],
      ['+12125550222', '2026-03-08', 1],
      [null, '2026-03-08', 1],
      [null, '2026-03-09', 1],
    ]);
    const hours = await report({ group: 'day', target: 'hour' });
    expect(hours.map((row) => [row.day, row.hour, row.calls])).toEqual([
      ['2026-03-07', 23, 1],
      ['2026-03-08', 0, 1],
      ['2026-03-08', 23, 1],
      ['2026-03-09', 0, 1],
      ['2026-03-09', 14, 1],
    ]);
    const missed = await report({ group: 'hour', answerStatus: 'missed' });
    expect(missed.map((row) => [row.hour, row.day, row.missed])).toEqual([[23, '2026-03-08', 1]]);
  });

  test('narrows by how a call ended, how long it was, who called and how it was marked', async () => {
    const count = async (query: object) => (await report(query)).reduce((sum, row) => sum + row.calls, 0);
    expect(await count({ answerStatus: 'voicemail' })).toBe(1);
    // A call of 30 seconds is not over 30, one of 31 is.
    expect(await count({ minDuration: 30 })).toBe(4);
    expect(await count({ isFirstContact: true })).toBe(3);
    expect(await count({ isFirstContact: false })).toBe(2);
    expect(await count({ isLead: true })).toBe(1);
    expect(await count({ isQualified: true })).toBe(1);
    expect(await count({ answered_by: '+12125550222' })).toBe(1);
    expect(await count({ tagIds: String(tagId) })).toBe(3);
    expect(await count({ number_ids: String(other.id) })).toBe(2);
  });

  test('is of the last thirty days when none are named', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
    await put({ line, from: '+13125550009', at: new Date().toISOString() });
    const { data, meta } = await reporter.call(calls, { query: { group: 'number', target: 'day' } });
    expect(data.reduce((sum, row) => sum + row.calls, 0)).toBe(1);
    expect([today, new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())]).toContain(meta.endDate);
    expect((Date.parse(meta.endDate) - Date.parse(meta.startDate)) / 86_400_000).toBe(29);
  });

  test('shows somebody the numbers they work, and nobody else’s', async () => {
    const person = await server.person();
    await server.membership(person, company, 'reporting', [other.id]);
    const limited = (await server.signedIn(person)).in(company);
    const ask = async (query: object) =>
      (await limited.call(calls, { query: { group: 'number', target: 'day', ...days, ...query } })).data.map((row) => row.number?.id);
    expect(await ask({})).toEqual([other.id]);
    expect(await ask({ minDuration: 0 })).toEqual([other.id]);
    expect(await ask({ number_ids: String(line.id) })).toEqual([]);
    const foreigner = await server.worker(await server.company(), 'owner');
    expect((await foreigner.call(calls, { query: { group: 'number', target: 'day', ...days } })).data).toEqual([]);
    expect((await foreigner.call(calls, { query: { group: 'day', target: 'hour', ...days } })).data).toEqual([]);
  });

  test('is refused in words', async () => {
    const ask = (query: object) => reporter.refusal(calls, { query: { group: 'number', target: 'day', ...query } });
    expect((await ask({ group: 'weather' })).body.errors[0]).toMatchObject({ field: 'group', detail: expect.stringContaining('number/tag/day') });
    expect((await ask({ group: 'geo' })).body.errors[0]).toMatchObject({ field: 'group' });
    expect((await ask({ attributionModel: 'fifthTouch' })).body.errors[0]).toMatchObject({ field: 'attributionModel' });
    expect((await ask({ startDate: '2026-02-30' })).code).toBe('invalid');
    expect((await ask({ startDate: '2026-03-02', endDate: '2026-03-01' })).code).toBe('invalid');
    expect((await ask({ startDate: '2024-03-02', endDate: '2026-03-01' })).body.message).toContain('400 days');
    expect((await ask({ timezone: 'Mars/Olympus' })).code).toBe('invalid');
    const agent = await server.worker(company, 'user');
    expect(await agent.refusal(calls, { query: { group: 'number', target: 'day' } })).toMatchObject({ status: 403 });
  });
});
