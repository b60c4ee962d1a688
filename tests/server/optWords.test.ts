/** What somebody said last of hearing from a company holds, in whatever order it is applied. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyOptWord } from '#server/carrier/webhooks/optWords.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';

const from = '+12125550181';
let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
});
afterAll(() => server.close());

const hear = (body: string, second: number) =>
  server.services.tenancy.company([company.id], null, () =>
    applyOptWord({ from, to: '+12125550100', body, at: new Date(Date.UTC(2026, 10, 22, 12, 0, second)) }),
  );
const isOut = async () => (await server.owner.selectFrom('opt_outs').select('number').where('number', '=', from).execute()).length === 1;

test('a STOP or START whose job comes late changes nothing that a later one has said', async () => {
  await hear('START', 1);
  await hear('STOP', 2);
  await hear('START', 1);
  expect(await isOut()).toBe(true);
  await hear('START', 3);
  await hear('STOP', 2);
  expect(await isOut()).toBe(false);
});
