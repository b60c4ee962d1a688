/** Strangers and changes side by side can do little to pools of dynamic numbers. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { pruneThrottles } from '#server/domains/auth/rateLimiter.ts';
import { checkScript } from '#server/domains/dni/scriptCheck.ts';
import { chrome, type DniStage, minuteMs, site, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';

const { dni } = routes;

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());

const owner = () => s.outside.server.owner;

test('one address begins 30 visits in 20 minutes; further ones see the fallback number and take none of the pool', async () => {
  await s.begin();
  const [fallback] = await s.buy(1);
  await s.createPool(32, { fallbackNumberId: fallback?.id });
  const first = await s.visit();
  for (let at = 1; at < 30; at += 1) expect((await s.visit({ session: `guessed-session-${at}` })).session).not.toBeNull();
  expect(await s.visit()).toEqual({ session: null, visitor: null, number: fallback?.number, targets: ['+14155550100'], holdSeconds: 0 });
  expect(await s.visit({ session: first.session ?? '' })).toMatchObject({ session: first.session, number: first.number });
  const other = await s.visit({ address: '198.51.100.9' });
  expect(other.session).not.toBeNull();
  expect(other.number).not.toBe(fallback?.number);
});

test('an address that asks too often is told how long to wait, and so are all visitors of a site that asks too often; guessed keys count for no site', async () => {
  // 6 requests a minute of an address, 200 of a site.
  const server = await startServer({ config: { rateFactor: 1 / 100, trustedProxies: 1 } });
  const company = await server.company();
  const worker = await server.worker(company, 'owner');
  const { id } = await server.number(company);
  await worker.call(dni.createPool, { body: s.toBody({ numberIds: [id] }) });
  const { publicKey } = await worker.call(dni.script);
  const ask = async (address: string, key = publicKey) => {
    const { status, headers } = await server.stranger().fetch('/dni/v1/beats', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: site, 'user-agent': chrome, 'x-forwarded-for': address },
      body: JSON.stringify({ key, session: 'a-session-long-gone', url: `${site}/` }),
    });
    return { status, wait: Number(headers.get('retry-after')) };
  };
  const askAll = async (address: string, count: number, key?: string) => Promise.all(Array.from({ length: count }, () => ask(address, key)));
  expect((await askAll('203.0.113.1', 6, 'nobody-has-this-key')).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  const [refused] = await askAll('203.0.113.1', 1);
  expect(refused).toMatchObject({ status: 429 });
  expect(refused?.wait).toBeGreaterThan(0);
  for (let at = 0; at < 40; at += 1) expect(new Set((await askAll(`198.51.100.${at}`, 5)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await ask('198.51.100.99')).toMatchObject({ status: 429 });
  expect(await ask('198.51.100.99', 'nobody-has-this-key')).toMatchObject({ status: 404 });
  await server.close();
});

test('a page is told the hold of its number, not the one its pool has since', async () => {
  await s.begin();
  const { pool } = await s.createPool(1, { holdMinutes: 3 });
  const one = await s.visit();
  expect(one.holdSeconds).toBe(180);
  await s.owner.call(dni.updatePool, { params: { poolId: pool.id }, body: { holdMinutes: 240 } });
  expect(await s.seen(one.session, new Date())).toMatchObject({ number: one.number, holdSeconds: 180 });
  expect((await s.visit({ session: one.session ?? '' })).holdSeconds).toBe(180);
});

test('visits side by side are told to the company once in 5 seconds', async () => {
  await s.begin();
  await s.createPool(4);
  const start = Date.now();
  for (const seconds of [0, 1, 4, 6]) await s.visit({ url: `${site}/${seconds}` }, new Date(start + seconds * 1_000));
  const told = await owner().selectFrom('changes').select('change').where('company_id', '=', s.company.id).execute();
  expect(told.filter(({ change }) => JSON.stringify(change).includes('dni-session'))).toHaveLength(2);
});

/** Begins work that needs a pool which another transaction changes, and lets that one commit once the work waits; `meanwhile` runs before. */
async function raceWithHold<T>(poolId: number, work: () => Promise<T>, meanwhile: () => Promise<unknown> = async () => undefined) {
  const countWaiting = async () => (await sql`select pid from pg_locks where not granted`.execute(owner())).rows.length;
  return owner()
    .transaction()
    .execute(async (other) => {
      await other.updateTable('dni_pools').set({ hold_minutes: 60 }).where('id', '=', poolId).execute();
      const working = work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await expect.poll(countWaiting).toBeGreaterThan(0);
      await meanwhile();
      return { working };
    })
    .then(({ working }) => working);
}

