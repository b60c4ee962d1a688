/** A lead CRM on HubSpot's wire: connecting by a return to the server, what is chosen, recorded, synced and withdrawn, and what is told where the vendor refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { hubspotAccounts } from '#sandbox/leadCrm/hubspot.ts';
import { getGrant } from '#server/domains/integrations/grants.ts';
import { revokeGrants } from '#server/domains/integrations/revoke.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';
import { createVendorStage } from './vendors.stage.ts';

const { integrations } = routes;
const [harbor, elmwood] = hubspotAccounts;
let s: DniStage;
const stage = createVendorStage(() => s, 'lead-crm');
const { refused, ended, comeBack, insertCall, mark, states, send, explained, readOne } = stage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(stage.begin);

type Person = DniStage['owner'];
const crm = () => s.outside.sandbox.leadCrm;
const choice = { pipelineId: 'default', stageId: 'appointmentscheduled' };

const consent = (url: string, account: string = String(harbor.id)) => stage.consent(url, { shows: 'Connect Harbor Bikes CRM', account });
const begin = async (person: Person = s.owner) => (await person.call(integrations.crmRedirect)).url;
async function connect(account?: string) {
  expect(await comeBack(await consent(await begin(), account))).toBe(ended('connected'));
  return stage.find();
}
async function setUp(given: { readonly ownerId?: string; readonly events?: ('call' | 'lead')[] } = {}) {
  const params = await connect();
  await s.owner.call(integrations.activateCrm, { params, body: { ...choice, ...given } });
  return params;
}
const own = (object: 'calls' | 'deals') =>
  crm()
    .list(object)
    .filter(({ properties }) => `${properties.hs_call_body}${properties.description}`.includes(`/${stage.getSlug()}/`));

describe('a connection', () => {
  test('returns to the server, which completes it and leads on without code or state', async () => {
    const { id } = await connect();
    const made = await readOne(id);
    expect(made).toMatchObject({ provider: 'lead-crm', name: `Account ${harbor.id}`, status: 'connected', config: { pipelineId: null, events: [] } });
    expect(JSON.stringify(made)).not.toMatch(/CK-|na1-/);
    const { secret } = await s.outside.server.owner.selectFrom('integrations').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
    expect(secret).not.toMatch(/CK-|na1-/);
    expect(await refused(s.foreigner.refusal(integrations.oauthOne, { params: { id } }))).toMatchObject({ status: 404 });
  });

  test('that is replayed, another session’s, without a session or a state, late, or canceled connects nothing', async () => {
    const address = await consent(await begin());
    const colleague = await s.outside.server.worker(s.company, 'administrator');
    expect(await comeBack(address, colleague)).toBe(ended('expired', ''));
    expect(await comeBack(address, null)).toBe(ended('expired', ''));
    expect(await comeBack(address.replace(/state=[^&]+/, 'state=of-nobody'))).toBe(ended('expired', ''));
    expect(await comeBack(address.replace(/&?state=[^&]+/, ''))).toBe(ended('expired', ''));
    expect(await comeBack(await consent(await begin(), ''))).toBe(ended('denied'));
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
    expect(await comeBack(address)).toBe(ended('connected'));
    expect(await comeBack(address)).toBe(ended('expired', ''));
    const late = await consent(await begin());
    const expires_at = new Date(Date.now() - 1_000);
    await s.outside.server.owner.updateTable('oauth_transactions').set({ expires_at }).where('company_id', '=', s.company.id).execute();
    expect(await comeBack(late)).toBe(ended('expired', ''));
  });

  test('of who lost the right meanwhile, of a refused code and of a silent vendor is told, and signs nobody out', async () => {
    const address = await consent(await begin());
    expect(await comeBack(address.replace(/code=[^&]+/, 'code=of-nobody'))).toBe(ended('refused'));
    const other = await consent(await begin());
    crm().failNext('token', 500);
    expect(await comeBack(other)).toBe(ended('silent'));
    const colleague = await s.outside.server.worker(s.company, 'administrator');
    const theirs = await consent(await begin(colleague));
    await s.outside.server.owner.updateTable('memberships').set({ role: 'reporting' }).where('user_id', '=', colleague.person.id).execute();
    expect(await comeBack(theirs, colleague)).toBe(ended('forbidden', ''));
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('to another account than the connected one is refused, and that grant is given back', async () => {
    await connect();
    expect(await comeBack(await consent(await begin(), String(elmwood.id)))).toBe(ended('other'));
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => crm().isInstalled(elmwood.id)).toBe(false);
  });

  test('is refused in words on a server without a client at the vendor', async () => {
    const bare = await startServer({ config: { leadCrm: null } });
    try {
      const owner = await bare.worker(await bare.company(), 'owner');
      expect((await owner.call(integrations.oauth)).meta.providers).toContainEqual({ id: 'lead-crm', isSetUp: false });
      expect(await refused(owner.refusal(integrations.crmRedirect))).toMatchObject({ status: 422, message: expect.stringContaining('HUBSPOT_CLIENT_ID') });
    } finally {
      await bare.close();
    }
  });
});

describe('what is chosen', () => {
  test('comes from the vendor with all pages of owners, and each fault is told', async () => {
    const params = await connect();
    const choices = await s.owner.call(integrations.crmCredentials, { params });
    expect(choices.pipelines.map(({ name, stages }) => `${name}: ${stages.map((stage) => stage.name)}`)).toEqual([
      'Sales pipeline: New lead,Won',
      'Repairs: Asked',
    ]);
    expect(choices.owners.map(({ name }) => name)).toEqual(['Ana Lopez', 'ben@harbor-bikes.example', 'Cho Park']);
    expect(await refused(s.foreigner.refusal(integrations.crmCredentials, { params }))).toMatchObject({ status: 404 });
    crm().failNext('pipelines', 429);
    expect(await refused(s.owner.refusal(integrations.crmCredentials, { params }))).toMatchObject({
      status: 502,
      message: expect.stringContaining('slow down'),
    });
    const activate = (body: object) => s.owner.refusal(integrations.activateCrm, { params, body: { ...choice, ...body } });
    expect(await refused(activate({ pipelineId: 'nowhere' }))).toMatchObject({ status: 422, field: 'pipeline_id' });
    expect(await refused(activate({ stageId: '77331' }))).toMatchObject({ status: 422, field: 'stage_id' });
    expect(await refused(activate({ ownerId: '999' }))).toMatchObject({ status: 422, field: 'owner_id' });
    expect(await refused(activate({ events: ['missed'] }))).toMatchObject({ status: 422, field: 'events.0' });
    for (const refusal of [
      s.owner.refusal(integrations.updateCrm, { params, body: { events: ['lead'] } }),
      s.owner.refusal(integrations.deactivateCrm, { params }),
      s.owner.refusal(integrations.syncCrm, { params }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 422 });
    const names = { pipelineName: 'Sales pipeline', stageName: 'New lead', ownerName: 'Cho Park', events: ['call', 'lead'] };
    expect(await s.owner.call(integrations.activateCrm, { params, body: { ...choice, ownerId: '503' } })).toMatchObject({ status: 'active', config: names });
    const update = (body: Record<string, unknown>) => s.owner.call(integrations.updateCrm, { params, body });
    expect(await update({ events: ['lead'] })).toMatchObject({ config: { ownerName: 'Cho Park', events: ['lead'] } });
    expect(await update({ pipelineId: '7733', stageId: '77331', ownerId: 'none' })).toMatchObject({ config: { stageName: 'Asked', ownerName: null } });
    expect(await refused(s.owner.refusal(integrations.updateCrm, { params, body: { pipelineId: 'default' } }))).toMatchObject({ field: 'stage_id' });
    expect(await refused(s.owner.refusal(integrations.updateCrm, { params, body: {} }))).toMatchObject({ status: 422 });
    expect(await s.owner.call(integrations.deactivateCrm, { params })).toMatchObject({ status: 'inactive', config: { stageName: 'Asked' } });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    for (const refusal of [
      reporter.refusal(integrations.crmRedirect),
      reporter.refusal(integrations.activateCrm, { params, body: choice }),
      reporter.refusal(integrations.syncCrm, { params }),
      reporter.refusal(integrations.updateCrm, { params, body: { events: ['lead'] } }),
      reporter.refusal(integrations.deactivateCrm, { params }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 403 });
  });
});

describe('a call', () => {
  test('is recorded once at its contact, its lead is a deal; two calls of a caller make one contact', async () => {
    const { id } = await setUp({ ownerId: '503' });
    const first = await insertCall();
    await mark(first.id, { isLead: true });
    await insertCall({ recipient: first.recipient });
    await send(id);
    expect((await states()).sort()).toEqual(['call accepted', 'call accepted', 'lead accepted']);
    const contacts = crm()
      .list('contacts')
      .filter(({ properties }) => properties.phone === first.recipient);
    expect(contacts).toHaveLength(1);
    expect(own('calls').map(({ contactId }) => contactId)).toEqual([contacts[0]?.id, contacts[0]?.id]);
    expect(own('calls')[0]?.properties).toMatchObject({ hs_call_status: 'COMPLETED', hs_call_duration: '75000', hubspot_owner_id: '503' });
    expect(own('deals')).toMatchObject([{ contactId: contacts[0]?.id, properties: { pipeline: 'default', dealstage: 'appointmentscheduled' } }]);
    await send(id);
    expect([own('calls').length, own('deals').length]).toEqual([2, 1]);
    expect(await explained(first.id, 'lead')).toMatchObject({ state: 'accepted', provider: 'lead-crm', reason: null });
    expect(await readOne(id)).toMatchObject({ conversions: { accepted: 3 }, lastSentAt: expect.any(String) });
  });

  test('that is unticked while it waits never leaves; unticked later its deal is deleted, and ticked again it is made again', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall();
    await mark(call.id, { isLead: true });
    await mark(call.id, { isLead: false });
    await send(id);
    expect([await states(), own('deals')]).toEqual([['lead withdrawn'], []]);
    await mark(call.id, { isLead: true });
    await send(id);
    await mark(call.id, { isLead: false });
    expect((await explained(call.id, 'lead'))?.reason).toContain('being deleted');
    crm().failNext('delete', 500);
    await send(id);
    await send(id);
    await expect.poll(states).toEqual(['lead withdrawn']);
    expect(own('deals').map(({ isArchived }) => isArchived)).toEqual([true]);
    await mark(call.id, { isLead: true });
    await send(id);
    expect(own('deals').map(({ isArchived }) => isArchived)).toEqual([true, false]);
  });

  test('the vendor refuses is refused in its words, and is sent again when a person says so', async () => {
    const { id } = await setUp({ events: ['lead'] });
    await s.outside.server.owner
      .updateTable('integrations')
      .set({ settings: JSON.stringify({ ...choice, pipelineName: 'Sales', stageId: 'gone', stageName: 'Gone', ownerId: null, ownerName: null }) })
      .where('id', '=', id)
      .execute();
    const call = await insertCall();
    await mark(call.id, { isLead: true });
    await send(id);
    expect(await explained(call.id, 'lead')).toMatchObject({ state: 'refused', reason: expect.stringContaining('gone is not a valid stage') });
    expect((await readOne(id)).problem).toContain('not a valid stage');
    await s.owner.call(integrations.updateCrm, { params: { id }, body: choice });
    expect(await refused(s.owner.refusal(integrations.resendOAuth, { params: { id }, body: { count: 2 } }))).toMatchObject({ status: 409 });
    await s.owner.call(integrations.resendOAuth, { params: { id }, body: { count: 1 } });
    await send(id);
    expect([await states(), own('deals').length]).toEqual([['lead accepted'], 1]);
  });

  test('waits where the vendor asks to slow down, or fails before anything was made', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall();
    await mark(call.id, { isLead: true });
    crm().failNext('search', 429);
    await send(id);
    await expect.poll(() => explained(call.id, 'lead')).toMatchObject({ state: 'held', reason: 'HubSpot asks to slow down' });
    crm().failNext('search', 500);
    await send(id);
    await expect.poll(() => explained(call.id, 'lead')).toMatchObject({ state: 'held', reason: 'HubSpot answered 500' });
  });

  test('whose deal was made and whose answer was lost is not confirmed, and not made again', async () => {
    const { id } = await setUp({ events: ['lead'] });
    const call = await insertCall({ recipient: 'anonymous' });
    await mark(call.id, { isLead: true });
    crm().failNext('create', 'cut');
    await send(id);
    expect(await explained(call.id, 'lead')).toMatchObject({ state: 'unknown', reason: 'HubSpot didn’t answer' });
    await send(id);
    expect([await states(), own('deals').length]).toEqual([['lead unknown'], 1]);
  });

  test('is synced on request: what is past its hold goes and is told, what is held stays', async () => {
    const { id } = await setUp();
    const params = { id };
    const call = await insertCall();
    expect(await s.owner.call(integrations.syncCrm, { params })).toEqual({ data: [], meta: { total: 0, accepted: 0, waiting: 0 } });
    expect(await states()).toEqual(['call held']);
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ attempts: 3, due_at: new Date(Date.now() + 600_000) })
      .where('call_id', '=', call.id)
      .execute();
    await mark(call.id, { isLead: true });
    expect(await s.owner.call(integrations.syncCrm, { params })).toEqual({
      data: [{ callId: call.id, kind: 'call', state: 'accepted', reason: null }],
      meta: { total: 1, accepted: 1, waiting: 0 },
    });
    expect(await states()).toEqual(['call accepted', 'lead held']);
    expect(await refused(s.foreigner.refusal(integrations.syncCrm, { params }))).toMatchObject({ status: 404 });
  });
});

describe('a grant', () => {
  test('is renewed once for many who need it at once', async () => {
    const { id } = await connect();
    crm().expireTokens();
    const tokens = s.outside.server.owner.selectFrom('integrations').select('secret').where('id', '=', id);
    const { secret } = await tokens.executeTakeFirstOrThrow();
    const { openTokens, sealTokens } = await import('#server/domains/integrations/grants.ts');
    const old = openTokens(s.outside.server.services, { company_id: s.company.id, secret });
    if (old === null) throw new Error('The grant can’t be read');
    const expired = sealTokens(s.outside.server.services, s.company.id, { ...old, expiresAt: new Date() });
    await s.outside.server.owner.updateTable('integrations').set({ secret: expired }).where('id', '=', id).execute();
    const asked = crm().countRequests('token');
    const actor = { membership: { companyId: s.company.id }, authUser: null };
    const grants = await Promise.all(Array.from({ length: 50 }, () => getGrant(s.outside.server.services, actor, 'lead-crm', id)));
    expect([new Set(grants.map((grant) => grant?.accessToken)).size, crm().countRequests('token')]).toEqual([1, asked + 1]);
  });

  test('that was taken away is told until it is connected again, whatever else is chosen; its owner stays unless it is cleared', async () => {
    const params = await setUp({ ownerId: '502', events: ['lead'] });
    const ownerOf = async () => {
      const { config } = await readOne(params.id);
      return 'ownerId' in config ? config.ownerId : undefined;
    };
    await s.owner.call(integrations.deactivateCrm, { params });
    await s.owner.call(integrations.activateCrm, { params, body: choice });
    expect(await ownerOf()).toBe('502');
    await s.owner.call(integrations.updateCrm, { params, body: { clear: ['ownerId'] } });
    expect(await ownerOf()).toBeNull();
    crm().revoke(harbor.id);
    expect(await refused(s.owner.refusal(integrations.crmCredentials, { params }))).toMatchObject({ status: 422 });
    const { problem } = await readOne(params.id);
    expect(problem).toContain('401');
    await s.owner.call(integrations.updateCrm, { params, body: { events: ['call', 'lead'] } });
    expect(await readOne(params.id)).toMatchObject({ status: 'reconnect', problem });
  });

  test('that was taken away says reconnect and never signs out; what waits goes on waiting, and leaves once it is connected again', async () => {
    const { id } = await setUp({ events: ['lead'] });
    crm().revoke(harbor.id);
    const call = await insertCall();
    await mark(call.id, { isLead: true });
    await send(id);
    expect(await readOne(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('401') });
    expect(await refused(s.owner.refusal(integrations.crmCredentials, { params: { id } }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('Reconnect'),
    });
    expect(await refused(s.owner.refusal(integrations.syncCrm, { params: { id } }))).toMatchObject({ status: 422 });
    expect(await states()).toEqual(['lead held']);
    await connect();
    await send(id);
    expect([await states(), (await readOne(id)).status]).toEqual([['lead accepted'], 'active']);
  });

  test('goes back when the integration is deleted', async () => {
    const { id } = await setUp();
    expect(await refused(s.foreigner.refusal(integrations.deleteOAuth, { params: { id } }))).toMatchObject({ status: 404 });
    // Other companies of this run are in the account, too: it stays as long as one is.
    await s.outside.server.owner.deleteFrom('integrations').where('provider', '=', 'lead-crm').where('id', '<>', id).execute();
    await s.owner.call(integrations.deleteOAuth, { params: { id } });
    await expect.poll(async () => (await s.owner.call(integrations.oauth)).meta.total).toBe(0);
    await revokeGrants(s.outside.server.services);
    await expect.poll(async () => (await s.outside.server.owner.selectFrom('oauth_revocations').select('id').execute()).length).toBe(0);
  });
});
