import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import type { Line } from './stage.ts';

const calls = routes.forwards;
let server: TestServer;
let company: TestCompany;
let owner: Client;
let main: Line;
let sales: Line;
const [desk, mobile] = ['+12125550120', '+12125550121'];

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  owner = await server.worker(company, 'owner');
  main = await server.number(company, { label: 'Main line' });
  sales = await server.number(company, { label: 'Sales' });
  const plain = await server.number(company, { label: 'Plain' });
  const gone = await server.number(company, { label: 'Gone' });
  await server.owner.updateTable('phone_numbers').set({ forward_number: mobile }).where('id', 'in', [plain.id, gone.id]).execute();
  await server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', gone.id).execute();
  const phones = (...numbers: string[]) => numbers.map((number) => ({ number }));
  const save = (id: number, body: object[]) => owner.call(routes.numbers.update, { params: { id }, body: { routes: body } });
  await save(main.id, [
    { extension: 1, label: 'Advisors', forwards: phones(desk, mobile) },
    { extension: 2, forwards: phones(desk) },
  ]);
  await save(sales.id, [{ extension: 1, forwards: phones(desk, main.number) }]);
});
afterAll(() => server.close());

const list = (query: object = {}) => owner.call(calls.list, { query });

test('each phone that is rung, the most used first, with what rings it', async () => {
  const { data } = await list();
  expect(data.map(({ number, rungBy, ownLabel }) => [number, rungBy, ownLabel])).toEqual([
    [desk, 3, null],
    [mobile, 2, null],
    [main.number, 1, 'Main line'],
  ]);
  expect(data[0]?.uses).toEqual([
    { numberId: main.id, number: main.number, numberLabel: 'Main line', extension: 1, label: 'Advisors' },
    { numberId: main.id, number: main.number, numberLabel: 'Main line', extension: 2, label: '' },
    { numberId: sales.id, number: sales.number, numberLabel: 'Sales', extension: 1, label: '' },
  ]);
  expect(data[1]?.uses.map(({ numberLabel }) => numberLabel)).toEqual(['Main line', 'Plain']);
});

test('CALL-060: come by page, with a meta whose names travel in camelCase', async () => {
  const second = await list({ page: 2, per_page: 2 });
  expect([second.data.length, second.meta]).toEqual([1, { currentPage: 2, total: 3, lastPage: 2 }]);
  expect((await list({ page: 9, per_page: 2 })).meta).toEqual({ currentPage: 9, total: 3, lastPage: 2 });
  const answer = await fetch(`${server.url}/api/companies/${company.id}/forwards?per_page=2`, {
    headers: { cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  const { data, meta } = (await answer.json()) as { data: object[]; meta: object };
  expect([meta, Object.keys(data[0] ?? {})]).toEqual([{ currentPage: 1, total: 3, lastPage: 2 }, ['number', 'own_label', 'rung_by', 'uses']]);
});

test('are found by number, and by the name of what rings them', async () => {
  const found = async (q: string) => (await list({ q })).data.map(({ number }) => number);
  expect(await found('(212) 555-0121')).toEqual([mobile]);
  expect(await found('plain')).toEqual([mobile]);
  expect(await found('sales')).toEqual([desk, main.number]);
  expect(await found('100%\u0000')).toEqual([]);
});

test('are those of the numbers one works', async () => {
  const limited = await server.person();
  await server.membership(limited, company, 'user', [sales.id]);
  const some = (await server.signedIn(limited)).in(company);
  const { data } = await some.call(calls.list);
  expect(data.map(({ number, rungBy, ownLabel }) => [number, rungBy, ownLabel]).sort()).toEqual(
    [
      [desk, 1, null],
      [main.number, 1, null],
    ].sort(),
  );
  const stranger = await server.worker(await server.company(), 'owner');
  expect((await stranger.in(company).refusal(calls.list)).status).toBe(404);
});
