/** Meta Ads on the Graph API: consent that may be partial, pixels and conversions, events of clicks told once and explained, and what is told where Meta refuses or can't withdraw. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { metaAdsApp, metaPeople } from '#sandbox/ads/meta.ts';
import { tellEndings } from '#server/domains/integrations/endings.ts';
import { getGrant, openTokens } from '#server/domains/integrations/grants.ts';
import { revokeGrants } from '#server/domains/integrations/revoke.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { createMetaAds } from '#server/vendors/metaAds.ts';
import { listEnding, wireVersions } from '#server/vendors/versions.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';
import { createVendorStage } from './vendors.stage.ts';

const { integrations } = routes;
const [harbor, elmwood] = metaPeople;
const pixel = { businessManagerId: '6610001', accountId: '330001', pixelId: '880001' };
const dayMs = 86_400_000;
let s: DniStage;
const stage = createVendorStage(() => s, 'meta-ads');
const { refused, ended, mark, states, send, explained, readOne } = stage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(stage.begin);

const meta = () => s.outside.sandbox.metaAds;

/** Answers the consent page, and comes back; tells where ours leads. */
async function connect(account: string = harbor.id, change: (address: string) => string = (address) => address): Promise<string> {
  const { url } = await s.owner.call(integrations.metaAdsRedirect);
  return stage.comeBack(change(await stage.consent(url, { shows: 'business_management', account })));
}
type Choice = Partial<typeof pixel & { pixelName: string; businessManagerName: string; conversionId: string; events: ('call' | 'lead' | 'appointment')[] }>;
async function setUp(body: Choice = {}) {
  expect(await connect()).toBe(ended('connected'));
  const params = await stage.find();
  await s.owner.call(integrations.activateMetaAds, { params, body: { ...pixel, ...body } });
  return params;
}
/** A call of a visitor who came by a click; null: of nobody known. */
const insertCall = async (click: string | null, startedAt = new Date()) => (await stage.insertCall({ click, startedAt })).id;
const told = (callId: number) =>
  meta()
    .events()
    .filter(({ id }) => id.startsWith(`keyline-${callId}-`));

