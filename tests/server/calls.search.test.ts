import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteReply } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { putCall } from './calls.stage.ts';
import { startServer, type TestServer } from './harness.ts';
import { quietCompany, refused } from './stage.ts';

const { search, count } = routes.calls;
let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
/** Maps the test's names of calls to their ids. */
const ids = new Map<string, number>();
let tagId = 0;

beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
  const { own, line, line2, stage } = company;
  const put = async (name: string, ...rest: [typeof line, string, Parameters<typeof putCall>[4]]) => ids.set(name, await putCall(stage, own, ...rest));
  await stage.contact('+14155550134', 'Dana Whitfield');
  await put('first', line, '+14155550134', {
    at: 1,
    duration: 90,
    answered_by: 'Ana K.',
    said: [
      ['agent', 'Northwind, this is Ana. Do you want the extended warranty?'],
      ['customer', 'How much does that cost me a month?'],
    ],
  });
  await put('missed', line, '+14155550134', { at: 2, result: 'missed', duration: 0 });
  await put('lead', line2, '+12125550177', {
    at: 3,
    duration: 45,
    is_lead: true,
    qualification: 3,
    said: [
      ['agent', 'Service desk.'],
      ['customer', 'I am calling about extended warranties, and what the monthly cost is.'],
    ],
  });
  await put('outgoing', line2, '+12125550178', { at: 4, is_inbound: false, result: 'none', duration: 0 });
  await put('appointment', line, '+442079460958', { at: 60 * 30, duration: 301, is_appointment: true, qualification: 1 });
  const tag = await server.owner.insertInto('tags').values({ company_id: own.id, name: 'ads' }).returning('id').executeTakeFirstOrThrow();
  tagId = tag.id;
  await server.owner.insertInto('number_tags').values({ company_id: own.id, number_id: line2.id, tag_id: tag.id }).execute();
  await server.owner
    .insertInto('call_tags')
    .values({ company_id: own.id, call_id: ids.get('first') ?? 0, tag_id: tag.id })
    .execute();
});
afterAll(() => server.close());

/** The names of the calls a search finds, newest first. */
async function found(query: Record<string, unknown>): Promise<string[]> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const { data } = await company.person.call(search, { query });
  expect((await company.person.call(count, { query })).total).toBe(data.length);
  return data.map((row) => names.get(row.id) ?? '?');
}

