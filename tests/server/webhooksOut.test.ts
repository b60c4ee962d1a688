/** Webhooks that a company is told events by: their secrets, what is posted and how it is signed, attempts, what turns them off, and the log. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventHook } from '#contract/eventHooks/entities.ts';
import { type HookEvent, hookEvents } from '#contract/eventHooks/enums.ts';
import { hookLimits } from '#contract/eventHooks/limits.ts';
import { routes } from '#contract/index.ts';
import { hookHost } from '#sandbox/hooks/receiver.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { deliverEvents, enqueueDueDeliveries, openSeconds, pruneDeliveries } from '#server/domains/eventHooks/deliver.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { refused } from './stage.ts';

const { eventHooks, calls } = routes;
const caller = '+15035550142';

let s: DniStage;
let catcher: MailCatcher;
let made = 0;
let path = '';
beforeAll(async () => {
  catcher = await startMailCatcher({ port: 0 });
  s = await startDniStage({ config: { mail: { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' } } });
});
afterAll(async () => {
  await s.outside.close();
  await catcher.close();
});
beforeEach(async () => {
  await s.begin();
  made += 1;
  path = `/ok/${made}`;
});
afterEach(() => onFailpoint(() => {}));

const params = () => ({ companyId: s.company.id });
const create = (given: { readonly events?: readonly HookEvent[]; readonly path?: string } = {}) =>
  s.owner.call(eventHooks.create, {
    params: params(),
    body: { url: `https://${hookHost}${given.path ?? path}`, events: [...(given.events ?? ['call.ended'])] },
  });
const at = (hook: Pick<EventHook, 'id'>) => ({ params: { ...params(), id: hook.id } });
const read = async ({ id }: Pick<EventHook, 'id'>) => (await s.owner.call(eventHooks.list, { params: params() })).data.find((hook) => hook.id === id);
const log = async (hook: Pick<EventHook, 'id'>) => (await s.owner.call(eventHooks.deliveries, at(hook))).data;
const received = (where = path) => s.outside.sandbox.hooks.list().filter((each) => each.path === where);
const database = () => s.outside.server.owner;

async function insertCall(given: { readonly result?: 'answered' | 'missed'; readonly isInbound?: boolean } = {}) {
  const { result = 'answered', isInbound = true } = given;
  const [line] = await s.buy(1);
  const values = { company_id: s.company.id, number_id: line?.id ?? 0, recipient: caller, is_inbound: isInbound, started_at: new Date() };
  const { id } = await database().insertInto('calls').values(values).returning('id').executeTakeFirstOrThrow();
  await database().updateTable('calls').set({ result, ended_at: new Date() }).where('id', '=', id).execute();
  return id;
}
const mark = (id: number, isLead: boolean) => s.owner.call(calls.mark, { params: { id }, body: { ascOptions: { isLead } } });
/** What waits is due now. */
const pass = (hook: Pick<EventHook, 'id'>) =>
  database()
    .updateTable('event_deliveries')
    .set({ due_at: new Date(Date.now() - 1_000) })
    .where('hook_id', '=', hook.id)
    .where('state', '=', 'waiting')
    .execute();
const settled = (hook: Pick<EventHook, 'id'>) => expect.poll(async () => (await log(hook)).some(({ state }) => state === 'sending')).toBe(false);
const deliver = async (hook: Pick<EventHook, 'id'>) => {
  await pass(hook);
  await deliverEvents(s.outside.server.services, { companyId: s.company.id, hookId: hook.id });
  // The server's own worker may have claimed them first.
  await settled(hook);
};
/** An installation whose process is gone: its attempts are older than any that lives. */
const outlive = (hook: Pick<EventHook, 'id'>) =>
  database()
    .updateTable('event_deliveries')
    .set({ attempted_at: new Date(Date.now() - (openSeconds + 1) * 1_000) })
    .where('hook_id', '=', hook.id)
    .where('state', '=', 'sending')
    .execute();

