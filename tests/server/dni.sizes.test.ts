/** Sizes of a pool compared by the visitors it had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type DniStage, minuteMs, startDniStage } from './dni.stage.ts';
import { refused } from './stage.ts';

const { dni } = routes;
const dayMs = 86_400_000;

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());

/** Noon of a day ago so many, in UTC. */
const noon = (ago: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs - ago * dayMs + dayMs / 2);
const getDay = (at: Date, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

test('five visitors within some minutes, two numbers: what more numbers would have done, and what they cost', async () => {
  await s.begin();
  const { pool } = await s.createPool(2);
  const params = { poolId: pool.id };
  const at = noon(3);
  for (let minute = 0; minute < 5; minute += 1) await s.visit({}, new Date(at.getTime() + minute * minuteMs));
  await s.visit({}, noon(6));
  const sizes = await s.owner.call(dni.poolSizes, { params, query: { numbers: 5 } });
  const day = getDay(at, sizes.timezone);
  expect(sizes).toMatchObject({ poolId: pool.id, days: 30, sessions: 6, replay: { day, sessions: 5 } });
  // Five visitors, each for the 20 minutes that the number stays: 100 minutes in an hour.
  expect(sizes.busiest).toEqual({ at: at.toISOString(), inUse: expect.closeTo(100 / 60, 2) });
  const of = (numbers: number) => sizes.data.find((size) => size.numbers === numbers);
  expect(of(2)).toMatchObject({ isCurrent: true, replayed: 3, extraCost: 0 });
  expect(of(5)).toMatchObject({ isCurrent: false, replayed: 0, extraCost: expect.closeTo(3 * 1.15, 2) });
  expect(sizes.data.map(({ without }) => without)).toEqual(sizes.data.map(({ without }) => without).sort((a, b) => b - a));
  expect(sizes.data.at(-1)?.without).toBeLessThanOrEqual(0.001);

  const earlier = getDay(noon(6), sizes.timezone);
  expect((await s.owner.call(dni.poolSizes, { params, query: { day: earlier } })).replay).toEqual({ day: earlier, sessions: 1 });
  const empty = await s.owner.call(dni.poolSizes, { params, query: { day: getDay(noon(9), sizes.timezone) } });
  expect([empty.replay?.sessions, empty.data.find(({ isCurrent }) => isCurrent)?.replayed]).toEqual([0, 0]);
});

test('a pool nobody visited has the size it has, and nothing to say against it', async () => {
  await s.begin();
  const { pool } = await s.createPool(1);
  const sizes = await s.owner.call(dni.poolSizes, { params: { poolId: pool.id } });
  expect(sizes).toMatchObject({ sessions: 0, busiest: null, replay: null, data: [{ numbers: 1, without: 0, replayed: 0, isCurrent: true }] });
});

test('no day that is none, no pool of others', async () => {
  await s.begin();
  const { pool } = await s.createPool(1);
  const params = { poolId: pool.id };
  expect(await refused(s.owner.refusal(dni.poolSizes, { params, query: { day: '2026-02-31' } }))).toMatchObject({ status: 422, field: 'day' });
  expect(await refused(s.foreigner.refusal(dni.poolSizes, { params }))).toMatchObject({ status: 404 });
});
