/** Google Ads on Google's wires: consent that may be partial, accounts and managers, conversions of clicks told once, restated and explained, and what is told where Google refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { googleAdsApp, googlePeople } from '#sandbox/ads/google.ts';
import { getGrant } from '#server/domains/integrations/grants.ts';
import { revokeGrants } from '#server/domains/integrations/revoke.ts';
import { sendConversions } from '#server/domains/integrations/send.ts';
import { createGoogleAds } from '#server/vendors/googleAds.ts';
import { listEnding, wireVersions } from '#server/vendors/versions.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';
import { createVendorStage } from './vendors.stage.ts';

const { integrations } = routes;
const [harbor, elmwood] = googlePeople;
const customerId = '1112223333';
const rentals = { managerCustomerId: '9990001111', customerId: '9990002222' };
let s: DniStage;
const stage = createVendorStage(() => s, 'google-ads');
const { refused, ended, mark, states, send, explained, readOne } = stage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(stage.begin);

const google = () => s.outside.sandbox.googleAds;

/** Answers the consent page, and comes back; tells where ours leads. */
async function connect(account: string = harbor.sub, change: (address: string) => string = (address) => address): Promise<string> {
  const { url } = await s.owner.call(integrations.googleAdsRedirect);
  return stage.comeBack(change(await stage.consent(url, { shows: 'auth/datamanager', account })));
}
async function setUp(
  body: Partial<{ managerCustomerId: string; customerId: string; createSeparateActions: boolean; events: ('call' | 'lead' | 'appointment')[] }> = {},
) {
  expect(await connect()).toBe(ended('connected'));
  const params = await stage.find();
  await s.owner.call(integrations.activateGoogleAds, { params, body: { customerId, ...body } });
  return params;
}
/** A call of a visitor who came by a click; null: of nobody known. */
const insertCall = async (click: string | null, startedAt = new Date()) => (await stage.insertCall({ click, startedAt })).id;
const conversions = () => s.outside.server.owner.updateTable('conversions').where('company_id', '=', s.company.id);
/** Lets the time come in which Google is asked what it did. */
async function confirm(integrationId: number): Promise<void> {
  await conversions()
    .set({ confirm_at: new Date(Date.now() - 1_000) })
    .where('confirm_at', 'is not', null)
    .execute();
  await sendConversions(s.outside.server.services, { companyId: s.company.id, integrationId });
}
const told = (callId: number) =>
  google()
    .conversions()
    .filter(({ transactionId }) => transactionId.startsWith(`keyline-${callId}-`));