describe('a webhook', () => {
  test('is created with its secret shown once, listed without it, changed, and deleted with its log', async () => {
    const { secret, ...hook } = await create({ events: ['call.ended', 'lead.marked'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(hook).toMatchObject({ url: `https://${hookHost}${path}`, events: ['call.ended', 'lead.marked'], isActive: true, problem: null, failingSince: null });
    const { secret: stored } = await database().selectFrom('event_hooks').select('secret').where('id', '=', hook.id).executeTakeFirstOrThrow();
    expect(stored).not.toContain(secret.slice(6));
    expect(JSON.stringify(await s.owner.call(eventHooks.list, { params: params() }))).not.toContain(secret.slice(6));
    const changed = await s.owner.call(eventHooks.update, { ...at(hook), body: { url: `https://${hookHost}/moved`, events: ['message.sent'] } });
    expect(changed).toMatchObject({ url: `https://${hookHost}/moved`, events: ['message.sent'] });
    await s.owner.call(eventHooks.test, at(hook));
    await s.owner.call(eventHooks.delete, at(hook));
    expect((await s.owner.call(eventHooks.list, { params: params() })).meta.total).toBe(0);
    expect(await database().selectFrom('event_deliveries').select('id').where('hook_id', '=', hook.id).execute()).toEqual([]);
    expect(await refused(s.owner.refusal(eventHooks.deliveries, at(hook)))).toMatchObject({ status: 404 });
  });

  test('refuses addresses that are not public, twins, unknown events, and more than its number', async () => {
    for (const url of [
      'http://hooks.example/ok',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://[::1]/x',
      'https://2130706433/x',
      'https://hooks.example:8443/x',
      'https://ana:secret@hooks.example/x',
      'ftp://hooks.example/x',
      'hooks',
    ])
      expect([url, await refused(s.owner.refusal(eventHooks.create, { params: params(), body: { url, events: ['call.ended'] } }))]).toMatchObject([
        url,
        { status: 422, field: 'url' },
      ]);
    const wrong: readonly Record<string, unknown>[] = [{ events: [] }, { events: ['call.rang'] }, { events: ['call.ended', 'call.ended'] }];
    for (const given of wrong)
      expect(
        (await refused(s.owner.refusal(eventHooks.create, { params: params(), body: { url: 'https://hooks.example/ok', events: ['call.ended'], ...given } })))
          .status,
      ).toBe(422);
    const hook = await create();
    const again = { url: `HTTPS://Hooks.Example${path}`, events: [...hookEvents] };
    expect(await refused(s.owner.refusal(eventHooks.create, { params: params(), body: again }))).toMatchObject({ status: 409, field: 'url' });
    const other = await create({ path: '/other' });
    expect(await refused(s.owner.refusal(eventHooks.update, { ...at(other), body: { url: hook.url } }))).toMatchObject({ status: 409, field: 'url' });
    for (let more = 2; more < hookLimits.hooks; more += 1) await create({ path: `/more/${more}` });
    expect(
      await refused(s.owner.refusal(eventHooks.create, { params: params(), body: { url: 'https://hooks.example/last', events: ['call.ended'] } })),
    ).toMatchObject({
      status: 422,
    });
  });

  test('is nobody else’s: another company sees and does nothing with it, and roles without the right are refused', async () => {
    const hook = await create();
    const delivery = await s.owner.call(eventHooks.test, at(hook));
    const elsewhere = { params: { id: hook.id } };
    expect(await refused(s.foreigner.refusal(eventHooks.deliveries, elsewhere))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(eventHooks.update, { ...elsewhere, body: { isActive: false } }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(eventHooks.delete, elsewhere))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(eventHooks.rotateSecret, elsewhere))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(eventHooks.test, elsewhere))).toMatchObject({ status: 404 });
    const theirs = { params: { ...elsewhere.params, deliveryId: delivery.id } };
    expect(await refused(s.foreigner.refusal(eventHooks.resend, theirs))).toMatchObject({ status: 404 });
    const agent = await s.outside.server.worker(s.company, 'user');
    expect(await refused(agent.refusal(eventHooks.list, { params: params() }))).toMatchObject({ status: 403 });
    const administrator = await s.outside.server.worker(s.company, 'administrator');
    expect((await administrator.call(eventHooks.list, { params: params() })).meta.total).toBe(1);
  });

  test('has its secret sealed for its company: moved to another one it signs nothing and says so', async () => {
    const { id } = await create();
    const { secret } = await database().selectFrom('event_hooks').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
    await s.begin();
    const elsewhere = await create({ path: `${path}/elsewhere` });
    await database().updateTable('event_hooks').set({ secret }).where('id', '=', elsewhere.id).execute();
    await insertCall();
    await deliver(elsewhere);
    expect(received(`${path}/elsewhere`)).toEqual([]);
    expect((await read(elsewhere))?.problem).toContain('Rotate it');
  });
});

describe('what is posted', () => {
  /** Signature computed apart from the product, as Standard Webhooks has it. */
  const compute = (secret: string, id: string, timestamp: string, body: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`, 'utf8')
      .digest('base64')}`;

  test('is the call as the API shows it, signed by the secret over id, time and bytes', async () => {
    const { secret, ...hook } = await create({ events: ['call.ended', 'call.missed'] });
    s.outside.sandbox.hooks.trust(secret);
    const id = await insertCall({ result: 'missed' });
    await deliver(hook);
    expect(
      received()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['call.ended', 'call.missed']);
    const [told] = received();
    const { 'webhook-id': messageId = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signature } = told?.headers ?? {};
    expect(told?.fault).toBe(null);
    expect(signature).toBe(compute(secret, messageId, timestamp, told?.body ?? ''));
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    expect(told?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^Keyline\//) });
    const body: unknown = JSON.parse(told?.body ?? '');
    const shown = await s.owner.exchange(calls.get, { params: { id } });
    expect(body).toMatchObject({ company_id: s.company.id, data: { id, recipient: caller, result: 'missed', is_inbound: 1, ring_seconds: 0 } });
    expect(shown.body).toMatchObject({ id, recipient: caller, result: 'missed' });
    const [row] = await log(hook);
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, status: 200, answer: 'Thank you', reason: null, callId: id, dueAt: null });
    expect(await read(hook)).toMatchObject({ deliveries: { waiting: 0, delivered: 2, failed: 0 }, problem: null, lastDeliveredAt: expect.any(String) });
  });

  test('is a text that comes in by the carrier’s webhook, by the worker of the server alone', async () => {
    const { secret } = await create({ events: ['message.received'] });
    s.outside.sandbox.hooks.trust(secret);
    const [line] = await s.buy(1);
    await s.outside.sandbox.generator.text(line?.number ?? '', 'Are you open on Sunday?', caller);
    await expect.poll(() => received().length, { timeout: 60_000 }).toBe(1);
    expect(received()[0]).toMatchObject({ type: 'message.received', fault: null });
    expect(JSON.parse(received()[0]?.body ?? '')).toMatchObject({
      data: { is_inbound: true, details: { kind: 'message', message: 'Are you open on Sunday?' } },
    });
  });

  test('is what was chosen alone, told once for each subject', async () => {
    const hook = await create({ events: ['lead.marked'] });
    const id = await insertCall();
    await mark(id, true);
    await deliver(hook);
    await mark(id, false);
    await mark(id, true);
    await deliver(hook);
    expect(received().map(({ type }) => type)).toEqual(['lead.marked']);
  });

  test('is held for a while where it may be taken back, and dropped when it was', async () => {
    const hook = await create({ events: ['lead.marked'] });
    const id = await insertCall();
    await mark(id, true);
    const [held] = await log(hook);
    expect(held).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(Date.parse(held?.dueAt ?? '') - Date.now()).toBeGreaterThan(15_000);
    await mark(id, false);
    await deliver(hook);
    expect((await log(hook))[0]).toMatchObject({ state: 'dropped', reason: 'There is nothing to tell any more' });
    await mark(id, true);
    await deliver(hook);
    expect(received()).toHaveLength(1);
  });

  test('is rolled back with what it tells of', async () => {
    const hook = await create({ events: [...hookEvents] });
    const [line] = await s.buy(1);
    const values = { company_id: s.company.id, number_id: line?.id ?? 0, recipient: caller, is_inbound: true, started_at: new Date(), ended_at: new Date() };
    await expect(
      database()
        .transaction()
        .execute(async (transaction) => {
          await transaction.insertInto('calls').values(values).execute();
          expect(await transaction.selectFrom('event_deliveries').select('event').where('hook_id', '=', hook.id).execute()).toHaveLength(1);
          throw new Error('Rolled back');
        }),
    ).rejects.toThrow('Rolled back');
    expect(await log(hook)).toEqual([]);
  });

  test('of a campaign and of a text that the carrier took is told by their rows', async () => {
    const hook = await create({ events: ['campaign.finished', 'message.sent'] });
    const { id } = await database()
      .insertInto('campaigns')
      .values({ company_id: s.company.id, key: `finished-${made}`, title: 'Spring sale', state: 'sending' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database().updateTable('campaigns').set({ state: 'sent' }).where('id', '=', id).execute();
    const [line] = await s.buy(1);
    await s.owner.call(routes.messaging.send, {
      body: { numberId: line?.id ?? 0, recipient: caller, message: 'Your bike is ready', clientId: `sent-${made}-once` },
    });
    const states = async () => {
      await pass(hook);
      return (await log(hook)).map(({ event, state }) => `${event} ${state}`).sort();
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(['campaign.finished delivered', 'message.sent delivered']);
    const told = (type: string): unknown => JSON.parse(received().find((each) => each.type === type)?.body ?? '');
    expect(told('campaign.finished')).toMatchObject({ data: { id, title: 'Spring sale', status: 'sent' } });
    expect(told('message.sent')).toMatchObject({ data: { is_inbound: false, details: { kind: 'message', message: 'Your bike is ready' } } });
  });

  test('of a text that is deleted leaves no copy in the log', async () => {
    const hook = await create({ events: ['message.received'] });
    const [line] = await s.buy(1);
    await s.outside.sandbox.generator.text(line?.number ?? '', 'My code is 1234', caller);
    await expect.poll(() => received().length, { timeout: 60_000 }).toBe(1);
    const body = () => database().selectFrom('event_deliveries').select('body').where('hook_id', '=', hook.id).executeTakeFirstOrThrow();
    expect((await body()).body).toContain('My code is 1234');
    await database().updateTable('items').set({ deleted_at: new Date() }).where('company_id', '=', s.company.id).execute();
    expect((await body()).body).toBe(null);
    const [row] = await log(hook);
    await s.owner.call(eventHooks.resend, { params: { ...at(hook).params, deliveryId: row?.id ?? 0 } });
    await deliver(hook);
    expect(received()).toHaveLength(1);
  });

  test('is signed by both secrets for a day after one is rotated', async () => {
    const { secret: before, ...hook } = await create();
    const { secret: after } = await s.owner.call(eventHooks.rotateSecret, at(hook));
    expect(after).not.toBe(before);
    await s.owner.call(eventHooks.test, at(hook));
    const check = (secrets: readonly string[]) => {
      const [told] = received();
      const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signature } = told?.headers ?? {};
      expect(signature).toBe(secrets.map((secret) => compute(secret, id, timestamp, told?.body ?? '')).join(' '));
    };
    check([after, before]);
    await database().updateTable('event_hooks').set({ previous_until: new Date() }).where('id', '=', hook.id).execute();
    await s.owner.call(eventHooks.test, at(hook));
    check([after]);
  });
});

describe('a delivery that fails', () => {
  test('is made again with growing pauses under the same id and the same bytes, for about a day and a half', async () => {
    const hook = await create();
    s.outside.sandbox.hooks.answer(path, 500);
    await insertCall();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= hookLimits.retrySeconds.length + 1; attempt += 1) {
      await deliver(hook);
      const [row] = await log(hook);
      expect(row).toMatchObject({ attempts: attempt, status: 500, answer: 'The receiver answers 500', reason: 'Answered 500' });
      if (row?.dueAt) pauses.push((Date.parse(row.dueAt) - Date.parse(row.attemptedAt ?? '')) / 1_000);
    }
    expect(pauses).toHaveLength(hookLimits.retrySeconds.length);
    for (const [nth, pause] of pauses.entries()) expect(Math.abs(pause - (hookLimits.retrySeconds[nth] ?? 0))).toBeLessThan(30);
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600).toBeGreaterThan(35);
    expect(await log(hook)).toMatchObject([{ state: 'failed', dueAt: null }]);
    expect(new Set(received().map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(received().map(({ body }) => body)).size).toBe(1);
    expect(await read(hook)).toMatchObject({ isActive: true, problem: 'Answered 500', failingSince: expect.any(String), deliveries: { failed: 1 } });

    s.outside.sandbox.hooks.answer(path, null);
    const [row] = await log(hook);
    const resent = { params: { ...at(hook).params, deliveryId: row?.id ?? 0 } };
    expect(await s.owner.call(eventHooks.resend, resent)).toMatchObject({ state: 'waiting', attempts: 0 });
    await deliver(hook);
    expect(await log(hook)).toMatchObject([{ id: row?.id, state: 'delivered', attempts: 1 }]);
    expect(new Set(received().map(({ messageId }) => messageId)).size).toBe(1);
    expect(await read(hook)).toMatchObject({ problem: null, failingSince: null });
  });

  test('on its way is not sent again by a person, nor while the webhook is off', async () => {
    const hook = await create();
    await insertCall();
    const [row] = await log(hook);
    const resend = { params: { ...at(hook).params, deliveryId: row?.id ?? 0 } };
    expect(await refused(s.owner.refusal(eventHooks.resend, resend))).toMatchObject({ status: 409 });
    await s.owner.call(eventHooks.update, { ...at(hook), body: { isActive: false } });
    expect(await refused(s.owner.refusal(eventHooks.resend, resend))).toMatchObject({ status: 422 });
    expect(await refused(s.owner.refusal(eventHooks.resend, { params: { ...resend.params, deliveryId: 987_654_321 } }))).toMatchObject({ status: 404 });
  });

  test('follows no redirect', async () => {
    const hook = await create({ path: '/redirect' });
    expect(await s.owner.call(eventHooks.test, at(hook))).toMatchObject({ state: 'failed', status: 302, reason: 'Answered 302. Redirects aren’t followed.' });
    expect(received('/redirected')).toEqual([]);
  });

  test('with 410 turns the webhook off at once; what waits is dropped, and it stands in the audit log', async () => {
    const agent = await s.outside.server.worker(s.company, 'user');
    const hook = await create();
    s.outside.sandbox.hooks.answer(path, 410);
    await insertCall();
    await deliver(hook);
    await insertCall();
    expect(await read(hook)).toMatchObject({ isActive: false, problem: 'Turned off: the receiver answered 410 Gone' });
    expect((await log(hook)).map(({ state }) => state)).toEqual(['failed']);
    const { data } = await s.owner.call(routes.audit.list, { query: { q: 'webhook was turned off' } });
    expect(data[0]).toMatchObject({ subject: hookHost });
    await expect
      .poll(() => catcher.messages(s.owner.person.email).map(({ subject }) => subject), { timeout: 30_000 })
      .toEqual([expect.stringMatching(/^A webhook of .* was turned off$/)]);
    expect(JSON.stringify(catcher.messages(s.owner.person.email))).toContain('410 Gone');
    expect(catcher.messages(agent.person.email)).toEqual([]);
    s.outside.sandbox.hooks.answer(path, null);
    expect(await s.owner.call(eventHooks.update, { ...at(hook), body: { isActive: true } })).toMatchObject({ isActive: true, problem: null });
  });

  test('for days turns the webhook off, and not before', async () => {
    const hook = await create();
    s.outside.sandbox.hooks.answer(path, 503);
    await insertCall();
    await insertCall();
    const since = (days: number) =>
      database()
        .updateTable('event_hooks')
        .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', hook.id)
        .execute();
    await since(hookLimits.failingDays - 0.1);
    await deliver(hook);
    expect(await read(hook)).toMatchObject({ isActive: true });
    await since(hookLimits.failingDays + 0.1);
    await deliver(hook);
    expect(await read(hook)).toMatchObject({ isActive: false, problem: 'Turned off: nothing arrived for 3 days. Last: Answered 503' });
    expect((await log(hook)).every(({ state }) => state === 'dropped')).toBe(true);
  });

  test('and comes back to wait after its webhook was turned off is dropped as that is turned on', async () => {
    const hook = await create();
    await insertCall();
    await s.owner.call(eventHooks.update, { ...at(hook), body: { isActive: false } });
    // The attempt that was under way is settled now.
    await database().updateTable('event_deliveries').set({ state: 'waiting', due_at: new Date() }).where('hook_id', '=', hook.id).execute();
    await s.owner.call(eventHooks.update, { ...at(hook), body: { isActive: true } });
    await deliver(hook);
    expect((await log(hook)).map(({ state }) => state)).toEqual(['dropped']);
    expect(received()).toEqual([]);
  });

  test('no longer: a webhook that is off gets nothing more, not even what waited', async () => {
    const hook = await create();
    await insertCall();
    await s.owner.call(eventHooks.update, { ...at(hook), body: { isActive: false } });
    await insertCall();
    await deliver(hook);
    expect(received()).toEqual([]);
    expect(await log(hook)).toMatchObject([{ state: 'dropped', reason: 'The webhook was turned off' }]);
  });
});

describe('a process that dies', () => {
  test.each(['after the claim', 'after the answers'])('%s: the attempt is made again under the same id, and the event stands once', async (step) => {
    const hook = await create();
    await insertCall();
    onFailpoint((name) => {
      if (name === `eventHooks.deliver: ${step}`) throw new Error('Died');
    });
    await pass(hook);
    await deliverEvents(s.outside.server.services, { companyId: s.company.id, hookId: hook.id }).catch(() => {});
    await expect.poll(async () => (await log(hook))[0]?.state).toBe('sending');
    const before = received().length;
    onFailpoint(() => {});
    await deliver(hook).catch(() => {});
    await outlive(hook);
    await enqueueDueDeliveries(s.outside.server.services);
    await expect.poll(async () => log(hook), { timeout: 60_000 }).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(received()).toHaveLength(before + 1);
    expect(new Set(received().map(({ messageId, body }) => messageId + body)).size).toBe(1);
  });
});

test('the log goes back for its days', async () => {
  const hook = await create();
  await s.owner.call(eventHooks.test, at(hook));
  const { id: kept } = await s.owner.call(eventHooks.test, at(hook));
  await sql`update event_deliveries set created_at = now() - interval '31 days' where hook_id = ${hook.id} and id <> ${kept}`.execute(database());
  await pruneDeliveries(s.outside.server.services);
  expect((await log(hook)).map(({ id }) => id)).toEqual([kept]);
});
