/** Microsoft Ads on Microsoft's wires: consent and rotating tokens, manager accounts, goals that need two hours, conversions of clicks told once and retracted, and what is told where Microsoft refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { microsoftAdsApp, microsoftPeople } from '#sandbox/ads/microsoft.ts';
import { getGrant, openTokens, sealTokens } from '#server/domains/integrations/grants.ts';
import { revokeGrants } from '#server/domains/integrations/revoke.ts';
import { createMicrosoftAds } from '#server/vendors/microsoftAds.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';
import { createVendorStage } from './vendors.stage.ts';

const { integrations } = routes;
const [harbor, elmwood, reader] = microsoftPeople;
const bikes = { managerAccountId: '1500001', accountId: '180001' };
const rentals = { managerAccountId: '1500002', accountId: '180003' };
const linked = { managerAccountId: '1500002', accountId: '180004' };
let s: DniStage;
const stage = createVendorStage(() => s, 'microsoft-ads');
const { refused, ended, mark, states, send, explained, readOne } = stage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(stage.begin);

const microsoft = () => s.outside.sandbox.microsoftAds;

/** Answers the consent page, and comes back; tells where ours leads. */
async function connect(account: string = harbor.id, change: (address: string) => string = (address) => address): Promise<string> {
  const { url } = await s.owner.call(integrations.microsoftAdsRedirect);
  return stage.comeBack(change(await stage.consent(url, { shows: 'msads.manage', account })));
}
interface Choice {
  readonly managerAccountId?: string;
  readonly accountId: string;
  readonly events?: ('call' | 'lead' | 'appointment')[];
}
async function setUp(body: Choice = bikes) {
  expect(await connect()).toBe(ended('connected'));
  const params = await stage.find();
  await s.owner.call(integrations.activateMicrosoftAds, { params, body });
  return params;
}
/** Lets the two hours pass, both at Microsoft and here. */
async function age(id: number, accountId: string) {
  microsoft().ageGoals(accountId);
  const { owner } = s.outside.server;
  const { settings } = await owner.selectFrom('integrations').select('settings').where('id', '=', id).executeTakeFirstOrThrow();
  await owner
    .updateTable('integrations')
    .set({ settings: JSON.stringify({ ...settings, readyAt: new Date(Date.now() - 1_000).toISOString() }) })
    .where('id', '=', id)
    .execute();
}
async function setUpReady(body: Choice = bikes) {
  const params = await setUp(body);
  await age(params.id, body.accountId);
  return params;
}
/** A call of a visitor who came by a click; null: of nobody known. */
const insertCall = async (click: string | null, startedAt = new Date()) => (await stage.insertCall({ click, startedAt })).id;
const told = (click: string) =>
  microsoft()
    .conversions()
    .filter((each) => each.click === click);
const tokenOf = async (id: number) =>
  (await getGrant(s.outside.server.services, { membership: { companyId: s.company.id }, authUser: null }, 'microsoft-ads', id))?.accessToken ?? '';
/** Where this server asks, spoken with another secret or token. */
const speakAs = (other: { readonly clientSecret?: string; readonly developerToken?: string }) =>
  createMicrosoftAds({ ...microsoftAdsApp, ...other, baseUrl: s.outside.server.services.config.microsoftAds?.baseUrl ?? null });