describe('a connection', () => {
  test('is made by consent, in the name of the person, without a token in any answer', async () => {
    const { id } = await setUp();
    const one = await readOne(id);
    expect(one).toMatchObject({ provider: 'google-ads', name: harbor.email, status: 'active', config: { customerName: 'Harbor Bikes' } });
    expect(JSON.stringify(one)).not.toMatch(/ya29|1\/\//);
    expect(await refused(s.foreigner.refusal(integrations.oauthOne, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await connect(elmwood.sub)).toBe(ended('other'));
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => google().isInstalled(elmwood.sub)).toBe(false);
  });

  test('that is canceled, allowed in part, or not answered by Google connects nothing', async () => {
    expect(await connect('')).toBe(ended('denied'));
    expect(await connect(`${harbor.sub} partly`)).toBe(ended('refused'));
    expect(await connect(harbor.sub, (address) => address.replace(/code=[^&]+/, 'code=of-nobody'))).toBe(ended('refused'));
    google().failNext('token', 500);
    expect(await connect()).toBe(ended('silent'));
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('is refused in words on a server without a client at Google', async () => {
    const bare = await startServer({ config: { googleAds: null } });
    try {
      const owner = await bare.worker(await bare.company(), 'owner');
      expect((await owner.call(integrations.oauth)).meta.providers).toContainEqual({ id: 'google-ads', isSetUp: false });
      expect(await refused(owner.refusal(integrations.googleAdsRedirect))).toMatchObject({
        status: 422,
        message: expect.stringContaining('GOOGLE_ADS_DEVELOPER_TOKEN'),
      });
    } finally {
      await bare.close();
    }
  });
});

describe('what is chosen', () => {
  test('is refused in Google’s words where the token of this server is wrong, which is no reason to connect again', async () => {
    const { id } = await setUp();
    const { services } = s.outside.server;
    const grant = await getGrant(services, { membership: { companyId: s.company.id }, authUser: null }, 'google-ads', id);
    const vendor = createGoogleAds({ ...googleAdsApp, developerToken: 'of-nobody', baseUrl: services.config.googleAds?.baseUrl ?? null });
    await expect(vendor.listAccounts(grant?.accessToken ?? '', null)).rejects.toThrow('Google refuses this server: The developer token is not valid.');
    await expect(vendor.listAccounts('of-nobody', null)).rejects.toThrow('no longer takes the connection');
  });

  test('comes from the vendor with its managers, and each fault is told', async () => {
    expect(await connect()).toBe(ended('connected'));
    const params = { id: (await s.owner.call(integrations.oauth)).data[0]?.id ?? 0 };
    const credentials = (query = {}) => s.owner.call(integrations.googleAdsCredentials, { params, query });
    // The closed account is left out.
    expect(await credentials()).toEqual({
      managers: [{ id: '9990001111', name: 'Harbor Agency' }],
      customers: [{ id: customerId, name: 'Harbor Bikes', managerId: null }],
    });
    expect((await credentials({ managerCustomerId: '9990001111' })).customers.map(({ name }) => name)).toEqual(['Harbor Rentals', 'Harbor Repairs']);
    expect(await refused(s.foreigner.refusal(integrations.googleAdsCredentials, { params }))).toMatchObject({ status: 404 });
    google().failNext('accounts', 429);
    expect(await refused(s.owner.refusal(integrations.googleAdsCredentials, { params }))).toMatchObject({
      status: 502,
      message: expect.stringContaining('slow down'),
    });
    const activate = (body: object) => refused(s.owner.refusal(integrations.activateGoogleAds, { params, body: { customerId, ...body } }));
    expect(await activate({ customerId: 'harbor' })).toMatchObject({ status: 422, field: 'customer_id' });
    expect(await activate({ customerId: '5556667777' })).toMatchObject({ status: 422, field: 'customer_id' });
    expect(await activate({ managerCustomerId: '9990001111' })).toMatchObject({ status: 422, field: 'customer_id' });
    expect(await activate({ managerCustomerId: '5556667777' })).toMatchObject({ status: 422, message: expect.stringContaining('permission') });
    expect(await activate({ events: ['missed'] })).toMatchObject({ status: 422, field: 'events.0' });
    expect(await refused(s.owner.refusal(integrations.deactivateGoogleAds, { params }))).toMatchObject({ status: 422 });
    expect(await refused(s.owner.refusal(integrations.syncGoogleAds, { params }))).toMatchObject({ status: 422 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    for (const refusal of [
      reporter.refusal(integrations.googleAdsRedirect),
      reporter.refusal(integrations.googleAdsCredentials, { params }),
      reporter.refusal(integrations.activateGoogleAds, { params, body: { customerId } }),
      reporter.refusal(integrations.syncGoogleAds, { params }),
      reporter.refusal(integrations.deactivateGoogleAds, { params }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 403 });
  });

  test('keeps its conversion actions where an activation leaves out whether they are separate', async () => {
    const params = await setUp({ createSeparateActions: true });
    const again = await s.owner.call(integrations.activateGoogleAds, { params, body: { customerId } });
    expect(again.config.createSeparateActions).toBe(true);
    const joined = await s.owner.call(integrations.activateGoogleAds, { params, body: { customerId, createSeparateActions: false } });
    expect(joined.config.createSeparateActions).toBe(false);
  });

  test('has one conversion action for all or one of each, found by name and made once', async () => {
    google().removeActions(rentals.customerId);
    const params = await setUp(rentals);
    const names = () =>
      google()
        .actions(rentals.customerId)
        .map(({ name }) => name);
    expect(names()).toEqual(['Keyline conversion']);
    const again = await s.owner.call(integrations.activateGoogleAds, { params, body: { ...rentals, createSeparateActions: true, events: ['lead'] } });
    expect(again.config).toMatchObject({ ...rentals, customerName: 'Harbor Rentals', createSeparateActions: true, events: ['lead'] });
    await s.owner.call(integrations.activateGoogleAds, { params, body: rentals });
    expect(names()).toEqual(['Keyline conversion', 'Keyline call', 'Keyline lead', 'Keyline appointment']);
    // Kinds that are not named stay as they were.
    expect((await readOne(params.id)).config.events).toEqual(['lead']);
    expect(await s.owner.call(integrations.deactivateGoogleAds, { params })).toMatchObject({ status: 'inactive', config: rentals });
    google().failNext('mutate', 500);
    google().removeActions(rentals.customerId);
    expect(await refused(s.owner.refusal(integrations.activateGoogleAds, { params, body: rentals }))).toMatchObject({ status: 502 });
    expect((await readOne(params.id)).status).toBe('inactive');
  });
});

describe('a call', () => {
  test('of a click is told once with its lead, under its manager; one of no click is told nowhere, and no fault', async () => {
    const { id } = await setUp({ ...rentals, createSeparateActions: true });
    const call = await insertCall('gclid=Cj0-click');
    await mark(call, { isLead: true });
    const other = await insertCall('msclkid=of-another');
    const nobody = await insertCall(null);
    await send(id);
    await send(id);
    expect(told(call)).toMatchObject([
      { actionName: 'Keyline call', customerId: rentals.customerId, click: 'gclid=Cj0-click', told: 1 },
      { actionName: 'Keyline lead', told: 1 },
    ]);
    expect([told(other), told(nobody)]).toEqual([[], []]);
    expect(await states()).toEqual(['call accepted', 'lead accepted', 'call withdrawn', 'call withdrawn']);
    expect(await explained(nobody, 'call')).toMatchObject({
      state: 'withdrawn',
      integrationName: 'Harbor Rentals',
      reason: 'No click on an ad of Google Ads led to this call',
    });
    expect(await readOne(id)).toMatchObject({ problem: null, conversions: { accepted: 2, refused: 0 } });
  });

  test('that is unticked is restated to zero, and ticked again it counts anew; a click of wbraid can’t be withdrawn', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall('gbraid=0AAA-click');
    await mark(call, { isLead: true });
    await send(id);
    expect(told(call)).toMatchObject([{ value: null, actionName: 'Keyline conversion', click: 'gbraid=0AAA-click' }]);
    await mark(call, { isLead: false });
    expect((await explained(call, 'lead'))?.reason).toContain('being set to zero');
    google().failNext('ingest', 500);
    await send(id);
    await send(id);
    await expect.poll(states).toEqual(['lead withdrawn']);
    expect(told(call)).toMatchObject([{ value: 0 }]);
    await mark(call, { isLead: true });
    await send(id);
    expect(told(call)).toMatchObject([{ value: null }]);
    const phone = await insertCall('wbraid=Cl-app-click');
    await mark(phone, { isLead: true });
    await send(id);
    await mark(phone, { isLead: false });
    await send(id);
    expect(await explained(phone, 'lead')).toMatchObject({ state: 'accepted', reason: expect.stringContaining('can’t withdraw') });
    expect(told(phone)).toMatchObject([{ value: null, told: 1 }]);
    await mark(phone, { isLead: true });
    expect(await explained(phone, 'lead')).toMatchObject({ state: 'accepted', reason: null });
  });

  test('whose answer was lost is asked again and counts once; Google’s refusal is told in its words, and sent again when a person says so', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall('gclid=Cj0-lost');
    await mark(call, { isLead: true });
    google().failNext('ingest', 'cut');
    await send(id);
    await expect.poll(() => explained(call, 'lead')).toMatchObject({ state: 'held', reason: 'Google didn’t answer' });
    await send(id);
    expect([await states(), told(call).map((each) => each.told)]).toEqual([['lead accepted'], [2]]);
    const bad = await insertCall('gclid=bad-click');
    await mark(bad, { isLead: true });
    await send(id);
    expect(await explained(bad, 'lead')).toMatchObject({ state: 'refused', reason: 'Google refuses it: The gclid could not be decoded.' });
    expect((await readOne(id)).problem).toContain('could not be decoded');
    expect(await refused(s.owner.refusal(integrations.resendOAuth, { params: { id }, body: { count: 2 } }))).toMatchObject({ status: 409 });
    expect((await s.owner.call(integrations.resendOAuth, { params: { id }, body: { count: 1 } })).conversions).toMatchObject({ refused: 0 });
  });

  test('that Google took is asked about half an hour later: what it didn’t count is refused in its words, and can be sent again', async () => {
    const { id } = await setUp();
    const good = await insertCall('gclid=good-to-count');
    const lost = await insertCall('gclid=unknown-to-google');
    await mark(good, { isLead: true });
    await mark(lost, { isLead: true });
    await send(id);
    expect(await explained(lost, 'lead')).toMatchObject({ state: 'accepted', reason: 'Google Ads took it, and tells within a day whether it counts' });
    await confirm(id);
    // Google is still at it.
    expect(await explained(lost, 'lead')).toMatchObject({ state: 'accepted' });
    google().failNext('status', 503);
    await confirm(id);
    google().finish();
    // Google counted some of a request, and doesn’t say which: each is sent again by itself.
    await confirm(id);
    expect(await states()).toEqual(['call accepted', 'call accepted', 'lead accepted', 'lead accepted']);
    expect([...told(good), ...told(lost)].map(({ told: times }) => times)).toEqual([2, 2, 2, 2]);
    google().finish();
    await confirm(id);
    expect(await explained(good, 'lead')).toMatchObject({ state: 'accepted', reason: null });
    expect(await explained(lost, 'lead')).toMatchObject({ state: 'refused', reason: 'Google took it, and didn’t count it: click not found' });
    expect(await readOne(id)).toMatchObject({ problem: 'Google took it, and didn’t count it: click not found', conversions: { refused: 2, waiting: 0 } });
    await s.owner.call(integrations.resendOAuth, { params: { id }, body: { count: 2 } });
    await send(id);
    expect(await explained(lost, 'lead')).toMatchObject({ state: 'accepted' });
    expect(told(lost).map(({ told: times }) => times)).toEqual([3, 3]);
  });

  test('goes with others by one request; the one that Google refuses is refused alone', async () => {
    const { id } = await setUp({ events: ['lead'], createSeparateActions: true });
    const lead = async (click: string) => {
      const call = await insertCall(click);
      await mark(call, { isLead: true });
      return call;
    };
    const good = [await lead('gclid=first'), await lead('gbraid=second'), await lead('gclid=third')];
    const before = google().countRequests('ingest');
    await send(id);
    expect([google().countRequests('ingest') - before, good.map((call) => told(call).length)]).toEqual([1, [1, 1, 1]]);
    const mixed = [await lead('gclid=fourth'), await lead('gclid=bad-fifth'), await lead('gclid=sixth')];
    await send(id);
    expect((await states()).filter((state) => state !== 'lead accepted')).toEqual(['lead refused']);
    expect(await explained(mixed[1] ?? 0, 'lead')).toMatchObject({ reason: 'Google refuses it: The gclid could not be decoded.' });
    expect(mixed.map((call) => told(call).map((each) => each.told))).toEqual([[1], [], [1]]);
    google().finish();
    await confirm(id);
    expect(await explained(good[0] ?? 0, 'lead')).toMatchObject({ state: 'accepted', reason: null });
  });

  test('that is unticked while Google is at it is restated to zero, and asked about no more', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const callId = await insertCall('gclid=unknown-but-unticked');
    await mark(callId, { isLead: true });
    await send(id);
    await mark(callId, { isLead: false });
    google().finish();
    await confirm(id);
    expect(await states()).toEqual(['lead withdrawn']);
    expect(told(callId)).toMatchObject([{ value: 0 }]);
  });

  test('of which Google doesn’t know for a day is asked about no more', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const callId = await insertCall('gclid=never-told');
    await mark(callId, { isLead: true });
    await send(id);
    await conversions()
      .set({ sent_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await confirm(id);
    expect(await explained(callId, 'lead')).toMatchObject({ state: 'accepted', reason: null });
  });

  test('is synced on request; one that is too old is not sent', async () => {
    const params = await setUp({ events: ['call'] });
    expect(await s.owner.call(integrations.syncGoogleAds, { params })).toMatchObject({ data: [], meta: { total: 0 } });
    const call = await insertCall('gclid=Cj0-sync');
    const old = await insertCall('gclid=Cj0-old', new Date(Date.now() - 15 * 86_400_000));
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ attempts: 3, due_at: new Date(Date.now() + 600_000) })
      .where('company_id', '=', s.company.id)
      .execute();
    expect(await s.owner.call(integrations.syncGoogleAds, { params })).toEqual({
      data: [
        { callId: call, kind: 'call', state: 'accepted', reason: null },
        { callId: old, kind: 'call', state: 'refused', reason: 'Older than 14 days, so it wasn’t sent' },
      ],
      meta: { total: 2, accepted: 1, waiting: 0 },
    });
    expect(await refused(s.foreigner.refusal(integrations.syncGoogleAds, { params }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.activateGoogleAds, { params, body: { customerId } }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.deactivateGoogleAds, { params }))).toMatchObject({ status: 404 });
  });

  test('waits while the grant is gone, and leaves once it is connected again; deleted, the grant goes back', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall('gclid=Cj0-gone');
    google().revoke(harbor.sub);
    await mark(call, { isLead: true });
    await send(id);
    expect(await readOne(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('401') });
    expect(await refused(s.owner.refusal(integrations.googleAdsCredentials, { params: { id } }))).toMatchObject({ status: 422 });
    expect(await states()).toEqual(['lead held']);
    expect(await connect()).toBe(ended('connected'));
    await send(id);
    expect([await states(), told(call).length]).toEqual([['lead accepted'], 1]);
    // Other companies of this run are connected by the person, too: the grant stays as long as one is.
    await s.outside.server.owner.deleteFrom('integrations').where('provider', '=', 'google-ads').where('id', '<>', id).execute();
    await s.owner.call(integrations.deleteOAuth, { params: { id } });
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => google().isInstalled(harbor.sub)).toBe(false);
  });
});

test('a version of a wire is told of 60 days before it ends, and Google’s own places are asked where no other is set', () => {
  const end = Date.parse(wireVersions.googleAds.endsOn);
  expect(listEnding(new Date(end - 61 * 86_400_000))).not.toContainEqual(expect.stringContaining('Google Ads API'));
  expect(listEnding(new Date(end - 59 * 86_400_000))).toContainEqual(expect.stringContaining('Google Ads API v26 ends on'));
  const vendor = createGoogleAds({ clientId: 'c', clientSecret: 's', developerToken: 't', baseUrl: null });
  const url = new URL(vendor.createAuthorizeUrl({ state: 'a', redirectUri: 'https://keyline.example/oauth/google-ads/return', challenge: 'b'.repeat(43) }));
  expect([url.origin, url.searchParams.get('access_type'), url.searchParams.get('code_challenge_method')]).toEqual([
    'https://accounts.google.com',
    'offline',
    'S256',
  ]);
});