test('a change of a pool keeps what somebody else changed meanwhile', async () => {
  await s.begin();
  const { pool } = await s.createPool(0, { holdMinutes: 20 });
  const params = { poolId: pool.id };
  const renamed = await raceWithHold(pool.id, () => s.owner.call(dni.updatePool, { params, body: { name: 'Renamed' } }));
  expect(renamed).toMatchObject({ value: { name: 'Renamed', holdMinutes: 60 } });
});

test('a number put into a pool while another takes it for its fallback is in one of them alone', async () => {
  await s.begin();
  const [line] = await s.buy(1);
  const [{ pool: one }, { pool: two }] = [await s.createPool(0), await s.createPool(0)];
  const id = line?.id ?? 0;
  const put = await raceWithHold(
    one.id,
    () => s.owner.call(dni.updatePool, { params: { poolId: one.id }, body: { numberIds: [id] } }),
    () => s.owner.call(dni.updatePool, { params: { poolId: two.id }, body: { fallbackNumberId: id } }),
  );
  expect(put).toMatchObject({ error: { status: 422 } });
});

test('a page of 2 MB that is made to be searched for long is searched at once; the script is found in any spelling', async () => {
  const key = 'a-key-of-a-company';
  const look = (body: string) => checkScript({ web: { fetchPage: async (url) => ({ url, status: 200, body }) } }, 'https://example.com', key);
  const source = `https://app.example.com/dni/${key}/v1.js`;
  const began = performance.now();
  for (const piece of [
    '<script/src=',
    '<script src=x',
    `<script src=/dni/${'b'.repeat(20)}/v1.j`,
    `<script src=src=/dni/${'b'.repeat(20)}/v1.js`,
    '<!--',
    'src =',
  ])
    expect(['not_found', 'wrong_company']).toContain(await look(piece.repeat(2_000_000 / piece.length)));
  expect(performance.now() - began).toBeLessThan(2_000);
  for (const tag of [`<script async src="${source}">`, `<SCRIPT SRC = '${source}'>`, `<script data-consent="wait" src=${source}>`])
    expect(await look(`<p>Shop</p>${tag}</script>`)).toBe('found');
  for (const text of [`<p>${source}</p>`, `<!-- <script src="${source}"> -->`, `<script></script><a href="${source}">`, `<script data-src-of="x">${source}`])
    expect(await look(text)).toBe('not_found');
});

test('throttles of visitors go once they ran out, others a day later', async () => {
  const put = (key: string, minutes: number) =>
    owner()
      .insertInto('throttles')
      .values({ key, count: 1, window_ends_at: new Date(Date.now() + minutes * minuteMs) })
      .execute();
  await put('visitorBegins:over', -1);
  await put('visitorBegins:living', 10);
  await put('signInAddress:over', -60);
  await put('signInAddress:old', -1_500);
  expect(await pruneThrottles(s.outside.server.services)).toBeGreaterThanOrEqual(2);
  const left = (await owner().selectFrom('throttles').select('key').execute()).map(({ key }) => key);
  expect(left).toEqual(expect.arrayContaining(['visitorBegins:living', 'signInAddress:over']));
  for (const gone of ['visitorBegins:over', 'signInAddress:old']) expect(left).not.toContain(gone);
});
