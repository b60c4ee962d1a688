import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startServer, type TestServer } from './harness.ts';
import { quietCompany } from './stage.ts';

const { list } = routes.activity;
let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;

/** 2,400 contacts, all of a company called Blue, every second one by the name of Ana; each called once, a minute apart. */
beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
  const { own, line } = company;
  await sql`
    insert into contacts (company_id, number, name, company_name)
    select ${own.id}, '+1312556' || lpad(at::text, 4, '0'), case when at % 2 = 0 then 'Ana' else 'Bo' end, 'Blue' from generate_series(1, 2400) at`.execute(
    server.owner,
  );
  await sql`
    insert into items (company_id, number_id, recipient, type, is_inbound, created_at)
    select company_id, ${line.id}, number, 'call', true, timestamptz '2026-03-05T12:00:00Z' + right(number, 4)::int * interval '1 minute'
    from contacts where company_id = ${own.id}`.execute(server.owner);
});
afterAll(() => server.close());

/** Everything a search brings, page by page. */
async function readAll(query: { q: string; filter?: string }) {
  const seen: string[] = [];
  let cursor: string | undefined;
  let first: { total: number; isAtLeast?: boolean | undefined } | undefined;
  do {
    const { data, meta } = await company.person.call(list, { query: { ...query, per_page: 200, ...(cursor ? { cursor } : {}) } });
    first ??= meta;
    seen.push(...data.map((row) => row.recipient.slice(-4)));
    cursor = meta.nextCursor ?? undefined;
  } while (cursor);
  return { seen, first };
}
const countdown = (step: number) => Array.from({ length: 2_400 / step }, (_, at) => String(2_400 - at * step).padStart(4, '0'));

describe('searching the activity list', () => {
  test('words that name some numbers: each match once, newest first, counted exactly', async () => {
    const { seen, first } = await readAll({ q: 'ana blue' });
    expect(seen).toEqual(countdown(2));
    expect([first?.total, first?.isAtLeast]).toEqual([1_200, undefined]);
  });

  test('words that name very many: each match once, newest first, and at least so many', async () => {
    const { seen, first } = await readAll({ q: 'blue' });
    expect(seen).toEqual(countdown(1));
    expect(first?.isAtLeast).toBe(true);
    expect(first?.total).toBeGreaterThanOrEqual(1_000);
    expect(first?.total).toBeLessThanOrEqual(2_400);
  });

  test('words that name very many of whom none is newest: found all the same', async () => {
    await sql`update items set type = 'fax' where company_id = ${company.own.id} and right(recipient, 4)::int <= 3`.execute(server.owner);
    const { seen, first } = await readAll({ q: 'blue', filter: 'checkFaxes' });
    expect([seen, first?.total, first?.isAtLeast]).toEqual([['0003', '0002', '0001'], 3, undefined]);
  });
});
