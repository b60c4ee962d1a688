import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

const calls = routes.numbers;
let server: TestServer;
let company: TestCompany;
let agent: Client;
let foreigner: Client;
let stage: Stage;
let sales: Line;
let support: Line;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  agent = await server.worker(company, 'user');
  foreigner = await server.worker(await server.company(), 'owner');
  stage = stageOf(server, company);
  support = await server.number(company, { label: 'Support', number: '+12125557001' });
  sales = await server.number(company, { label: 'Sales', number: '+13125557002' });
  const tag = await server.owner.insertInto('tags').values({ company_id: company.id, name: 'Google Ads' }).returning('id').executeTakeFirstOrThrow();
  await server.owner.insertInto('number_tags').values({ company_id: company.id, number_id: sales.id, tag_id: tag.id }).execute();
  const recipient = stage.outside();
  await stage.thread(sales, recipient, [{}, {}, { isRead: true }]);
  await stage.call(sales, recipient, null, new Date(Date.now() - 86_400_000));
  await stage.call(sales, recipient, null, new Date(Date.now() - 40 * 86_400_000));
});
afterAll(() => server.close());

test('a status that is none is refused with its field', async () => {
  for (const status of [0.5, 7, -1]) {
    expect(await refused(agent.refusal(calls.datatable, { query: { status } }))).toMatchObject({ status: 422, field: 'status' });
  }
});

describe('the numbers of a company', () => {
  test('come with their calls of 30 days, unread messages and tags', async () => {
    const { data, meta } = await agent.call(calls.list);
    expect(meta).toEqual({ total: 2 });
    expect(data.map((row) => row.label)).toEqual(['Sales', 'Support']);
    expect(data[0]).toMatchObject({
      number: '+13125557002',
      status: 0,
      routingType: 'standard',
      calls30Days: 1,
      unreadMessagesCount: 2,
      tags: [{ name: 'Google Ads' }],
    });
    expect(data[1]).toMatchObject({ calls30Days: 0, unreadMessagesCount: 0, tags: [] });
  });

  test('come all at once, however many, or so many behind one of them', async () => {
    const large = await server.company();
    const worker = await server.worker(large, 'user');
    await sql`insert into phone_numbers (company_id, number, label) select ${large.id}, '+1646' || lpad((3000000 + at)::text, 7, '0'), 'Line ' || lpad((at / 2)::text, 4, '0') from generate_series(1, 1050) at`.execute(
      server.owner,
    );
    const all = await worker.call(calls.list);
    expect(all.meta).toEqual({ total: 1_050 });
    expect(all.data).toHaveLength(1_050);
    const seen: typeof all.data = [];
    for (let page = await worker.call(calls.list, { query: { size: 400 } }); page.data.length > 0; ) {
      seen.push(...page.data);
      page = await worker.call(calls.list, { query: { size: 400, after: page.data.at(-1)?.id } });
    }
    expect(seen.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
    expect(await refused(worker.refusal(calls.list, { query: { size: 1_001 } }))).toMatchObject({ status: 422, field: 'size' });
  });

  test('come by page, sorted and searched by label, number and tag', async () => {
    const labels = async (query: object) => (await agent.call(calls.datatable, { query })).data.map((row) => row.label);
    expect(await labels({ dir: 'desc' })).toEqual(['Support', 'Sales']);
    expect(await labels({ sort: 'calls30_days', dir: 'desc' })).toEqual(['Sales', 'Support']);
    expect(await labels({ sort: 'number' })).toEqual(['Support', 'Sales']);
    expect(await labels({ q: 'google' })).toEqual(['Sales']);
    expect(await labels({ q: '(212) 555' })).toEqual(['Support']);
    expect(await labels({ status: 1 })).toEqual([]);
    expect(await agent.call(calls.datatable, { query: { per_page: 1, page: 2 } })).toMatchObject({
      data: [{ label: 'Support' }],
      meta: { currentPage: 2, total: 2, lastPage: 2, perPage: 1 },
    });
    expect(await refused(agent.refusal(calls.datatable, { query: { per_page: 999 } }))).toMatchObject({ status: 422, field: 'per_page' });
  });

  test('are those a person works, and none of another company', async () => {
    const person = await server.person();
    await server.membership(person, company, 'user', [support.id]);
    const some = (await server.signedIn(person)).in(company);
    expect((await some.call(calls.list)).data.map((row) => row.id)).toEqual([support.id]);
    expect((await some.call(calls.datatable)).meta.total).toBe(1);
    expect(await refused(foreigner.refusal(calls.list, { params: { companyId: company.id }, headers: { 'x-company-id': String(company.id) } }))).toMatchObject({
      status: 404,
    });
    expect((await foreigner.call(calls.list)).data).toEqual([]);
  });
});
