/** Tests that the last opt-in or opt-out word of a person holds, in any order of application. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyOptKeyword } from '#server/domains/messaging/optOutKeywords.ts';
import { parseOptKeyword, soundsLikeOptOut } from '#server/domains/messaging/optOutWords.ts';
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
    applyOptKeyword({ from, to: '+12125550100', body, at: new Date(Date.UTC(2026, 10, 22, 12, 0, second)) }),
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

test.each([
  'S T O P',
  's.t.o.p',
  's-t-o-p',
  'STOPSTOP',
  'S\u0422\u041e\u0420',
  '\u0405TOP',
  'ST\u039f\u03a1',
  '\ua731\u1d1b\u1d0f\u1d18',
  'unsu\u0412scri\u0412e',
  'stop stop',
])('%s is heard as an opt-out', (text) => expect(parseOptKeyword(text)).toBe('stop'));

test.each(['ST0P', 'STOPP', 'STOP 2', 'Txt stop', 'Reply: STOP', 'no more', 'Stop\n--\nAna Kova\u010d', 'STOP\nSent from my phone'])(
  '%s is put up for review',
  (text) => expect([parseOptKeyword(text), soundsLikeOptOut(text)]).toEqual([null, true]),
);

test.each(['I am at the bus stop', 'No more than 5', 'Reply to my text please', 'T D', 'See you at 10', '\u0421\u043f\u0430\u0441\u0438\u0431\u043e'])(
  '%s is neither',
  (text) => expect([parseOptKeyword(text), soundsLikeOptOut(text)]).toEqual([null, false]),
);
