/** Google Analytics: streams, the outbox of conversions, and what is told of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { ga4Streams } from '#sandbox/analytics/ga4.ts';
import { enqueueDueConversions, sendConversions } from '#server/domains/integrations/send.ts';
import { chrome, type DniStage, site, startDniStage } from './dni.stage.ts';
import { refused } from './stage.ts';

const { integrations, calls } = routes;
const [stream, other] = ga4Streams;
const caller = '+15035550142';

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(() => s.begin());

const create = (given: Record<string, unknown> = {}) =>
  s.owner.call(integrations.createGa4, { body: { ...stream, events: ['lead', 'missed', 'text'], ...given } });

/** A call that is over, as its webhooks leave it. */
async function insertCall(
  given: { readonly result?: 'answered' | 'missed' | 'blocked'; readonly startedAt?: Date; readonly isLead?: boolean; readonly numberId?: number } = {},
) {
  const { result = 'answered', startedAt = new Date(), isLead = false, numberId = (await s.buy(1))[0]?.id ?? 0 } = given;
  const values = { company_id: s.company.id, number_id: numberId, recipient: caller, is_inbound: true, started_at: startedAt };
  const { id } = await s.outside.server.owner.insertInto('calls').values(values).returning('id').executeTakeFirstOrThrow();
  await s.outside.server.owner.updateTable('calls').set({ result, ended_at: new Date(), is_lead: isLead }).where('id', '=', id).execute();
  return id;
}
const mark = (id: number, isLead: boolean) => s.owner.call(calls.mark, { params: { id }, body: { ascOptions: { isLead } } });

const select = () => s.outside.server.owner.selectFrom('conversions').where('company_id', '=', s.company.id);
const states = async () => (await select().select(['kind', 'state']).orderBy('kind').execute()).map(({ kind, state }) => `${kind} ${state}`);
/** The hold is over. */
const pass = () =>
  s.outside.server.owner
    .updateTable('conversions')
    .set({ due_at: new Date(Date.now() - 1_000) })
    .where('company_id', '=', s.company.id)
    .where('state', '=', 'held')
    .execute();
const send = async (integrationId: number) => {
  await pass();
  await sendConversions(s.outside.server.services, { companyId: s.company.id, integrationId });
  // The server's own worker may have claimed them first.
  await expect.poll(async () => (await select().select('id').where('state', '=', 'intent').execute()).length).toBe(0);
};
const received = (name: string) => s.outside.sandbox.analytics.list().filter((event) => event.name === name);
const explain = async (callId: number) => (await s.owner.call(integrations.callConversions, { params: { callId } })).data;
/** What an explanation says of a kind of event. */
const explained = async (callId: number, kind: string) => (await explain(callId)).find((row) => row.kind === kind);

