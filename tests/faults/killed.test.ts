/**
 * The server of an installation is killed (`kill -9`) at the named steps of its work, and then the installation whole: it comes back by itself, nothing
 * goes twice, nothing is lost. FAULTS=long dies at every step of everything; otherwise at every step of sending, and once in each other work.
 */
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { ga4Streams } from '#sandbox/analytics/ga4.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { fateOf, type Message } from '#tests/server/outside.ts';
import { type Installation, kill, prepareInstallation } from './installation.ts';

const isLong = process.env.FAULTS === 'long';
const delivered = findMagicNumber('Delivered');
const [before, intent, request, settled] = ['before the intent', 'after the intent', 'after the request', 'after settling'].map(
  (step) => `message.send: ${step}`,
);
const looks = ['before the look', 'after the look', 'after settling'].map((step) => `message.reconcile: ${step}`);

let place: Installation;

beforeAll(async () => {
  place = await prepareInstallation();
  await place.start();
}, 240_000);
afterAll(() => place.close());

type Company = Awaited<ReturnType<Installation['company']>>;
let count = 0;

/** A text that waits: on its schedule, or held back so that it can be taken back. */
async function wait({ agent, line }: Company, how: 'scheduled' | 'held', recipient = delivered, seconds = 1): Promise<Message> {
  count += 1;
  const body = { numberId: line.id, recipient, message: `Text ${count}, ${how}`, clientId: `killed-text-${count}` };
  const send = () =>
    how === 'held'
      ? agent.call(routes.messaging.send, { body: { ...body, holdSeconds: seconds }, files: [] })
      : agent.call(routes.messaging.schedule, { body: { ...body, sendAt: new Date(Date.now() + seconds * 1_000).toISOString() }, files: [] });
  // The message before may be at the step where the server dies next, and takes this request along. As the app does: again, under the same id.
  return send().catch(async (error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    await answers();
    return send();
  });
}

const fate = async ({ agent }: Company, { id, conversationId }: Message) =>
  fateOf(await agent.call(routes.conversations.item, { params: { id: conversationId, itemId: id } }));
const words = ({ details }: Message) => (details.kind === 'message' ? details.message : '');
const answers = () => vi.waitFor(async () => expect((await fetch(`${place.url}/ready`)).status).toBe(200), { timeout: 60_000, interval: 50 });

/** The server has died at all places that were listed, and answers again. */
async function hasDied(): Promise<void> {
  await vi.waitFor(() => expect(place.deathsLeft()).toEqual([]), { timeout: 90_000, interval: 50 });
  await answers();
}

test('killed at every step of a scheduled text and of one held back: it comes back, nothing goes twice, nothing is lost', { timeout: 600_000 }, async () => {
  const company = await place.company();
  const kinds = ['scheduled', 'held'] as const;
  const steps = [before, intent, request, settled].map(String);
  const plan = isLong ? kinds.flatMap((how) => steps.map((step) => ({ how, step }))) : steps.map((step, at) => ({ how: kinds[at % 2] ?? 'held', step }));
  const texts: Message[] = [];
  for (const { how, step } of plan) {
    place.dieAt(step);
    const text = await wait(company, how);
    texts.push(text);
    await hasDied();
    // Sent again before the next death is prepared, which would meet it too.
    if (step !== intent) await vi.waitFor(async () => expect(await fate(company, text)).toBe('delivered'), { timeout: 120_000, interval: 100 });
  }
  for (const step of isLong ? looks : looks.slice(1, 2)) {
    place.dieAt(step);
    texts.push(await wait(company, 'held', findMagicNumber('Accepted, reply lost, no callbacks'), 0));
    await hasDied();
  }
  const known = async () => Promise.all(texts.map(async (text) => [words(text), await fate(company, text)]));
  const fates = plan.map(({ step }) => (step === intent ? 'unknown' : 'delivered'));
  const expected = texts.map((text, at) => [words(text), fates[at] ?? 'accepted']);
  await vi.waitFor(async () => expect(await known()).toEqual(expected), { timeout: 120_000, interval: 250 });
  const gone = expected.flatMap(([text, state]) => (state === 'unknown' ? [] : [text]));
  expect((await place.taken(company.line.number)).sort()).toEqual(gone.sort());
  const attempts = await place.owner().selectFrom('message_attempts').select('item_id').where('company_id', '=', company.id).execute();
  expect(new Set(attempts.map((row) => row.item_id)).size).toBe(attempts.length);
  expect(place.said()).toContain('Server exited (SIGKILL)');
  expect(place.said()).toContain('Server restarted');
});

test('killed while texts are held back: they go at their time, what was taken back does not', async () => {
  const company = await place.company();
  const [goes, stays] = [await wait(company, 'held', delivered, 6), await wait(company, 'held', delivered, 60)];
  const [server] = place.processes().server;
  kill(server);
  await vi.waitFor(() => expect(place.processes().server).not.toContain(server), { timeout: 20_000 });
  await answers();
  expect(await company.agent.call(routes.messaging.takeBack, { params: { itemId: stays.id } })).toEqual({ message: words(stays) });
  await vi.waitFor(async () => expect(await fate(company, goes)).toBe('delivered'), { timeout: 60_000, interval: 100 });
  expect(await place.taken(company.line.number)).toEqual([words(goes)]);
});

