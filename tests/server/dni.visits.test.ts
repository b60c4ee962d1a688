/** Visits of a website with dynamic numbers: their numbers, their timelines, and the calls that come of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { endLease, takeNumber } from '#server/domains/dni/leases.ts';
import { pruneVisits } from '#server/domains/dni/prune.ts';
import { type DniStage, minuteMs, site, startDniStage } from './dni.stage.ts';
import { refused } from './stage.ts';

const { dni } = routes;

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());

describe('a visit', () => {
  test('gets a number of the pool, keeps it from page to page, and the next visitor gets another', async () => {
    await s.begin();
    const { lines } = await s.createPool(2);
    const one = await s.visit({ url: `${site}/?gclid=abc&utm_campaign=spring&utm_medium=cpc&token=secret`, referrer: 'https://www.google.com/search' });
    expect(one.targets).toEqual(['+14155550100']);
    const again = await s.visit({ session: one.session ?? '', url: `${site}/pricing` });
    expect([again.session, again.number, again.visitor]).toEqual([one.session, one.number, one.visitor]);
    const two = await s.visit();
    expect([one.number, two.number].sort()).toEqual(lines.map(({ number }) => number).sort());
    const { data, meta } = await s.owner.call(dni.realTimeFeed);
    expect(meta).toEqual({ total: 2, online: 2 });
    expect(data.find(({ number }) => number?.number === one.number)).toMatchObject({
      source: 'Google Ads',
      campaign: 'spring',
      medium: 'cpc',
      landingPage: 'www.harbor-bikes.com/',
      currentPage: 'www.harbor-bikes.com/pricing',
      pages: 2,
      referrer: 'www.google.com/search',
      deviceType: 'desktop',
      isFirstVisit: true,
    });
    const kept = await s.outside.server.owner.selectFrom('dni_sessions').selectAll().where('company_id', '=', s.company.id).execute();
    expect(JSON.stringify(kept)).not.toContain('secret');
    expect(JSON.stringify([kept, await s.outside.server.owner.selectFrom('throttles').selectAll().execute()])).not.toContain('203.0.113');
  });

  test('without a free number shows the fallback, and its call is the pool’s', async () => {
    await s.begin();
    const [fallback] = await s.buy(1);
    const { pool } = await s.createPool(1, { fallbackNumberId: fallback?.id });
    await s.visit();
    expect((await s.visit()).number).toBe(fallback?.number);
    const call = await s.outside.sandbox.generator.ring(fallback?.number ?? '', '+15035550001', { kind: 'missed' });
    const { id } = await s.outside.server.owner.selectFrom('calls').select('id').where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    expect(await s.owner.call(dni.callSource, { params: { callId: id } })).toEqual({
      callId: id,
      source: pool.name,
      pool: { id: pool.id, name: pool.name },
      visitors: [],
    });
  });

  test('is for the first pool by precedence: landing parameter, referrer, kind of site, always', async () => {
    await s.begin();
    const always = (await s.createPool(1, { source: 'always' })).lines[0]?.number;
    const organic = (await s.createPool(1, { source: 'organic' })).lines[0]?.number;
    const partner = (await s.createPool(1, { source: 'referral', sourceValue: 'partner.com' })).lines[0]?.number;
    const news = (await s.createPool(1, { source: 'landing_parameter', sourceValue: 'utm_source=news' })).lines[0]?.number;
    const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs);
    expect((await s.visit({ url: `${site}/?utm_source=News`, referrer: 'https://www.partner.com/x' }, at(0))).number).toBe(news);
    expect((await s.visit({ referrer: 'https://www.partner.com/x' }, at(0))).number).toBe(partner);
    expect((await s.visit({ referrer: 'https://www.bing.com/' }, at(0))).number).toBe(organic);
    expect((await s.visit({}, at(0))).number).toBe(always);
    expect((await s.owner.call(dni.realTimeFeed)).data.map(({ source }) => source).sort()).toEqual([
      'Direct',
      'Landing parameter',
      'Organic search',
      'Referral',
    ]);
  });

  test('is over after its silence; its number is held after the last beat, and the first source of a visitor is kept', async () => {
    await s.begin();
    await s.createPool(1, { sessionMinutes: 30, holdMinutes: 20 });
    const start = new Date();
    const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);
    const one = await s.visit({ url: `${site}/?gclid=x` }, at(0));
    expect((await s.seen(one.session, at(10))).number).toBe(one.number);
    expect((await s.visit({}, at(29))).number).toBeNull();
    expect((await s.visit({}, at(31))).number).toBe(one.number);
    expect(await s.seen(one.session, at(41))).toMatchObject({ session: null, number: null });
    await s.visit({ visitor: one.visitor ?? '' }, at(45));
    const { data } = await s.owner.call(dni.realTimeFeed);
    expect(data[0]).toMatchObject({ source: 'Direct', firstSource: 'Google Ads', isFirstVisit: false });
  });

  test('of a program gets no number and leaves no row; of a foreign site neither', async () => {
    await s.begin();
    await s.createPool(1);
    expect(await s.visit({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })).toMatchObject({
      session: null,
      number: null,
    });
    await expect(s.visit({ origin: 'https://elsewhere.com' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(s.visit({ origin: 'https://harbor-bikes.com.evil.com' })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await s.owner.call(dni.realTimeFeed)).data).toEqual([]);
  });

  test('has its pages, number and calls in a timeline, which is nobody else’s', async () => {
    await s.begin();
    await s.createPool(1);
    const one = await s.visit({ title: 'Harbor </script>' });
    await s.seen(one.session, new Date(), `${site}/pricing?who=me`, true);
    await s.outside.sandbox.generator.ring(one.number ?? '', '+15035550002', { kind: 'missed' });
    const [activity] = (await s.owner.call(dni.realTimeFeed)).data;
    expect(activity?.calls).toBe(1);
    const { data } = await s.owner.call(dni.timelineEvents, { params: { id: activity?.id ?? 0 } });
    expect(data.map(({ type }) => type).sort()).toEqual(['call', 'number', 'page', 'page', 'visit']);
    expect(data.filter(({ type }) => type === 'page').map(({ detail }) => detail)).toEqual(['www.harbor-bikes.com/', 'www.harbor-bikes.com/pricing']);
    expect(await refused(s.foreigner.refusal(dni.timelineEvents, { params: { id: activity?.id ?? 0 } }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.in(s.company).refusal(dni.realTimeFeed))).toMatchObject({ status: 404 });
  });
});

describe('a call', () => {
  test('knows where its visitor first came from, and reports are of either source (AMB-120)', async () => {
    await s.begin();
    await s.createPool(1);
    const hour = 3_600_000;
    const before = await s.visit({ url: `${site}/?gclid=x` }, new Date(Date.now() - 5 * hour));
    const again = await s.visit({ visitor: before.visitor ?? '' });
    const call = await s.outside.sandbox.generator.ring(again.number ?? '', '+15035550009', { kind: 'answered', talkSeconds: 1 });
    const row = await s.outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ traffic_source: 'Direct', first_traffic_source: 'Google Ads' });
    const count = async (query: { readonly attributionModel?: 'firstTouch' | 'lastTouch'; readonly trafficSource?: string }) => {
      const { data } = await s.owner.call(routes.analytics.calls, { query: { group: 'trafficSource', target: 'day', ...query } });
      return data.map(({ trafficSource, calls }) => [trafficSource, calls]);
    };
    expect(await count({})).toEqual([['Direct', 1]]);
    expect(await count({ attributionModel: 'lastTouch' })).toEqual([['Direct', 1]]);
    expect(await count({ attributionModel: 'firstTouch' })).toEqual([['Google Ads', 1]]);
    expect(await count({ attributionModel: 'firstTouch', trafficSource: 'Google Ads' })).toEqual([['Google Ads', 1]]);
    expect(await count({ attributionModel: 'firstTouch', trafficSource: 'Direct' })).toEqual([]);
    expect(await count({ trafficSource: 'Google Ads' })).toEqual([]);
  });

  test('is of the visitor who had its number, with source, pool and device', async () => {
    await s.begin();
    const { pool } = await s.createPool(2);
    const one = await s.visit({ url: `${site}/?gclid=x&utm_campaign=spring` });
    await s.visit();
    const call = await s.outside.sandbox.generator.ring(one.number ?? '', '+15035550003', { kind: 'answered', talkSeconds: 1 });
    const row = await s.outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ traffic_source: 'Google Ads', dni_pool_id: pool.id, device_type: 'desktop' });
    expect(row.first_traffic_source).toBeNull();
    const source = await s.owner.call(dni.callSource, { params: { callId: row.id } });
    expect(source.visitors).toMatchObject([{ activityId: row.dni_session_id, share: 1, campaign: 'spring', landingPage: 'www.harbor-bikes.com/' }]);
    expect(await refused(s.foreigner.refusal(dni.callSource, { params: { callId: row.id } }))).toMatchObject({ status: 404 });
  });

  test('of a number that two visitors had within its hold shows both, with their chances', async () => {
    await s.begin();
    await s.createPool(1);
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * minuteMs);
    const former = await s.visit({ url: `${site}/?gclid=x` }, ago(26));
    await s.seen(former.session, ago(21.5));
    const current = await s.visit({ url: `${site}/?msclkid=y` }, ago(1));
    expect(current.number).toBe(former.number);
    const call = await s.outside.sandbox.generator.ring(current.number ?? '', '+15035550004', { kind: 'missed' });
    const { id } = await s.outside.server.owner.selectFrom('calls').select('id').where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    const { visitors, source } = await s.owner.call(dni.callSource, { params: { callId: id } });
    expect(visitors.map((visitor) => visitor.source)).toEqual(['Microsoft Ads', 'Google Ads']);
    expect(source).toBe('Microsoft Ads');
    expect(visitors.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 4);
    expect(visitors[1]?.share).toBeGreaterThan(0.03);
    expect(visitors[1]?.share).toBeLessThan(0.1);
  });

  test('of a number outside of pools has no source', async () => {
    await s.begin();
    const [line] = await s.buy(1);
    const call = await s.outside.sandbox.generator.ring(line?.number ?? '', '+15035550005', { kind: 'missed' });
    const row = await s.outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ traffic_source: null, dni_pool_id: null, dni_session_id: null });
  });
});

describe('leases', () => {
  const turns = Number(process.env.DNI_TURNS ?? 200);
  test(`${50 * turns} takes by 50 visitors side by side on 10 numbers: no number is ever with two`, async () => {
    await s.begin();
    const { pool } = await s.createPool(10);
    const sessions: number[] = [];
    for (let at = 0; at < 50; at += 1) {
      const { session } = await s.visit({ address: `198.51.100.${at}` });
      sessions.push(
        (
          await s.outside.server.owner
            .selectFrom('dni_sessions')
            .select('id')
            .where('key', '=', session ?? '')
            .executeTakeFirstOrThrow()
        ).id,
      );
    }
    const clock = { at: Date.now() + 60 * minuteMs };
    const counts = { taken: 0, refused: 0 };
    const take = async (sessionId: number) => {
      // Time goes on with the takes, so that leases run out among them.
      clock.at += 3_000;
      const at = new Date(clock.at);
      const number = await s.within(async () => {
        await endLease(sessionId, at);
        return takeNumber({ poolId: pool.id, sessionId, holdMinutes: 1, at });
      });
      counts[number ? 'taken' : 'refused'] += 1;
    };
    await Promise.all(
      sessions.map(async (sessionId) => {
        for (let turn = 0; turn < turns; turn += 1) await take(sessionId);
      }),
    );
    expect(counts.taken + counts.refused).toBe(50 * turns);
    expect(counts.taken).toBeGreaterThan(1_000);
    const leases = await s.outside.server.owner
      .selectFrom('dni_leases')
      .selectAll()
      .where('company_id', '=', s.company.id)
      .orderBy('number_id')
      .orderBy('id')
      .execute();
    for (const own of Map.groupBy(leases, (lease) => lease.number_id).values()) {
      const inTime = own.toSorted((one, other) => one.taken_at.getTime() - other.taken_at.getTime());
      const early = inTime.filter((lease, index) => lease.taken_at <= (inTime[index - 1]?.until ?? new Date(0)));
      expect(early).toEqual([]);
    }
  }, 600_000);
});

test('visits go after their days; what a call took of them stays', async () => {
  await s.begin();
  await s.createPool(1);
  const one = await s.visit({ url: `${site}/?gclid=x` });
  const call = await s.outside.sandbox.generator.ring(one.number ?? '', '+15035550007', { kind: 'missed' });
  await pruneVisits(s.outside.server.services, new Date(Date.now() + 89 * 86_400_000));
  expect((await s.owner.call(dni.realTimeFeed)).meta.total).toBe(1);
  expect(await pruneVisits(s.outside.server.services, new Date(Date.now() + 91 * 86_400_000))).toBeGreaterThan(0);
  expect((await s.owner.call(dni.realTimeFeed)).meta.total).toBe(0);
  const { id } = await s.outside.server.owner.selectFrom('calls').select('id').where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
  expect((await s.owner.call(dni.callSource, { params: { callId: id } })).visitors).toMatchObject([{ activityId: null, source: 'Google Ads' }]);
});
