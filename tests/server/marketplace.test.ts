import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, stageOf } from './stage.ts';

const calls = routes.marketplace;
let server: TestServer;
let company: TestCompany;
let owner: Client;
let line: Line;
let parked: Line;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.company();
  owner = await server.worker(company, 'owner');
  line = await server.number(company, { label: 'Main line' });
  parked = await server.number(company, { label: '=Parked, "spare"' });
  await server.owner.updateTable('phone_numbers').set({ status: 1, monthly_cost: 1.15 }).where('id', '=', parked.id).execute();
});

const put = (id: number, body: object) => owner.call(calls.update, { params: { id }, body });
const ask = (id: number, body: object) => refused(owner.refusal(calls.update, { params: { id }, body }));

describe('a number on the marketplace', () => {
  test('is listed for a price, repriced and taken off; the listings follow', async () => {
    expect(await owner.call(calls.get, { params: { id: line.id } })).toMatchObject({ number: line.number, isListed: false, price: null, listedAt: null });
    const listed = await put(line.id, { isListed: true, price: 250.5 });
    expect(listed).toMatchObject({ isListed: true, price: 250.5, listedAt: expect.any(String) });
    await put(parked.id, { price: 90 });
    await put(parked.id, { isListed: true });
    expect((await owner.call(calls.listings)).data.map(({ id, price }) => [id, price])).toEqual([
      [parked.id, 90],
      [line.id, 250.5],
    ]);
    expect(await put(line.id, { price: 300 })).toEqual({ ...listed, price: 300 });
    expect(await put(line.id, { isListed: false })).toMatchObject({ isListed: false, price: 300, listedAt: null });
    expect((await owner.call(calls.listings)).meta).toEqual({ total: 1 });
    expect((await owner.call(calls.list)).data.map(({ label, price }) => [label, price])).toEqual([
      ['=Parked, "spare"', 90],
      ['Main line', 300],
    ]);
  });

  test('is not listed without a price, nor for one that is none', async () => {
    expect(await ask(line.id, { isListed: true })).toMatchObject({ status: 422, field: 'price' });
    for (const price of [0, -5, 2_000_000, 1.005]) expect(await ask(line.id, { price })).toMatchObject({ status: 422, field: 'price' });
    await put(line.id, { isListed: true, price: 20 });
    expect(await ask(line.id, { clear: ['price'] })).toMatchObject({ status: 422, field: 'price' });
    expect(await put(line.id, { isListed: false, clear: ['price'] })).toMatchObject({ price: null });
  });

  test('is nobody else’s, and gone with the number or the number in its place', async () => {
    await put(line.id, { isListed: true, price: 20 });
    const stranger = await server.worker(await server.company(), 'owner');
    expect(await refused(stranger.refusal(calls.get, { params: { id: line.id } }))).toMatchObject({ status: 404 });
    for (const refusal of [stranger.in(company).refusal(calls.list), stranger.in(company).refusal(calls.listings), stranger.in(company).refusal(calls.kpi)])
      expect(await refused(refusal)).toMatchObject({ status: 404 });
    const agent = await server.worker(company, 'user');
    expect(await refused(agent.refusal(calls.update, { params: { id: line.id }, body: { isListed: false } }))).toMatchObject({ status: 403 });
    await server.owner.updateTable('phone_numbers').set({ number: '+13105550199' }).where('id', '=', line.id).execute();
    expect(await owner.call(calls.get, { params: { id: line.id } })).toMatchObject({ number: '+13105550199', isListed: false, price: null });
    await server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', parked.id).execute();
    expect(await ask(parked.id, { price: 20 })).toMatchObject({ status: 404 });
    expect((await owner.call(calls.list)).meta.total).toBe(1);
  });
});

test('the sums are those of the rows, of the numbers one works', async () => {
  const stage = stageOf(server, company);
  await stage.call(line, stage.outside(), null, new Date(Date.now() - 86_400_000));
  await stage.call(line, stage.outside(), null, new Date(Date.now() - 40 * 86_400_000));
  const none = { listed: 0, askingTotal: 0, averagePrice: null, monthlyCostListed: 0, calls30DaysListed: 0 };
  expect(await owner.call(calls.kpi)).toEqual({ ...none, numbers: 2, idle: 1 });
  await put(line.id, { isListed: true, price: 100 });
  await put(parked.id, { isListed: true, price: 50.01 });
  const both = { numbers: 2, listed: 2, askingTotal: 150.01, averagePrice: 75.01, monthlyCostListed: 1.15, calls30DaysListed: 1, idle: 0 };
  expect(await owner.call(calls.kpi)).toEqual(both);
  const limited = await server.person();
  await server.membership(limited, company, 'user', [line.id]);
  const some = (await server.signedIn(limited)).in(company);
  expect(await some.call(calls.kpi)).toMatchObject({ numbers: 1, listed: 1, askingTotal: 100 });
  expect(await refused(some.refusal(calls.get, { params: { id: parked.id } }))).toMatchObject({ status: 404 });
});

test('the report is a CSV in which numbers and labels survive a spreadsheet', async () => {
  await put(line.id, { isListed: true, price: 1_250 });
  const { status, headers, body } = await owner.exchange(calls.report, {});
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="marketplace_report.csv"']);
  const [head, first, second] = String(body).replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Number,Label,Vanity,Status,Listed,Price ($),Listed since,Calls of 30 days,Monthly cost ($)');
  expect(first).toBe(`${parked.number},"'=Parked, ""spare""",,parked,no,,,0,1.15`);
  expect(second).toMatch(new RegExp(`^\\${line.number},Main line,,active,yes,1250,\\d{4}-`));
});
