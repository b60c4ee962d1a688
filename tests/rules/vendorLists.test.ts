/** Lists that a vendor refuses for one of their items: `sendByHalves`; and one of which it takes a part. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createMetaAds } from '#server/vendors/metaAds.ts';
import type { VendorOutcome } from '#server/vendors/oauthVendor.ts';
import { FaultError, sendByHalves } from '#server/vendors/vendorWire.ts';

type Outcomes = ReadonlyMap<number, VendorOutcome<number>>;
const items = Array.from({ length: 100 }, (_, at) => at);
const take = (part: readonly number[]): Outcomes => new Map(part.map((item) => [item, { kind: 'accepted', receipt: item }]));
const refused = { kind: 'refused', reason: 'It is bad' } as const;
const toKinds = (outcomes: Outcomes) => items.map((item) => outcomes.get(item)?.kind);

test('those that are bad are refused, each alone; the others are taken once', async () => {
  const taken: number[] = [];
  const bad = [0, 41, 42, 99];
  let requests = 0;
  const outcomes = await sendByHalves(
    items,
    async (part) => {
      requests += 1;
      if (part.some((item) => bad.includes(item))) throw new FaultError(refused, true);
      taken.push(...part);
      return take(part);
    },
    'Unreadable',
  );
  expect(toKinds(outcomes)).toEqual(items.map((item) => (bad.includes(item) ? 'refused' : 'accepted')));
  expect(taken.sort((one, other) => one - other)).toEqual(items.filter((item) => !bad.includes(item)));
  expect(requests).toBeLessThan(50);
});

test('a refusal that is about none of them is that of all, after one request', async () => {
  let requests = 0;
  const outcomes = await sendByHalves<number, number>(
    items,
    async () => {
      requests += 1;
      throw new FaultError(refused);
    },
    'Unreadable',
  );
  expect([requests, new Set(toKinds(outcomes))]).toEqual([1, new Set(['refused'])]);
});

test('what is left once its time is over waits, and an answer that is not understood is unknown', async () => {
  const late = await sendByHalves<number, number>(items, () => Promise.reject(new FaultError(refused, true)), 'Unreadable', Date.now() - 1);
  expect(new Set(toKinds(late))).toEqual(new Set(['unsent']));
  const strange = await sendByHalves<number, number>(items, () => Promise.reject(new Error('Not JSON')), 'Unreadable');
  expect(strange.get(7)).toEqual({ kind: 'unknown', reason: 'Unreadable' });
  expect(await sendByHalves<number, number>([], () => Promise.reject(new Error('Nobody is asked')), 'Unreadable')).toEqual(new Map());
});

test('events of which Meta took fewer than were sent wait, since it doesn’t say which', async () => {
  const server = createServer((request, response) => void request.resume().once('end', () => response.end('{"events_received":1}')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const meta = createMetaAds({ appId: '1', appSecret: 'a', baseUrl: `http://127.0.0.1:${port}` });
  const now = new Date();
  const conversion = (key: string) =>
    ({ kind: 'lead', key, click: { parameter: 'fbclid', id: key }, clickedAt: now, at: now, countedAt: now, value: null }) as const;
  const dataset = { id: '88', name: 'Site', conversion: null };
  const actionIds = { call: 'Contact', lead: 'Lead', appointment: 'Schedule' };
  const settings = { managerId: null, accountId: '33', accountName: 'Shop', isSeparate: true, dataset, actionIds };
  const sent = async (...keys: readonly string[]) => (await meta.convert('token', settings, keys.map(conversion))).map(({ kind }) => kind);
  expect([await sent('one'), await sent('one', 'two')]).toEqual([['accepted'], ['unsent', 'unsent']]);
  server.close();
});