describe('a stream', () => {
  test('is added, listed without its secret, changed, turned off and deleted', async () => {
    const made = await create({ parameters: [{ name: 'call_source', field: 'source' }] });
    expect(made).toMatchObject({ measurementId: stream.measurementId, hasApiSecret: true, isActive: true, problem: null, lastSentAt: null });
    expect(made.conversions).toEqual({ waiting: 0, accepted: 0, refused: 0, unknown: 0, withdrawn: 0 });
    expect(JSON.stringify(await s.owner.call(integrations.ga4))).not.toContain(stream.apiSecret);
    const params = { id: made.id };
    const changed = await s.owner.call(integrations.updateGa4, { params, body: { events: ['call'], parameters: [], isActive: false } });
    expect(changed).toMatchObject({ events: ['call'], parameters: [], isActive: false });
    expect((await s.owner.call(integrations.ga4)).data).toEqual([changed]);
    const moved = await s.owner.call(integrations.updateGa4, { params, body: { ...other } });
    expect(moved.measurementId).toBe(other.measurementId);
    await s.owner.call(integrations.deleteGa4, { params });
    expect((await s.owner.call(integrations.ga4)).meta.total).toBe(0);
    expect(await refused(s.owner.refusal(integrations.deleteGa4, { params }))).toMatchObject({ status: 404 });
  });

  test('refuses what does not fit, each with its field, and a stream the company has', async () => {
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ measurementId: 'UA-1234-1' }, 'measurement_id'],
      [{ apiSecret: 'short' }, 'api_secret'],
      [{ events: [] }, 'events'],
      [{ events: ['lead', 'lead'] }, 'events'],
      [{ parameters: [{ name: 'ga_source', field: 'source' }] }, 'parameters.0.name'],
      [
        {
          parameters: [
            { name: 'a', field: 'source' },
            { name: 'a', field: 'medium' },
          ],
        },
        'parameters',
      ],
      [{ parameters: [{ name: 'phone', field: 'recipient' }] }, 'parameters.0.field'],
    ];
    for (const [given, field] of cases)
      expect([field, await refused(s.owner.refusal(integrations.createGa4, { body: { ...stream, events: ['lead'], ...given } }))]).toMatchObject([
        field,
        { status: 422, field },
      ]);
    const made = await create({ measurementId: ` ${stream.measurementId.toLowerCase()} ` });
    expect(made.measurementId).toBe(stream.measurementId);
    expect(await refused(s.owner.refusal(integrations.createGa4, { body: { ...stream, events: ['lead'] } }))).toMatchObject({
      status: 409,
      field: 'measurement_id',
    });
    const params = { id: made.id };
    expect(await refused(s.owner.refusal(integrations.updateGa4, { params, body: { measurementId: other.measurementId } }))).toMatchObject({
      status: 422,
      field: 'api_secret',
    });
    await create({ ...other });
    expect(await refused(s.owner.refusal(integrations.updateGa4, { params, body: { ...other } }))).toMatchObject({ status: 409 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    expect((await reporter.call(integrations.ga4)).meta.total).toBe(2);
    expect(await refused(reporter.refusal(integrations.createGa4, { body: { ...stream, events: ['lead'] } }))).toMatchObject({ status: 403 });
    expect(await refused(s.foreigner.refusal(integrations.updateGa4, { params, body: { isActive: false } }))).toMatchObject({ status: 404 });
    const agent = await s.outside.server.worker(s.company, 'user');
    expect(await refused(agent.refusal(integrations.ga4))).toMatchObject({ status: 403 });
  });

  test('takes up to its number', async () => {
    for (let at = 0; at < integrationLimits.ga4; at += 1) await create({ measurementId: `G-LIMIT${at}0` });
    expect(await refused(s.owner.refusal(integrations.createGa4, { body: { ...stream, events: ['lead'] } }))).toMatchObject({ status: 422 });
  });

  test('is tested: Google’s validation server judges the event, which then arrives', async () => {
    const { id } = await create();
    expect(await s.owner.call(integrations.testGa4, { params: { id } })).toMatchObject({ isValid: true, messages: [], eventName: 'keyline_test' });
    expect(received('keyline_test')[0]).toMatchObject({ measurementId: stream.measurementId, dropped: null, params: { debug_mode: 1 } });
    await s.outside.server.owner
      .updateTable('integrations')
      .set({ parameters: JSON.stringify([{ name: '1st', field: 'source' }]) })
      .where('id', '=', id)
      .execute();
    const faulty = await s.owner.call(integrations.testGa4, { params: { id } });
    expect(faulty).toMatchObject({ isValid: false, sentAt: null, messages: [expect.stringContaining('invalid name [1st]')] });
    expect(await refused(s.foreigner.refusal(integrations.testGa4, { params: { id } }))).toMatchObject({ status: 404 });
  });

  test('has its secret sealed for its company: moved to another one, or under another key, it opens nothing and says so', async () => {
    const { id } = await create({ events: ['lead'] });
    const row = s.outside.server.owner.selectFrom('integrations').select('secret').where('id', '=', id);
    const { secret } = await row.executeTakeFirstOrThrow();
    expect(secret).not.toContain(stream.apiSecret);
    await s.begin();
    const elsewhere = await create({ ...other, events: ['lead'] });
    await s.outside.server.owner.updateTable('integrations').set({ secret }).where('id', '=', elsewhere.id).execute();
    expect(await refused(s.owner.refusal(integrations.testGa4, { params: { id: elsewhere.id } }))).toMatchObject({ status: 422, field: 'api_secret' });
    await insertCall({ isLead: true });
    await send(elsewhere.id);
    expect(await states()).toEqual(['lead held']);
    expect((await s.owner.call(integrations.ga4)).data[0]?.problem).toContain('Enter it again');
    await s.owner.call(integrations.updateGa4, { params: { id: elsewhere.id }, body: { apiSecret: other.apiSecret } });
    await send(elsewhere.id);
    expect(await states()).toEqual(['lead accepted']);
  });

  test('with a wrong secret is told by no answer of Google: the event is dropped there', async () => {
    const { id } = await create({ apiSecret: 'a-secret-of-another-stream' });
    expect((await s.owner.call(integrations.testGa4, { params: { id } })).isValid).toBe(true);
    expect(received('keyline_test')[0]?.dropped).toBe('wrong API secret');
  });
});