test('killed in the middle of a change of many rows: every row once, and the counts add up', async () => {
  const company = await place.company();
  const rows = 1_200;
  await sql`
    with threads as (
      insert into conversations (company_id, number_id, recipient, last_activity_at, latest, item_types, unread_count)
      select ${company.id}, ${company.line.id}, '+1312556' || lpad(at::text, 4, '0'), now(), '{}', '{message}', 1 from generate_series(1, ${rows}::int) at
      returning id, recipient
    )
    insert into items (company_id, conversation_id, number_id, recipient, type, is_inbound, is_read, created_at)
    select ${company.id}, id, ${company.line.id}, recipient, 'message', true, false, now() from threads`.execute(place.owner());
  const key = 'read-all-of-them';
  place.dieAt(...(isLong ? ['batch.run: within a chunk', 'batch.run: after a chunk'] : ['batch.run: after a chunk']));
  await company.agent.call(routes.conversations.bulkAction, { body: { key, action: 'read', all: true, count: rows } }).catch(() => {});
  await hasDied();
  const state = async () => {
    const { batch } = await company.agent.call(routes.conversations.batch, { params: { batchId: key } });
    return { done: batch?.done, skipped: batch?.skipped, finished: batch?.finishedAt !== null };
  };
  await vi.waitFor(async () => expect(await state()).toEqual({ done: rows, skipped: 0, finished: true }), { timeout: 90_000, interval: 250 });
  const unread = place.owner().selectFrom('items').select('id').where('company_id', '=', company.id).where('is_read', '=', false);
  expect(await unread.execute()).toEqual([]);
});

test('killed while conversions are sent to Google Analytics: none goes twice, and what is not known is not confirmed', async () => {
  const company = await place.company();
  const { measurementId, apiSecret } = ga4Streams[0];
  const stream = await company.agent.call(routes.integrations.createGa4, { body: { measurementId, apiSecret, events: ['lead'], parameters: [] } });
  const rows = place.owner().selectFrom('conversions').where('integration_id', '=', stream.id);
  const lead = async () => {
    const values = { company_id: company.id, number_id: company.line.id, recipient: '+13125560100', is_inbound: true, is_lead: true, started_at: new Date() };
    await place.owner().insertInto('calls').values(values).execute();
  };
  const pass = () =>
    place.owner().updateTable('conversions').set({ due_at: new Date() }).where('integration_id', '=', stream.id).where('state', '=', 'held').execute();
  for (const step of ['after the intents', 'after the answers']) {
    await lead();
    place.dieAt(`conversions.send: ${step}`);
    await pass();
    await hasDied();
  }
  await lead();
  await pass();
  const states = async () => (await rows.select('state').orderBy('id').execute()).map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(['unknown', 'unknown', 'accepted']), { timeout: 120_000, interval: 250 });
  expect(await place.analyticsEvents('generate_lead')).toBe(2);
});

test('killed while events are posted to a webhook: each arrives, however often under one id', { timeout: 300_000 }, async () => {
  const company = await place.company();
  const params = { companyId: company.id };
  const body = { url: 'https://hooks.example/ok/killed', events: ['call.ended' as const] };
  const hook = await company.agent.call(routes.eventHooks.create, { params, body });
  const rows = place.owner().selectFrom('event_deliveries').where('hook_id', '=', hook.id).orderBy('id');
  for (const step of ['after the claim', 'after the answers']) {
    place.dieAt(`eventHooks.deliver: ${step}`);
    const values = {
      company_id: company.id,
      number_id: company.line.id,
      recipient: '+13125560100',
      is_inbound: true,
      started_at: new Date(),
      ended_at: new Date(),
    };
    await place.owner().insertInto('calls').values(values).execute();
    await hasDied();
  }
  const states = async () => (await rows.select('state').execute()).map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(['delivered', 'delivered']), { timeout: 180_000, interval: 250 });
  const ids = (await rows.select('message_id').execute()).map((row) => row.message_id);
  expect(await Promise.all(ids.map((id) => place.hookArrivals(id)))).toEqual([1, 2]);
});

test('the script itself is killed: nothing of it is left behind, and started again it goes on where it was', async () => {
  const company = await place.company();
  const due = await wait(company, 'scheduled', delivered, 10);
  const all = () => Object.values(place.processes()).flat();
  expect(all().length).toBeGreaterThanOrEqual(4);
  const gone = once(place.script(), 'exit');
  place.script().kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  await vi.waitFor(() => expect(all()).toEqual([]), { timeout: 30_000, interval: 100 });
  await place.start();
  await vi.waitFor(async () => expect(await fate(company, due)).toBe('delivered'), { timeout: 60_000, interval: 100 });
  expect(await place.taken(company.line.number)).toEqual([words(due)]);
});