describe('a search of calls', () => {
  test('finds all of them, newest first, as lists show them', async () => {
    expect(await found({})).toEqual(['appointment', 'outgoing', 'lead', 'missed', 'first']);
    const { data } = await company.person.call(search, { query: { caller: 'dana' } });
    expect(data[1]).toMatchObject({
      contact: { name: 'Dana Whitfield' },
      recipient: '+14155550134',
      isInbound: 1,
      result: 'answered',
      duration: 90,
      isFirstContact: true,
      ascOptions: { isLead: false, isAppointment: false },
      tags: [{ name: 'ads' }],
      hasTranscription: true,
      hasMedia: false,
    });
  });

  test.each([
    ['an answer', { answerStatus: 'missed' }, ['missed']],
    ['several answers', { answerStatus: 'missed,none' }, ['outgoing', 'missed']],
    ['all answers', { answerStatus: 'all' }, ['appointment', 'outgoing', 'lead', 'missed', 'first']],
    ['outbound calls', { isInbound: '0' }, ['outgoing']],
    ['first calls of somebody', { callers: 'first' }, ['appointment', 'outgoing', 'lead', 'first']],
    ['calls of somebody who called before', { callers: 'repeat' }, ['missed']],
    ['first contacts, as a flag', { is_first_contact: '0' }, ['missed']],
    ['longer calls', { minDuration: 45 }, ['appointment', 'first']],
    ['very long calls', { minDuration: 300 }, ['appointment']],
    ['shorter calls', { maxDuration: 45, isInbound: '1' }, ['missed']],
    ['leads', { isLead: '1' }, ['lead']],
    ['appointments', { isAppointment: '1' }, ['appointment']],
    ['a qualification', { qualification: 3 }, ['lead']],
    ['who answered', { answered_by: 'Ana K.' }, ['first']],
    ['the beginning of a number', { caller: '+1415' }, ['missed', 'first']],
    ['digits of a number', { caller: '212' }, ['outgoing', 'lead']],
    ['a whole number as it is written', { caller: '(415) 555-0134' }, ['missed', 'first']],
    ['a name', { caller: 'whitf' }, ['missed', 'first']],
    ['nobody by that name', { caller: 'zzz' }, []],
    ['a day', { startDate: '2026-03-06', endDate: '2026-03-06' }, ['appointment']],
    ['nothing by blanks', { maxDuration: '', hour: ' ', qualification: '', answerStatus: '' }, ['appointment', 'outgoing', 'lead', 'missed', 'first']],
    ['until a day', { endDate: '2026-03-05' }, ['outgoing', 'lead', 'missed', 'first']],
  ])('narrows to %s', async (_, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test('narrows to numbers and to tags, a call’s own or its number’s', async () => {
    expect(await found({ numbers: String(company.line2.id) })).toEqual(['outgoing', 'lead']);
    expect(await found({ tag_ids: String(tagId) })).toEqual(['outgoing', 'lead', 'first']);
  });

  test.each([
    ['a word in any form of it', { q: 'warranty' }, ['lead', 'first']],
    ['a phrase', { q: '"extended warranty"' }, ['lead', 'first']],
    ['a phrase nobody says in this order', { q: '"warranty extended"' }, []],
    ['all of several words', { q: 'warranty monthly' }, ['lead', 'first']],
    ['one word but not another', { q: 'warranty -ana' }, ['lead']],
    ['one word or another', { q: 'ana or desk' }, ['lead', 'first']],
    ['what the customer says', { q: '"extended warranty"', speaker: 'customer' }, ['lead']],
    ['what the agent says', { q: '"extended warranty"', speaker: 'agent' }, ['first']],
    ['words and filters', { q: 'cost', isLead: '1', minDuration: 10 }, ['lead']],
  ])('looks in transcripts for %s', async (_, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test('refuses what cannot be searched for', async () => {
    const refusal = (query: Record<string, unknown>) => refused(company.person.refusal(search, { query }));
    expect(await refusal({ q: 'the' })).toEqual({ status: 422, code: 'invalid', field: 'q' });
    const wordsOf = async (q: string) => (await company.person.exchange(search, { query: { q } })).body;
    expect(await wordsOf('%')).toMatchObject({ code: 'invalid', message: 'Enter letters or digits to search for' });
    expect(await wordsOf('the')).toMatchObject({ message: expect.stringContaining('too common') });
    expect(await refusal({ startDate: '2026-02-30' })).toEqual({ status: 422, code: 'invalid', field: 'startDate' });
    expect(await refusal({ startDate: '2026-03-06', endDate: '2026-03-05' })).toMatchObject({ field: 'endDate' });
    expect(await refusal({ answerStatus: 'lost' })).toMatchObject({ status: 422 });
    expect(await refusal({ cursor: 'made up' })).toMatchObject({ code: 'cursor_invalid' });
    expect(await refused(company.person.refusal(count, { query: { q: 'the' } }))).toMatchObject({ field: 'q' });
  });
});

type Quiet = Awaited<ReturnType<typeof quietCompany>>;

/** Every page of a search, by cursor; each call as the last seven digits of who called. */
async function allOf({ person }: Quiet, query: Record<string, unknown>): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: RouteReply<typeof search> = await person.call(search, { query: { size: 200, ...query, ...(cursor ? { cursor } : {}) } });
    seen.push(...page.data.map((row) => Number(row.recipient.slice(-7))));
    cursor = page.meta.nextCursor;
  }
  return seen;
}
const down = (from: number, to: number, step: number) => Array.from({ length: (from - to) / step + 1 }, (_, at) => from - at * step);

/** Callers 1 to `most`, each called once at `at` and with these words said. */
async function putCallers({ own, line }: Quiet, most: number, at: RawBuilder<unknown>, said: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into calls (company_id, number_id, recipient, is_inbound, result, started_at, duration)
    select ${own.id}, ${line.id}, '+1312' || lpad(n::text, 7, '0'), true, 'answered', ${at}, n % 100 from generate_series(1, ${most}::int) n order by n`.execute(
    server.owner,
  );
  await sql`
    insert into transcripts (call_id, company_id, started_at, segments)
    select id, company_id, started_at, jsonb_build_array(jsonb_build_object('channel', 0, 'speaker', 'agent', 'startTime', 0, 'endTime', 2, 'transcript', concat_ws(' ', ${said})))
    from (select *, right(recipient, 7)::int as n from calls where company_id = ${own.id}) as called`.execute(server.owner);
}

describe('a search of very many calls', () => {
  let many: Quiet;
  /** 6,000 callers a minute apart; every second call is about the weather, every 2,000th about a zeppelin; nobody of the newest 2,500 speaks of tulips. */
  beforeAll(async () => {
    many = await quietCompany(server);
    await putCallers(
      many,
      6_000,
      sql`timestamptz '2026-03-05T12:00:00Z' + n * interval '1 minute'`,
      sql`case when n % 2 = 0 then 'weather' else 'hello' end, case when n % 2000 = 0 then 'zeppelin' end, case when n between 1001 and 3500 then 'tulips' end`,
    );
  });

  const readAll = (query: Record<string, unknown>) => allOf(many, query);

  test('a common word: each call once, newest first, to the end', async () => expect(await readAll({ q: 'weather' })).toEqual(down(6_000, 2, 2)));
  test('a rare word is found at any age', async () => expect(await readAll({ q: 'zeppelin' })).toEqual([6_000, 4_000, 2_000]));
  test('a word of old calls, and a filter', async () =>
    expect(await readAll({ q: 'tulips', minDuration: 97 })).toEqual(down(3_500, 1_001, 1).filter((at) => at % 100 > 97)));
  test('callers too many to be looked up one by one', async () => expect(await readAll({ caller: '+1312', minDuration: 98 })).toEqual(down(5_999, 99, 100)));
  test('the same page by number as by cursor', async () => {
    const byNumber = await many.person.call(search, { query: { q: 'weather', page: 3, size: 10 } });
    expect(byNumber.data.map((row) => Number(row.recipient.slice(-7)))).toEqual(down(5_960, 5_942, 2));
  });
  test('is counted', async () => {
    expect(await many.person.call(count, { query: { q: 'weather' } })).toEqual({ total: 3_000, isAtLeast: false });
    expect(await many.person.call(count, { query: { caller: '+1312' } })).toEqual({ total: 6_000, isAtLeast: false });
  });
});

describe('words over half a year of calls', () => {
  let spread: Quiet;
  /** 900 callers, two every eight hours at one moment from the end of January on: every third speaks of a harvest, every 90th of a zither, the oldest 60 of a lantern. */
  beforeAll(async () => {
    spread = await quietCompany(server);
    await putCallers(
      spread,
      900,
      sql`timestamptz '2026-01-28T00:00:00Z' + (n / 2) * interval '8 hours'`,
      sql`'hello', case when n % 3 = 0 then 'harvest' end, case when n % 90 = 0 then 'zither' end, case when n <= 60 then 'lantern' end`,
    );
  });

  test.each([
    ['a common word', { q: 'harvest' }, down(900, 3, 3)],
    ['a common word, a few at a time', { q: 'harvest', size: 7 }, down(900, 3, 3)],
    ['a rare word, a few at a time', { q: 'zither', size: 3 }, down(900, 90, 90)],
    ['a word of the oldest calls', { q: 'lantern', size: 9 }, down(60, 1, 1)],
    ['two words', { q: 'harvest lantern', size: 4 }, down(60, 3, 3)],
    ['a word and a filter', { q: 'harvest', minDuration: 50, size: 11 }, down(900, 3, 3).filter((at) => at % 100 > 50)],
    // Days of the company, west of Greenwich: what happened at midnight there is of the day before.
    [
      'a word from a day to a day',
      { q: 'harvest', startDate: '2026-02-27', endDate: '2026-04-02', size: 5 },
      down(900, 3, 3).filter((at) => Math.floor(at / 2) > 30 * 3 && Math.floor(at / 2) <= 65 * 3),
    ],
  ])('%s: each call once, newest first, over the bounds of days and months', async (_, query, wanted) => {
    expect(await allOf(spread, query)).toEqual(wanted);
  });
});
