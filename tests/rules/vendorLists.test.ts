/** Lists that a vendor refuses for one of their items: `sendByHalves`. */
import { expect, test } from 'vitest';
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