describe('a connection', () => {
  test('is made by consent, in the name of the person, without a token in any answer', async () => {
    const { id } = await setUp();
    const one = await readOne(id);
    expect(one).toMatchObject({ provider: 'microsoft-ads', name: harbor.email, status: 'active', config: { ...bikes, accountName: 'Harbor Bikes' } });
    expect(JSON.stringify(one)).not.toMatch(/EwB\.|M\.C5/);
    expect(await refused(s.foreigner.refusal(integrations.oauthOne, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await connect(elmwood.id)).toBe(ended('other'));
    await s.owner.call(integrations.deleteOAuth, { params: { id } });
    await revokeGrants(s.outside.server.services);
    const kept = s.outside.server.owner.selectFrom('oauth_revocations').select('id').where('company_id', '=', s.company.id);
    await expect.poll(async () => (await kept.execute()).length).toBe(0);
  });

  test('that is canceled, not lasting, of a person who buys no ads, or not answered connects nothing', async () => {
    expect(await connect('')).toBe(ended('denied'));
    expect(await connect(`${harbor.id} once`)).toBe(ended('refused'));
    expect(await connect(reader.id)).toBe(ended('refused'));
    expect(await connect(harbor.id, (address) => address.replace(/code=[^&]+/, 'code=of-nobody'))).toBe(ended('refused'));
    microsoft().failNext('token', 500);
    expect(await connect()).toBe(ended('silent'));
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('is renewed with a refresh token that rotates; a secret of this server that expired is no reason to connect again', async () => {
    const { id } = await setUp();
    const before = await tokenOf(id);
    const { owner } = s.outside.server;
    const renewed = async () => {
      // As if its hour were over.
      const { secret } = await owner.selectFrom('integrations').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
      const tokens = openTokens(s.outside.server.services, { company_id: s.company.id, secret });
      if (tokens === null) throw new Error('No tokens');
      const sealed = sealTokens(s.outside.server.services, s.company.id, { ...tokens, expiresAt: new Date(Date.now() - 1_000) });
      await owner.updateTable('integrations').set({ secret: sealed }).where('id', '=', id).execute();
      return { token: await tokenOf(id), refreshToken: tokens.refreshToken ?? '' };
    };
    const first = await renewed();
    const second = await renewed();
    expect(new Set([before, first.token, second.token]).size).toBe(3);
    expect(first.refreshToken).not.toBe(second.refreshToken);
    await expect(speakAs({}).refresh(first.refreshToken)).rejects.toThrow('expired or was removed at Microsoft (invalid_grant)');
    await expect(speakAs({ clientSecret: 'expired' }).refresh(second.refreshToken)).rejects.toThrow('MICROSOFT_ADS_CLIENT_SECRET');
    expect((await readOne(id)).status).toBe('active');
  });

  test('is refused in words on a server without a client at Microsoft', async () => {
    const bare = await startServer({ config: { microsoftAds: null } });
    try {
      const owner = await bare.worker(await bare.company(), 'owner');
      expect((await owner.call(integrations.oauth)).meta.providers).toContainEqual({ id: 'microsoft-ads', isSetUp: false });
      expect(await refused(owner.refusal(integrations.microsoftAdsRedirect))).toMatchObject({
        status: 422,
        message: expect.stringContaining('MICROSOFT_ADS_DEVELOPER_TOKEN'),
      });
    } finally {
      await bare.close();
    }
  });
});

describe('what is chosen', () => {
  test('comes from the vendor with its manager accounts, and each fault is told', async () => {
    expect(await connect()).toBe(ended('connected'));
    const params = { id: (await s.owner.call(integrations.oauth)).data[0]?.id ?? 0 };
    const credentials = (query = {}) => s.owner.call(integrations.microsoftAdsCredentials, { params, query });
    // The inactive account is left out.
    expect(await credentials()).toEqual({
      managerAccounts: [
        { id: '1500001', name: 'Harbor Bikes' },
        { id: '1500002', name: 'Harbor Agency' },
      ],
      accounts: [
        { id: '180001', name: 'Harbor Bikes', managerAccountId: '1500001' },
        { id: '180003', name: 'Harbor Rentals', managerAccountId: '1500002' },
      ],
    });
    // A manager reaches an account of another, too.
    expect((await credentials({ managerAccountId: '1500002' })).accounts).toEqual([
      { id: '180003', name: 'Harbor Rentals', managerAccountId: '1500002' },
      { id: '180004', name: 'Elmwood', managerAccountId: '1500002' },
    ]);
    expect(await refused(s.foreigner.refusal(integrations.microsoftAdsCredentials, { params }))).toMatchObject({ status: 404 });
    microsoft().failNext('accounts', 429);
    expect(await refused(s.owner.refusal(integrations.microsoftAdsCredentials, { params }))).toMatchObject({
      status: 502,
      message: expect.stringContaining('slow down'),
    });
    const activate = (body: object) => refused(s.owner.refusal(integrations.activateMicrosoftAds, { params, body: { ...bikes, ...body } }));
    expect(await activate({ accountId: 'harbor' })).toMatchObject({ status: 422, field: 'account_id' });
    expect(await activate({ accountId: '180002' })).toMatchObject({ status: 422, field: 'account_id' });
    expect(await activate({ managerAccountId: '1500002' })).toMatchObject({ status: 422, field: 'account_id' });
    expect(await activate({ managerAccountId: '1500003' })).toMatchObject({ status: 422, message: expect.stringContaining('InvalidAccountId') });
    expect(await activate({ accountName: 'Another shop' })).toMatchObject({
      status: 422,
      field: 'account_name',
      message: expect.stringContaining('“Harbor Bikes”'),
    });
    expect(await activate({ managerAccountName: 'Another agency' })).toMatchObject({ status: 422, field: 'manager_account_name' });
    expect(await activate({ events: ['missed'] })).toMatchObject({ status: 422, field: 'events.0' });
    expect(await refused(s.owner.refusal(integrations.deactivateMicrosoftAds, { params }))).toMatchObject({ status: 422 });
    expect(await refused(s.owner.refusal(integrations.syncMicrosoftAds, { params }))).toMatchObject({ status: 422 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    for (const refusal of [
      reporter.refusal(integrations.microsoftAdsRedirect),
      reporter.refusal(integrations.microsoftAdsCredentials, { params }),
      reporter.refusal(integrations.activateMicrosoftAds, { params, body: bikes }),
      reporter.refusal(integrations.syncMicrosoftAds, { params }),
      reporter.refusal(integrations.deactivateMicrosoftAds, { params }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 403 });
  });

  test('has a goal of each kind, made once under a name of its own; its manager account is found where none is named', async () => {
    microsoft().removeGoals(rentals.accountId);
    const params = await setUp({ accountId: rentals.accountId, events: ['lead'] });
    const goals = () =>
      microsoft()
        .goals(rentals.accountId)
        .map(({ name, category }) => [name, category]);
    const made = [
      ['Keyline call (180003)', 'Contact'],
      ['Keyline lead (180003)', 'SubmitLeadForm'],
      ['Keyline appointment (180003)', 'BookAppointment'],
    ];
    expect(goals()).toEqual(made);
    const names = { accountName: 'Harbor Rentals', managerAccountName: 'Harbor Agency' };
    const again = await s.owner.call(integrations.activateMicrosoftAds, { params, body: { ...rentals, ...names } });
    // Kinds that are not named stay as they were.
    expect(again.config).toEqual({ ...rentals, ...names, events: ['lead'] });
    expect(goals()).toEqual(made);
    expect(await s.owner.call(integrations.deactivateMicrosoftAds, { params })).toMatchObject({ status: 'inactive', config: rentals });
    microsoft().pauseGoal(rentals.accountId, 'Keyline lead (180003)');
    expect(await refused(s.owner.refusal(integrations.activateMicrosoftAds, { params, body: rentals }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('“Keyline lead (180003)” is paused'),
    });
    microsoft().removeGoals(rentals.accountId);
    microsoft().failNext('addGoals', 500);
    expect(await refused(s.owner.refusal(integrations.activateMicrosoftAds, { params, body: rentals }))).toMatchObject({ status: 502 });
    expect((await readOne(params.id)).status).toBe('inactive');
  });

  test('is refused in Microsoft’s words where the token of this server is wrong, which is no reason to connect again', async () => {
    const token = await tokenOf((await setUp()).id);
    await expect(speakAs({ developerToken: 'of-nobody' }).listAccounts(token, null)).rejects.toThrow('Microsoft refuses this server: UserIsNotAuthorized');
    await expect(speakAs({}).listAccounts('of-nobody', null)).rejects.toThrow('no longer takes the connection');
    microsoft().expireTokens(harbor.id);
    await expect(speakAs({}).listAccounts(token, null)).rejects.toThrow('AuthenticationTokenExpired');
  });
});

describe('a call', () => {
  test('of a click is told once with its lead, under its manager account; one of no click is told nowhere, and no fault', async () => {
    const { id } = await setUpReady(linked);
    const call = await insertCall('msclkid=once');
    await s.outside.server.owner.updateTable('calls').set({ value: 120 }).where('id', '=', call).execute();
    await mark(call, { isLead: true });
    const other = await insertCall('gclid=of-another');
    const nobody = await insertCall(null);
    await send(id);
    await send(id);
    expect(told('once')).toMatchObject([
      { goalName: 'Keyline call (180004)', accountId: linked.accountId, value: null, told: 1 },
      { goalName: 'Keyline lead (180004)', value: 120, told: 1 },
    ]);
    expect(told('of-another')).toEqual([]);
    expect(await states()).toEqual(['call accepted', 'lead accepted', 'call withdrawn', 'call withdrawn']);
    expect(await explained(other, 'call')).toMatchObject({ state: 'withdrawn', reason: 'No click on an ad of Microsoft Ads led to this call' });
    expect(await explained(nobody, 'call')).toMatchObject({ state: 'withdrawn' });
    expect(await readOne(id)).toMatchObject({ problem: null, conversions: { accepted: 2, refused: 0 } });
  });

  test('waits until Microsoft knows its click, and until its goals are two hours old', async () => {
    microsoft().removeGoals(bikes.accountId);
    const params = await setUp({ ...bikes, events: ['call'] });
    const call = await insertCall('msclkid=early');
    const other = await insertCall('gclid=early');
    const dueIn = async (callId: number) => Date.parse((await explained(callId, 'call'))?.dueAt ?? '') - Date.now();
    expect(await dueIn(call)).toBeGreaterThan(58 * 60_000);
    expect(await dueIn(other)).toBeLessThan(60_000);
    await send(params.id);
    const waits = { state: 'held', reason: 'Microsoft takes conversions of a new goal from two hours after it was made' };
    expect([await explained(call, 'call'), told('early')]).toEqual([expect.objectContaining(waits), []]);
    // Activated again, the goals are no older.
    await s.owner.call(integrations.activateMicrosoftAds, { params, body: bikes });
    await send(params.id);
    expect([await explained(call, 'call'), told('early')]).toEqual([expect.objectContaining(waits), []]);
    // Microsoft's own clock counts as well.
    await s.outside.server.owner
      .updateTable('integrations')
      .set({
        settings: JSON.stringify({
          managerId: '1500001',
          accountId: '180001',
          accountName: 'Harbor Bikes',
          isSeparate: true,
          actionIds: { call: 'Keyline call (180001)', lead: '', appointment: '' },
        }),
      })
      .where('id', '=', params.id)
      .execute();
    await send(params.id);
    expect([await explained(call, 'call'), told('early')]).toEqual([expect.objectContaining(waits), []]);
    microsoft().ageGoals(bikes.accountId);
    await send(params.id);
    expect(told('early')).toHaveLength(1);
  });

  test('that is unticked is retracted, and ticked again it counts anew, at another time', async () => {
    const { id } = await setUpReady({ ...bikes, events: ['lead', 'appointment'] });
    const call = await insertCall('msclkid=marked');
    await mark(call, { isLead: true, isAppointment: true });
    await send(id);
    expect(told('marked')).toMatchObject([{ goalName: 'Keyline lead (180001)' }, { goalName: 'Keyline appointment (180001)' }]);
    await mark(call, { isLead: false });
    expect((await explained(call, 'lead'))?.reason).toContain('being retracted');
    microsoft().failNext('adjust', 500);
    await send(id);
    await send(id);
    await expect.poll(states).toEqual(['lead withdrawn', 'appointment accepted']);
    expect(told('marked').map(({ isRetracted }) => isRetracted)).toEqual([true, false]);
    expect((await explained(call, 'lead'))?.reason).toContain('was retracted');
    await mark(call, { isLead: true });
    await send(id);
    const leads = told('marked').filter(({ goalName }) => goalName.startsWith('Keyline lead'));
    expect(leads).toMatchObject([
      { isRetracted: true, told: 1 },
      { isRetracted: false, told: 1 },
    ]);
    expect(await states()).toEqual(['lead accepted', 'appointment accepted']);
    // What Microsoft no longer retracts is said.
    microsoft().removeGoals(bikes.accountId);
    await mark(call, { isLead: false });
    await send(id);
    expect(await explained(call, 'lead')).toMatchObject({
      state: 'accepted',
      reason: expect.stringContaining('It stopped counting. Microsoft refuses it: OfflineConversionNameInvalid'),
    });
  });

  test('whose answer was lost is asked again and counts once; Microsoft’s refusal is told in its words, and sent again when a person says so', async () => {
    const { id } = await setUpReady({ ...bikes, events: ['lead'] });
    const call = await insertCall('msclkid=lost');
    await mark(call, { isLead: true });
    microsoft().failNext('apply', 'cut');
    await send(id);
    await expect.poll(() => explained(call, 'lead')).toMatchObject({ state: 'held', reason: 'Microsoft didn’t answer' });
    await send(id);
    expect([await states(), told('lost').map((each) => each.told)]).toEqual([['lead accepted'], [2]]);
    const bad = await insertCall('msclkid=bad-click');
    await mark(bad, { isLead: true });
    await send(id);
    expect(await explained(bad, 'lead')).toMatchObject({
      state: 'refused',
      reason: 'Microsoft refuses it: OfflineConversionMicrosoftClickIdInvalid: The Microsoft click ID is invalid.',
    });
    expect((await readOne(id)).problem).toContain('ClickIdInvalid');
    expect(await refused(s.owner.refusal(integrations.resendOAuth, { params: { id }, body: { count: 2 } }))).toMatchObject({ status: 409 });
    expect((await s.owner.call(integrations.resendOAuth, { params: { id }, body: { count: 1 } })).conversions).toMatchObject({ refused: 0 });
  });

  test('goes with others by one request; the one that Microsoft refuses is refused alone', async () => {
    const { id } = await setUpReady({ ...bikes, events: ['lead'] });
    const clicks = ['joint-1', 'bad-2', 'joint-3'];
    for (const click of clicks) await mark(await insertCall(`msclkid=${click}`), { isLead: true });
    const before = microsoft().countRequests('apply');
    await send(id);
    expect(microsoft().countRequests('apply') - before).toBe(1);
    expect(await states()).toEqual(['lead accepted', 'lead refused', 'lead accepted']);
    expect(clicks.map((click) => told(click).map((each) => each.told))).toEqual([[1], [], [1]]);
  });

  test('is synced on request; one that is too old is not sent', async () => {
    const params = await setUpReady({ ...bikes, events: ['call'] });
    expect(await s.owner.call(integrations.syncMicrosoftAds, { params })).toMatchObject({ data: [], meta: { total: 0 } });
    const call = await insertCall('msclkid=synced');
    const old = await insertCall('msclkid=old', new Date(Date.now() - 15 * 86_400_000));
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ attempts: 3, due_at: new Date(Date.now() + 600_000) })
      .where('company_id', '=', s.company.id)
      .execute();
    expect(await s.owner.call(integrations.syncMicrosoftAds, { params })).toEqual({
      data: [
        { callId: call, kind: 'call', state: 'accepted', reason: null },
        { callId: old, kind: 'call', state: 'refused', reason: 'Older than 14 days, so it wasn’t sent' },
      ],
      meta: { total: 2, accepted: 1, waiting: 0 },
    });
    expect(await refused(s.foreigner.refusal(integrations.syncMicrosoftAds, { params }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.activateMicrosoftAds, { params, body: bikes }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(integrations.deactivateMicrosoftAds, { params }))).toMatchObject({ status: 404 });
  });

  test('waits while the grant is gone, and leaves once it is connected again', async () => {
    const { id } = await setUpReady({ ...bikes, events: ['lead'] });
    const call = await insertCall('msclkid=gone');
    microsoft().remove(harbor.id);
    await mark(call, { isLead: true });
    await send(id);
    expect(await readOne(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('InvalidCredentials') });
    expect(await refused(s.owner.refusal(integrations.microsoftAdsCredentials, { params: { id } }))).toMatchObject({ status: 422 });
    expect(await states()).toEqual(['lead held']);
    expect(await connect()).toBe(ended('connected'));
    await send(id);
    expect([await states(), told('gone').length]).toEqual([['lead accepted'], 1]);
  });
});

test('Microsoft’s own places are asked where no other is set', () => {
  const vendor = createMicrosoftAds({ clientId: 'c', clientSecret: 's', developerToken: 't', baseUrl: null });
  const url = new URL(vendor.createAuthorizeUrl({ state: 'a', redirectUri: 'https://keyline.example/oauth/microsoft-ads/return', challenge: 'b'.repeat(43) }));
  expect([url.origin, url.searchParams.get('scope'), url.searchParams.get('code_challenge_method')]).toEqual([
    'https://login.microsoftonline.com',
    'https://ads.microsoft.com/msads.manage offline_access',
    'S256',
  ]);
});