describe('a conversion', () => {
  test('is held, sent once with the source of its visitor and their own client id, and carries no phone number', async () => {
    const { id } = await create({
      parameters: [
        { name: 'call_source', field: 'source' },
        { name: 'call_campaign', field: 'campaign' },
        { name: 'page', field: 'landing_page' },
      ],
    });
    const { lines } = await s.createPool(1);
    await s.post('sessions', { key: await s.getKey(), url: `${site}/?gclid=abc&utm_campaign=call-415-555-0100`, ga: '123456789.987654321' });
    await s.outside.sandbox.generator.ring(lines[0]?.number ?? '', caller, { kind: 'missed' });
    await expect.poll(states, { timeout: 20_000 }).toEqual(['missed held']);
    const { call_id: callId } = await select().select('call_id').executeTakeFirstOrThrow();
    await mark(callId ?? 0, true);
    expect(await states()).toEqual(['lead held', 'missed held']);
    await sendConversions(s.outside.server.services, { companyId: s.company.id, integrationId: id });
    expect(await states()).toEqual(['lead held', 'missed held']);
    await send(id);
    expect(await states()).toEqual(['lead accepted', 'missed accepted']);
    const [lead] = received('generate_lead');
    expect(lead).toMatchObject({ dropped: null, clientId: '123456789.987654321', params: { call_source: 'Google Ads', call_campaign: 'call-…' } });
    expect(lead?.userId).toMatch(/^[\w-]{22}$/);
    const sent = JSON.stringify(s.outside.sandbox.analytics.list());
    for (const digits of [caller, caller.slice(2), '5550100', '555-0100']) expect(sent).not.toContain(digits);
    await send(id);
    expect(received('generate_lead').filter(({ params }) => params.conversion_id === lead?.params.conversion_id)).toHaveLength(1);
    expect(await explained(callId ?? 0, 'lead')).toMatchObject({ state: 'accepted', isMatched: true, reason: null });
    expect((await s.owner.call(integrations.ga4)).data[0]).toMatchObject({ conversions: { accepted: 2, waiting: 0 }, lastSentAt: expect.any(String) });
  });

  test('that is unticked while it waits never leaves, and waits again when it is ticked again', async () => {
    const { id } = await create({ events: ['lead'] });
    const callId = await insertCall();
    await mark(callId, true);
    await mark(callId, false);
    expect(await states()).toEqual(['lead withdrawn']);
    await send(id);
    expect(await states()).toEqual(['lead withdrawn']);
    expect(await explained(callId, 'lead')).toMatchObject({ state: 'withdrawn', reason: expect.stringContaining('before the event was sent') });
    await mark(callId, true);
    expect(await states()).toEqual(['lead held']);
    await send(id);
    expect(await states()).toEqual(['lead accepted']);
    await mark(callId, false);
    expect(await explained(callId, 'lead')).toMatchObject({ state: 'accepted', reason: expect.stringContaining('can’t withdraw') });
    await mark(callId, true);
    expect([await states(), (await explained(callId, 'lead'))?.reason]).toEqual([['lead accepted'], null]);
  });

  test('of a missed call is withdrawn when its answer is told after the end', async () => {
    await create({ events: ['call', 'missed'] });
    const callId = await insertCall({ result: 'missed' });
    expect(await states()).toEqual(['call held', 'missed held']);
    await s.outside.server.owner.updateTable('calls').set({ result: 'answered' }).where('id', '=', callId).execute();
    expect(await states()).toEqual(['call held', 'missed withdrawn']);
  });

  test('is nothing of a blocked call, an outbound one, or an integration that is off', async () => {
    const { id } = await create({ events: ['call', 'missed', 'lead'] });
    await insertCall({ result: 'blocked' });
    expect(await states()).toEqual([]);
    await s.owner.call(integrations.updateGa4, { params: { id }, body: { isActive: false } });
    const callId = await insertCall({ result: 'missed' });
    expect(await states()).toEqual([]);
    expect((await explain(callId)).map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'call: The integration is turned off',
      'missed: The integration is turned off',
      'lead: Not marked as a lead',
      'appointment: This event isn’t chosen in the integration',
    ]);
  });

  test('of a call whose end was never told isn’t said to go on: only one that does is', async () => {
    await create({ events: ['call'] });
    const { owner } = s.outside.server;
    const callId = await insertCall({ result: 'answered' });
    await owner.deleteFrom('conversions').where('call_id', '=', callId).execute();
    await owner.updateTable('calls').set({ ended_at: null }).where('id', '=', callId).execute();
    expect((await explained(callId, 'call'))?.reason).toBe('It counted before the integration was added or turned on');
    await owner.updateTable('calls').set({ live_state: 'connected' }).where('id', '=', callId).execute();
    expect((await explained(callId, 'call'))?.reason).toBe('The call isn’t over');
  });

  test('that waits is withdrawn with the integration turned off, and is not sent later', async () => {
    const { id } = await create({ events: ['lead'] });
    const callId = await insertCall({ isLead: true });
    await s.owner.call(integrations.updateGa4, { params: { id }, body: { isActive: false } });
    await s.owner.call(integrations.updateGa4, { params: { id }, body: { isActive: true } });
    await send(id);
    expect([await states(), (await explained(callId, 'lead'))?.reason]).toEqual([['lead withdrawn'], 'The integration was turned off']);
  });

  test('of a text counts once; deleted while it waits it does not', async () => {
    const { id } = await create({ events: ['text'] });
    const [line] = await s.buy(1);
    const insert = { company_id: s.company.id, number_id: line?.id ?? 0, recipient: caller, created_at: new Date(), body: 'Hello' };
    for (const [type, is_inbound] of [
      ['message', true],
      ['message', false],
      ['voicemail', true],
      ['message', true],
    ] as const)
      await s.outside.server.owner
        .insertInto('items')
        .values({ ...insert, type, is_inbound })
        .execute();
    expect(await states()).toEqual(['text held', 'text held']);
    const { item_id: gone } = await select().select('item_id').orderBy('id').executeTakeFirstOrThrow();
    await s.outside.server.owner
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone ?? 0)
      .execute();
    await send(id);
    expect((await states()).sort()).toEqual(['text accepted', 'text withdrawn']);
    expect(received('text_message')[0]).toMatchObject({ dropped: null, userId: expect.any(String) });
  });

  test('older than Google takes is refused with the reason, and asks nobody', async () => {
    const { id } = await create({ events: ['missed'] });
    const before = s.outside.sandbox.analytics.countRequests('/mp/collect');
    const callId = await insertCall({ result: 'missed', startedAt: new Date(Date.now() - 73 * 3_600_000) });
    await send(id);
    expect(await explained(callId, 'missed')).toMatchObject({ state: 'refused', reason: expect.stringContaining('72 hours') });
    expect(s.outside.sandbox.analytics.countRequests('/mp/collect')).toBe(before);
  });

  test('is checked by Google before the first of its kind is sent: an objection is the refusal', async () => {
    const { id } = await create({ events: ['lead'] });
    await s.outside.server.owner
      .updateTable('integrations')
      .set({ parameters: JSON.stringify([{ name: '1st', field: 'result' }]) })
      .where('id', '=', id)
      .execute();
    const callId = await insertCall({ isLead: true });
    await send(id);
    expect(await explained(callId, 'lead')).toMatchObject({ state: 'refused', reason: expect.stringContaining('invalid name [1st]') });
    expect((await s.owner.call(integrations.ga4)).data[0]?.problem).toContain('invalid name [1st]');
    await s.owner.call(integrations.updateGa4, { params: { id }, body: { parameters: [] } });
    const checks = s.outside.sandbox.analytics.countRequests('/debug/mp/collect');
    await insertCall({ isLead: true });
    await send(id);
    await insertCall({ isLead: true });
    await send(id);
    expect(s.outside.sandbox.analytics.countRequests('/debug/mp/collect')).toBe(checks + 1);
    expect((await s.owner.call(integrations.ga4)).data[0]).toMatchObject({ problem: null, conversions: { accepted: 2, refused: 1 } });
  });

  test('waits again where Google asks to slow down; is not confirmed, and never sent again, where the answer was lost', async () => {
    const { id } = await create({ events: ['lead'] });
    const slowed = await insertCall({ isLead: true });
    s.outside.sandbox.analytics.failNext(429);
    await send(id);
    expect(await explained(slowed, 'lead')).toMatchObject({ state: 'held', reason: 'Google Analytics asks to slow down' });
    s.outside.sandbox.analytics.failNext('cut');
    await send(id);
    expect(await explained(slowed, 'lead')).toMatchObject({ state: 'unknown' });
    const count = received('generate_lead').length;
    await send(id);
    expect(received('generate_lead')).toHaveLength(count);
    const failed = await insertCall({ isLead: true });
    s.outside.sandbox.analytics.failNext(500);
    await send(id);
    expect(await explained(failed, 'lead')).toMatchObject({ state: 'unknown', reason: 'Google Analytics answered 500' });
    expect((await s.owner.call(integrations.ga4)).data[0]?.conversions.unknown).toBe(2);
  });

  test('that was refused or not confirmed is sent again when a person says so, and by nobody else', async () => {
    const { id } = await create({ events: ['lead'] });
    await s.outside.server.owner
      .updateTable('integrations')
      .set({ checked: ['lead'] })
      .where('id', '=', id)
      .execute();
    const [lost, refusedOne, unmarked] = [await insertCall({ isLead: true }), await insertCall({ isLead: true }), await insertCall({ isLead: true })];
    s.outside.sandbox.analytics.failNext(500, 400, 500);
    await send(id);
    await mark(unmarked, false);
    expect((await states()).sort()).toEqual(['lead refused', 'lead unknown', 'lead unknown']);
    const params = { id };
    expect(await refused(s.owner.refusal(integrations.resendGa4, { params, body: { count: 2 } }))).toMatchObject({ status: 409 });
    expect((await states()).sort()).toEqual(['lead refused', 'lead unknown', 'lead unknown']);
    await s.owner.call(integrations.resendGa4, { params, body: { count: 3 } });
    await send(id);
    expect((await states()).sort()).toEqual(['lead accepted', 'lead accepted', 'lead withdrawn']);
    for (const callId of [lost, refusedOne]) expect((await explained(callId, 'lead'))?.state).toBe('accepted');
    await s.owner.call(integrations.updateGa4, { params, body: { isActive: false } });
    expect(await refused(s.owner.refusal(integrations.resendGa4, { params, body: { count: 0 } }))).toMatchObject({ status: 422 });
  });

  test('is forecast from the last days before anything is turned on', async () => {
    const { lines } = await s.createPool(1);
    await s.post('sessions', { key: await s.getKey(), url: `${site}/?gclid=abc`, ga: '1.2' });
    await s.outside.sandbox.generator.ring(lines[0]?.number ?? '', caller, { kind: 'missed' });
    const rows = async () => (await s.owner.call(integrations.forecast)).data.map(({ kind, count, matched }) => `${kind} ${count} ${matched}`);
    await expect.poll(rows, { timeout: 20_000 }).toEqual(['call 1 1', 'missed 1 1', 'lead 0 0', 'appointment 0 0', 'text 0 0']);
    const [call] = (await s.owner.call(integrations.forecast)).data;
    expect(call).toMatchObject({ kind: 'call', clicks: { 'google-ads': 1, 'meta-ads': 0, 'microsoft-ads': 0 } });
    await insertCall({ isLead: true });
    await insertCall({ result: 'blocked' });
    await insertCall({ result: 'missed', startedAt: new Date(Date.now() - 31 * 86_400_000) });
    expect(await rows()).toEqual(['call 2 1', 'missed 1 1', 'lead 1 0', 'appointment 0 0', 'text 0 0']);
    expect(await refused((await s.outside.server.worker(s.company, 'user')).refusal(integrations.forecast))).toMatchObject({ status: 403 });
  });

  test('whose process was killed after the intent is not confirmed, and is not sent a second time', async () => {
    const { id } = await create({ events: ['lead'] });
    const callId = await insertCall({ isLead: true });
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ state: 'intent', attempted_at: new Date(Date.now() - 60_000) })
      .where('call_id', '=', callId)
      .execute();
    const before = s.outside.sandbox.analytics.countRequests('/mp/collect');
    await enqueueDueConversions(s.outside.server.services);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['lead unknown']);
    expect(s.outside.sandbox.analytics.countRequests('/mp/collect')).toBe(before);
    expect((await explained(callId, 'lead'))?.reason).toBe('The answer was lost');
    expect(id).toBeGreaterThan(0);
  });

  test('two workers at once send once', async () => {
    const { id } = await create({ events: ['lead'] });
    for (let at = 0; at < 12; at += 1) await insertCall({ isLead: true });
    const before = received('generate_lead').length;
    await pass();
    const given = { companyId: s.company.id, integrationId: id };
    await Promise.all([sendConversions(s.outside.server.services, given), sendConversions(s.outside.server.services, given)]);
    await expect.poll(async () => new Set(await states())).toEqual(new Set(['lead accepted']));
    expect(received('generate_lead')).toHaveLength(before + 12);
  });

  test('goes by itself once its hold is over', async () => {
    await create({ events: ['lead'] });
    await insertCall({ isLead: true });
    await pass();
    await expect.poll(states, { timeout: 30_000 }).toEqual(['lead accepted']);
  });

  test('of a call of another company, or of a number one does not work, is not explained', async () => {
    await create({ events: ['lead'] });
    const callId = await insertCall({ isLead: true });
    expect(await refused(s.foreigner.refusal(integrations.callConversions, { params: { callId } }))).toMatchObject({ status: 404 });
    expect(await refused((await s.outside.server.worker(s.company, 'user')).refusal(integrations.callConversions, { params: { callId } }))).toMatchObject({
      status: 403,
    });
  });
});

test('the script gives the id of Google Analytics with a beat too, and nothing that is none is taken', async () => {
  await s.createPool(1);
  const begun = await s.post('sessions', { key: await s.getKey(), url: `${site}/` }, { origin: site, 'user-agent': chrome });
  const { session } = await begun.json();
  const ids = () => s.outside.server.owner.selectFrom('dni_sessions').select('ga_client_id').where('company_id', '=', s.company.id).execute();
  expect(await ids()).toEqual([{ ga_client_id: null }]);
  expect((await s.post('beats', { key: await s.getKey(), session, url: `${site}/`, ga: '12.34' })).status).toBe(200);
  expect(await ids()).toEqual([{ ga_client_id: '12.34' }]);
  expect((await s.post('beats', { key: await s.getKey(), session, url: `${site}/`, ga: '+14155550100' })).status).toBe(422);
});