describe('a connection', () => {
  test('is made by consent, for 60 days, in the name of the person, without a token in any answer', async () => {
    const { id } = await setUp();
    const one = await readOne(id);
    expect(one).toMatchObject({
      provider: 'meta-ads',
      name: harbor.name,
      status: 'active',
      config: { ...pixel, pixelName: 'Harbor site', conversionId: null },
    });
    expect(JSON.stringify(one)).not.toMatch(/EAA/);
    const stored = await s.outside.server.owner.selectFrom('integrations').select(['company_id', 'secret']).where('id', '=', id).executeTakeFirstOrThrow();
    const tokens = openTokens(s.outside.server.services, stored);
    expect(tokens?.refreshToken).toBe(null);
    expect(tokens?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 59 * dayMs);
    expect(await refused(s.foreigner.refusal(integrations.oauthOne, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await connect(elmwood.id)).toBe(ended('other'));
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => meta().isInstalled(elmwood.id)).toBe(false);
  });

  test('that ends within a week is mailed once to who may reconnect it, and goes on for 60 days once they have', async () => {
    const { id } = await setUp();
    const { server } = s.outside;
    const agent = await server.worker(s.company, 'user');
    const mails: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => undefined };
    const tell = async () => {
      await tellEndings({ ...server.services, mailer });
      return mails.filter(({ text }) => text.includes(`/${stage.getSlug()}/integrations`));
    };
    expect(await tell()).toEqual([]);
    const ends_at = new Date(Date.now() + 6 * dayMs);
    await server.owner.updateTable('integrations').set({ ends_at }).where('id', '=', id).execute();
    expect(await readOne(id)).toMatchObject({ endsAt: ends_at.toISOString(), status: 'active' });
    await tell();
    const [mail, ...others] = await tell();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Meta Ads ends on \d{4}-\d\d-\d\d$/);
    expect(mail?.text).toContain(`as ${harbor.name}`);
    expect(mail?.to).not.toBe(agent.person.email);
    expect(await connect()).toBe(ended('connected'));
    const { endsAt } = await readOne(id);
    expect(Date.parse(endsAt ?? '')).toBeGreaterThan(Date.now() + 59 * dayMs);
    expect(await tell()).toHaveLength(1);
  });

  test('that is canceled, allowed in part, or not answered by Meta connects nothing', async () => {
    expect(await connect('')).toBe(ended('denied'));
    expect(await connect(`${harbor.id} partly`)).toBe(ended('refused'));
    expect(await connect(harbor.id, (address) => address.replace(/code=[^&]+/, 'code=of-nobody'))).toBe(ended('refused'));
    meta().failNext('token', 500);
    expect(await connect()).toBe(ended('silent'));
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('is refused in words on a server without an app at Meta', async () => {
    const bare = await startServer({ config: { metaAds: null } });
    try {
      const owner = await bare.worker(await bare.company(), 'owner');
      expect((await owner.call(integrations.oauth)).meta.providers).toContainEqual({ id: 'meta-ads', isSetUp: false });
      expect(await refused(owner.refusal(integrations.metaAdsRedirect))).toMatchObject({ status: 422, message: expect.stringContaining('META_ADS_APP_ID') });
    } finally {
      await bare.close();
    }
  });
});

describe('what is chosen', () => {
  test('is refused in Meta’s words where the secret of this server is wrong, which is no reason to connect again', async () => {
    const { id } = await setUp();
    const { services } = s.outside.server;
    const grant = await getGrant(services, { membership: { companyId: s.company.id }, authUser: null }, 'meta-ads', id);
    const vendor = createMetaAds({ ...metaAdsApp, appSecret: 'of-nobody', baseUrl: services.config.metaAds?.baseUrl ?? null });
    await expect(vendor.listAccounts(grant?.accessToken ?? '', null)).rejects.toThrow('Meta refuses it: Invalid appsecret_proof');
    expect((await readOne(id)).status).toBe('active');
  });

  test('comes from the vendor in all pages, and each fault is told', async () => {
    expect(await connect()).toBe(ended('connected'));
    const { data } = await s.owner.call(integrations.oauth);
    const params = { id: data.find(({ provider }) => provider === 'meta-ads')?.id ?? 0 };
    const choices = (query: { businessManagerId?: string; accountId?: string }) => s.owner.call(integrations.metaAdsCredentials, { params, query });
    expect(await choices({})).toEqual({
      businessManagers: [
        { id: '6610001', name: 'Harbor Bikes' },
        { id: '6610002', name: 'Harbor Agency' },
      ],
      accounts: [],
      pixels: [],
      conversions: [],
    });
    expect((await choices({ businessManagerId: '6610001' })).accounts).toEqual([
      { id: '330001', name: 'Harbor Bikes ads', businessManagerId: '6610001' },
      { id: '330002', name: 'Harbor Rentals ads', businessManagerId: '6610001' },
    ]);
    expect((await choices({ businessManagerId: '6610002' })).accounts).toMatchObject([{ id: '330003' }]);
    expect(await choices({ accountId: '330001' })).toMatchObject({
      pixels: [
        { id: '880001', name: 'Harbor site' },
        { id: '880002', name: 'Harbor shop' },
      ],
      conversions: [
        { id: '990001', name: 'Good call', pixelId: '880001', eventName: 'GoodCall' },
        { id: '990002', eventName: null },
        { id: '990004', pixelId: '880002', eventName: 'Lead' },
      ],
    });
    const refuse = (query: { businessManagerId?: string; accountId?: string }) => refused(s.owner.refusal(integrations.metaAdsCredentials, { params, query }));
    expect(await refuse({ accountId: '330009' })).toMatchObject({ status: 422, message: expect.stringContaining('Missing permissions') });
    expect(await refuse({ businessManagerId: 'harbor' })).toMatchObject({ status: 422, field: 'businessManagerId' });
    meta().failNext('list', { code: 80_004 });
    expect(await refuse({})).toMatchObject({ status: 502, message: expect.stringContaining('slow down') });
    expect(await refused(s.foreigner.refusal(integrations.metaAdsCredentials, { params }))).toMatchObject({ status: 404 });
    const activate = (body: object) => refused(s.owner.refusal(integrations.activateMetaAds, { params, body: { ...pixel, ...body } }));
    expect(await activate({ pixelId: 'site' })).toMatchObject({ status: 422, field: 'pixel_id' });
    expect(await activate({ pixelId: '880003' })).toMatchObject({ status: 422, field: 'pixel_id', message: expect.stringContaining('no such pixel') });
    expect(await activate({ accountId: '330003' })).toMatchObject({ status: 422, field: 'account_id' });
    expect(await activate({ businessManagerId: '6610009' })).toMatchObject({ status: 422, message: expect.stringContaining('permissions') });
    expect(await activate({ conversionId: '990003' })).toMatchObject({ status: 422, field: 'conversion_id' });
    expect(await activate({ conversionId: '990004' })).toMatchObject({ status: 422, field: 'conversion_id' });
    expect(await activate({ conversionId: '990002' })).toMatchObject({ status: 422, field: 'conversion_id', message: expect.stringContaining('by its name') });
    expect(await activate({ pixelName: 'An old name' })).toMatchObject({ status: 422, field: 'pixel_name', message: expect.stringContaining('“Harbor site”') });
    expect(await activate({ businessManagerName: 'Another' })).toMatchObject({ status: 422, field: 'business_manager_name' });
    expect(await activate({ events: ['missed'] })).toMatchObject({ status: 422, field: 'events.0' });
    expect((await readOne(params.id)).status).toBe('connected');
    expect(await refused(s.owner.refusal(integrations.deactivateMetaAds, { params }))).toMatchObject({ status: 422 });
    expect(await refused(s.owner.refusal(integrations.syncMetaAds, { params }))).toMatchObject({ status: 422 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    for (const refusal of [
      reporter.refusal(integrations.metaAdsRedirect),
      reporter.refusal(integrations.metaAdsCredentials, { params }),
      reporter.refusal(integrations.activateMetaAds, { params, body: pixel }),
      reporter.refusal(integrations.syncMetaAds, { params }),
      reporter.refusal(integrations.deactivateMetaAds, { params }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 403 });
  });

  test('is changed by activating again: kinds that are not named stay, and names are Meta’s', async () => {
    const params = await setUp({ events: ['lead'], pixelName: 'Harbor site', businessManagerName: 'Harbor Bikes' });
    const again = await s.owner.call(integrations.activateMetaAds, { params, body: { ...pixel, conversionId: '990001' } });
    expect(again.config).toEqual({
      ...pixel,
      businessManagerName: 'Harbor Bikes',
      accountName: 'Harbor Bikes ads',
      pixelName: 'Harbor site',
      conversionId: '990001',
      conversionName: 'Good call',
      events: ['lead'],
    });
    expect(await s.owner.call(integrations.deactivateMetaAds, { params })).toMatchObject({ status: 'inactive', config: { conversionId: '990001' } });
    meta().failNext('list', 500);
    expect(await refused(s.owner.refusal(integrations.activateMetaAds, { params, body: pixel }))).toMatchObject({ status: 502 });
    expect((await readOne(params.id)).status).toBe('inactive');
  });
});

describe('a call', () => {
  test('of a click is told once with its lead, as standard events; one of no click is told nowhere, and no fault', async () => {
    const { id } = await setUp();
    const call = await insertCall('fbclid=IwAR2-Click');
    await s.outside.server.owner.updateTable('calls').set({ value: 40 }).where('id', '=', call).execute();
    await mark(call, { isLead: true });
    const other = await insertCall('gclid=of-another');
    const nobody = await insertCall(null);
    await send(id);
    await send(id);
    expect(told(call)).toMatchObject([
      { pixelId: pixel.pixelId, name: 'Contact', id: expect.stringContaining(`keyline-${call}-call-`), value: null, told: 1 },
      { name: 'Lead', id: expect.stringContaining(`keyline-${call}-lead-`), value: 40, told: 1 },
    ]);
    const visit = await s.outside.server.owner
      .selectFrom('dni_sessions')
      .innerJoin('calls', 'calls.dni_session_id', 'dni_sessions.id')
      .select('dni_sessions.started_at as at')
      .where('calls.id', '=', call)
      .executeTakeFirstOrThrow();
    expect(told(call)[0]?.click).toBe(`fb.1.${visit.at.getTime()}.IwAR2-Click`);
    expect([told(other), told(nobody)]).toEqual([[], []]);
    expect(await states()).toEqual(['call accepted', 'lead accepted', 'call withdrawn', 'call withdrawn']);
    expect(await explained(nobody, 'call')).toMatchObject({
      state: 'withdrawn',
      integrationName: 'Harbor site',
      reason: 'No click on an ad of Meta Ads led to this call',
    });
    expect(await readOne(id)).toMatchObject({ problem: null, conversions: { accepted: 2, refused: 0 } });
  });

  test('is told as the event that the chosen conversion counts; unticked it stays at Meta, which is said, and is told no second time', async () => {
    const { id } = await setUp({ events: ['lead'], conversionId: '990001' });
    const call = await insertCall('fbclid=IwAR-stays');
    await mark(call, { isLead: true });
    await send(id);
    expect(told(call)).toMatchObject([{ name: 'GoodCall', told: 1 }]);
    await mark(call, { isLead: false });
    expect((await explained(call, 'lead'))?.reason).toContain('Meta can’t withdraw');
    await send(id);
    expect(await explained(call, 'lead')).toMatchObject({ state: 'accepted', reason: expect.stringContaining('stays there') });
    await mark(call, { isLead: true });
    await send(id);
    expect(told(call)).toMatchObject([{ told: 1 }]);
  });

  test('whose answer was lost is asked again and counts once; Meta’s refusal is told in its words, and sent again when a person says so', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall('fbclid=IwAR-lost');
    await mark(call, { isLead: true });
    meta().failNext('events', 'cut');
    await send(id);
    await expect.poll(() => explained(call, 'lead')).toMatchObject({ state: 'held', reason: 'Meta didn’t answer' });
    await send(id);
    expect([await states(), told(call).map((each) => each.told)]).toEqual([['lead accepted'], [2]]);
    const bad = await insertCall('fbc=not-a-cookie');
    await mark(bad, { isLead: true });
    await send(id);
    expect(await explained(bad, 'lead')).toMatchObject({ state: 'refused', reason: 'Meta refuses it: The fbc of this event is not valid.' });
    expect((await readOne(id)).problem).toContain('is not valid');
    expect(await refused(s.owner.refusal(integrations.resendOAuth, { params: { id }, body: { count: 2 } }))).toMatchObject({ status: 409 });
    expect((await s.owner.call(integrations.resendOAuth, { params: { id }, body: { count: 1 } })).conversions).toMatchObject({ refused: 0 });
  });

  test('goes with others by one request; the one that Meta refuses is refused alone', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const leads: number[] = [];
    for (const click of ['fbclid=first', 'fbc=not-a-cookie', 'fbclid=third', 'fbclid=fourth', 'fbclid=fifth']) leads.push(await insertCall(click));
    for (const call of leads) await mark(call, { isLead: true });
    const before = meta().countRequests('events');
    await send(id);
    // All five, then halves: three with the bad one and two, two with it and one, each of the two.
    expect(meta().countRequests('events') - before).toBe(7);
    expect(await states()).toEqual(['lead accepted', 'lead refused', 'lead accepted', 'lead accepted', 'lead accepted']);
    expect(leads.map((call) => told(call).map((each) => each.told))).toEqual([[1], [], [1], [1], [1]]);
    expect(await explained(leads[1] ?? 0, 'lead')).toMatchObject({ reason: 'Meta refuses it: The fbc of this event is not valid.' });
  });

  test('is synced on request; one that is too old, or marked too late, is not sent', async () => {
    const params = await setUp({ events: ['call', 'lead'] });
    expect(await s.owner.call(integrations.syncMetaAds, { params })).toMatchObject({ data: [], meta: { total: 0 } });
    const call = await insertCall('fbclid=IwAR-sync');
    const old = await insertCall('fbclid=IwAR-old', new Date(Date.now() - 8 * dayMs));
    await mark(old, { isLead: true });
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ attempts: 3, due_at: new Date(Date.now() + 600_000) })
      .where('company_id', '=', s.company.id)
      .execute();
    expect(await s.owner.call(integrations.syncMetaAds, { params })).toEqual({
      data: [
        { callId: call, kind: 'call', state: 'accepted', reason: null },
        { callId: old, kind: 'call', state: 'refused', reason: 'Older than 7 days, so it wasn’t sent' },
        { callId: old, kind: 'lead', state: 'refused', reason: 'The call is older than 7 days. Meta takes no older events.' },
      ],
      meta: { total: 3, accepted: 1, waiting: 0 },
    });
    expect(told(old)).toEqual([]);
    expect(await refused(s.foreigner.refusal(integrations.syncMetaAds, { params }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.activateMetaAds, { params, body: pixel }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.deactivateMetaAds, { params }))).toMatchObject({ status: 404 });
  });

  test('waits while the grant is gone, and leaves once it is connected again; deleted, the grant goes back', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall('fbclid=IwAR-gone');
    meta().revoke(harbor.id);
    await mark(call, { isLead: true });
    await send(id);
    expect(await readOne(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('190') });
    expect(await refused(s.owner.refusal(integrations.metaAdsCredentials, { params: { id } }))).toMatchObject({ status: 422 });
    expect(await states()).toEqual(['lead held']);
    expect(await connect()).toBe(ended('connected'));
    await send(id);
    expect([await states(), told(call).length]).toEqual([['lead accepted'], 1]);
    // Other companies of this run are connected by the person, too: the grant stays as long as one is.
    await s.outside.server.owner.deleteFrom('integrations').where('provider', '=', 'meta-ads').where('id', '<>', id).execute();
    await s.owner.call(integrations.deleteOAuth, { params: { id } });
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => meta().isInstalled(harbor.id)).toBe(false);
  });
});

test('a version of Meta’s wire is told of 60 days before it ends, and Meta’s own places are asked where no other is set', async () => {
  const end = Date.parse(wireVersions.metaAds.endsOn);
  expect(listEnding(new Date(end - 61 * dayMs))).not.toContainEqual(expect.stringContaining('Meta Marketing API'));
  expect(listEnding(new Date(end - 59 * dayMs))).toContainEqual(expect.stringContaining('Meta Marketing API v26.0 ends on'));
  const vendor = createMetaAds({ appId: 'c', appSecret: 's', baseUrl: null });
  const url = new URL(vendor.createAuthorizeUrl({ state: 'a', redirectUri: 'https://keyline.example/oauth/meta-ads/return', challenge: null }));
  expect([url.origin, url.pathname, url.searchParams.get('scope')]).toEqual([
    'https://www.facebook.com',
    '/v26.0/dialog/oauth',
    'ads_management,business_management',
  ]);
  await expect(vendor.refresh('none')).rejects.toThrow('Meta renews no connection');
});
