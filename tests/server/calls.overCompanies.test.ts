/** Searching the calls of several companies (CALL-008 `companies`, `businessUnits`): newest first over all of them, by the rights the person has in each. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startServer, type TestServer } from './harness.ts';
import { createReportCompanies, type ReportCompanies } from './reportCompanies.ts';
import { refused } from './stage.ts';

const { search, count } = routes.calls;

let server: TestServer;
let world: ReportCompanies;

beforeAll(async () => {
  server = await startServer();
  world = await createReportCompanies(server);
});
afterAll(() => server.close());

const inHarbor = () => world.person.in(world.harbor);
const all = () => [world.harbor.id, world.island.id, world.answering.id, world.foreign.id];

/** All calls of one company as the person finds them there, newest first. */
const ownOf = async (company: { readonly id: number }) =>
  (await world.person.in(company).call(search, { query: { size: 200 } })).data.map((call) => ({ ...call, companyId: company.id }));
async function expected(...companies: readonly { readonly id: number }[]) {
  const own = [];
  for (const company of companies) own.push(...(await ownOf(company)));
  return own.sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt) || other.id - one.id);
}

test('calls of several companies are one list, newest first, each with its company', async () => {
  const { data, meta } = await inHarbor().call(search, { query: { companies: all(), size: 200 } });
  expect(data).toEqual(await expected(world.harbor, world.island, world.answering));
  expect(new Set(data.map(({ companyId }) => companyId))).toEqual(new Set([world.harbor.id, world.island.id, world.answering.id]));
  expect(meta.nextCursor).toBeNull();
  expect(await inHarbor().call(count, { query: { companies: all() } })).toEqual({ total: data.length, isAtLeast: false });
});

test('by cursor and by page it is read on without a gap or a repetition', async () => {
  const wanted = (await expected(world.harbor, world.island)).map(({ id }) => id);
  const query = { companies: [world.harbor.id, world.island.id], size: 7 };
  const byCursor: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: readonly { id: number }[]; meta: { nextCursor: string | null } } = await inHarbor().call(search, { query: { ...query, cursor } });
    byCursor.push(...page.data.map(({ id }) => id));
    cursor = page.meta.nextCursor;
  }
  expect(byCursor).toEqual(wanted);
  const third = await inHarbor().call(search, { query: { ...query, page: 3 } });
  expect(third.data.map(({ id }) => id)).toEqual(wanted.slice(14, 21));
});

test('filters hold in each company', async () => {
  const query = { answerStatus: ['missed'], isLead: true };
  const own = await expected(world.harbor, world.island, world.answering);
  const wanted = own.filter(({ result, ascOptions }) => result === 'missed' && ascOptions.isLead).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(3);
  const { data } = await inHarbor().call(search, { query: { ...query, companies: all(), size: 200 } });
  expect(data.map(({ id }) => id)).toEqual(wanted);
});

test('an organization is those of its companies that the person may see; where none is, nothing is found', async () => {
  const { data } = await inHarbor().call(search, { query: { businessUnits: [world.organization.id], size: 200 } });
  expect(data).toEqual(await expected(world.harbor, world.answering));
  for (const query of [{ companies: [world.foreign.id] }, { companies: [987_654] }, { businessUnits: [987_654] }]) {
    expect((await inHarbor().call(search, { query })).data).toEqual([]);
    expect((await inHarbor().call(count, { query })).total).toBe(0);
  }
});

test('the open company alone is as if it were not named, and a file is made of one company at a time', async () => {
  const query = { size: 200 };
  expect(await inHarbor().call(search, { query: { ...query, companies: [world.harbor.id] } })).toEqual(await inHarbor().call(search, { query }));
  const file = { format: 'csv' as const };
  expect(await refused(inHarbor().refusal(search, { query: { ...file, companies: all() } }))).toMatchObject({ status: 422, field: 'companies' });
  expect(await refused(inHarbor().refusal(search, { query: { ...file, businessUnits: [world.organization.id] } }))).toMatchObject({ field: 'businessUnits' });
  expect(await inHarbor().call(search, { query: { ...file, companies: [world.harbor.id] } })).toMatchObject({ message: expect.any(String) });
});

test('words are looked for in the transcripts of each company', async () => {
  const said = async (company: { readonly id: number }) => {
    const [call] = await ownOf(company);
    if (!call) throw new Error('A company without calls');
    const segments = [{ channel: 0, speaker: 'customer', transcript: 'The marmalade is late', startTime: 0, endTime: 2 }];
    await sql`insert into transcripts (call_id, company_id, started_at, segments)
      values (${call.id}, ${company.id}, ${call.startedAt}, ${JSON.stringify(segments)})`.execute(server.owner);
    return call.id;
  };
  const ids = [await said(world.harbor), await said(world.answering)];
  const { data } = await inHarbor().call(search, { query: { companies: all(), q: 'marmalade' } });
  expect(data.map(({ id }) => id).sort()).toEqual(ids.sort());
});
