import { sql } from 'kysely';
import PusherServer from 'pusher';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { events, getCompanyChannel, getLimitedChannel, getUserChannel } from '#contract/core/realtime.ts';
import { fromWire } from '#contract/core/wire.ts';
import { routes } from '#contract/index.ts';
import { createServer } from '#server/createServer.ts';
import { currentTransaction, recordChange } from '#server/db/tenancy.ts';
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { changesOf, heard, once, openPusher, toldBy } from './pusher.ts';

let server: TestServer;
let company: TestCompany;
let line: { id: number; number: string };
const open: Pusher[] = [];
let count = 0;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  line = await server.number(company);
});
afterAll(() => server.close());
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});

type Worker = Awaited<ReturnType<TestServer['worker']>>;
const port = (of = server) => Number(new URL(of.url).port);

const browser = (worker: Worker, key = server.config.realtime.key): Pusher => {
  const client = openPusher(worker, { port: port(), key });
  open.push(client);
  return client;
};

async function textArrives(body = 'Hello'): Promise<number> {
  count += 1;
  const recipient = `+1503555${String(count).padStart(4, '0')}`;
  return server.services.tenancy.company([company.id], null, async () => {
    const thread = await findOrCreateConversation({ numberId: line.id, recipient });
    const { id } = await addItem({ conversationId: thread.id, numberId: line.id, recipient, type: 'message', isInbound: true, createdAt: new Date(), body });
    return id;
  });
}

test('a member subscribes and hears a change, with ids and positions and no body', async () => {
  const worker = await server.worker(company, 'user');
  const channel = browser(worker).subscribe(getCompanyChannel(company.id));
  await once('pusher:subscription_succeeded', channel);
  const got = heard(events.changes, channel);
  const id = await textArrives('The secret words');
  await expect.poll(() => toldBy(got).map(({ kind }) => kind)).toEqual(['item-created', 'conversation-updated']);
  expect(toldBy(got)[0]).toMatchObject({ companyId: company.id, id, seq: expect.any(Number) });
  expect(JSON.stringify(got)).not.toContain('secret');
  expect(got.filter((batch) => toldBy([batch]).length > 0)).toHaveLength(1);
});

test('a channel of another company, or of another person, is refused', async () => {
  const worker = await server.worker(company, 'user');
  const other = await server.company();
  const client = browser(worker);
  for (const name of [getCompanyChannel(other.id), getUserChannel(worker.person.id + 1), 'private-company-0']) {
    await once('pusher:subscription_error', client.subscribe(name));
    expect(client.channel(name)?.subscribed).toBe(false);
  }
});

test('a wrong signature is refused by the endpoint itself', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/app/${server.config.realtime.key}?protocol=7`);
  const frames: { event: string }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await expect.poll(() => frames.length).toBe(1);
  socket.send(
    JSON.stringify({ event: 'pusher:subscribe', data: { channel: getCompanyChannel(company.id), auth: `${server.config.realtime.key}:${'0'.repeat(64)}` } }),
  );
  await expect.poll(() => frames.at(-1)?.event).toBe('pusher:subscription_error');
  socket.terminate();
});

test('an unknown key is told so and never comes back', async () => {
  const client = browser(await server.worker(company, 'user'), 'another-key');
  const error = await once('error', client.connection);
  expect(error).toMatchObject({ error: { data: { code: 4001 } } });
  await expect.poll(() => client.connection.state).toMatch(/disconnected|failed/);
});

test('what was missed while away is caught up by position, none lost, none twice', async () => {
  const worker = await server.worker(company, 'user');
  const client = browser(worker);
  const channel = client.subscribe(getCompanyChannel(company.id));
  await once('pusher:subscription_succeeded', channel);
  const got = heard(events.changes, channel);
  await textArrives();
  await expect.poll(() => toldBy(got).length).toBe(2);
  const last = toldBy(got).at(-1)?.seq ?? 0;
  client.disconnect();
  const missed = [await textArrives(), await textArrives(), await textArrives()];
  const back = once('pusher:subscription_succeeded', channel);
  client.connect();
  await back;
  const { data, meta } = await worker.call(routes.companies.changes, { query: { after: last } });
  expect(data.filter(({ kind }) => kind === 'item-created').map(({ id }) => id)).toEqual(missed);
  expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 6 }, (_, at) => last + at + 1));
  expect(meta).toEqual({ cursor: last + 6, complete: true });
});

test('when the line to the database broke, clients are sent to reconnect, so that they catch up', async () => {
  const client = browser(await server.worker(company, 'user'));
  const channel = client.subscribe(getCompanyChannel(company.id));
  await once('pusher:subscription_succeeded', channel);
  const again = once('pusher:subscription_succeeded', channel);
  const lines = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keyline realtime' and datname = current_database()`;
  const { rows } = await lines.execute(server.owner);
  expect(rows).toHaveLength(1);
  await again;
  const got = heard(events.changes, channel);
  // The check of each second tells whoever came back to look first: a change just before it is no longer told by itself.
  await expect.poll(() => changesOf(got).map(({ kind }) => kind)).toEqual(['changes-waiting']);
  await textArrives();
  await expect.poll(() => toldBy(got).length).toBe(2);
});

test('losing the membership ends the subscription within five seconds; the window is told, and comes back for what is still theirs', async () => {
  const worker = await server.worker(company, 'user');
  const client = browser(worker);
  const channel = client.subscribe(getCompanyChannel(company.id));
  const own = client.subscribe(getUserChannel(worker.person.id));
  await Promise.all([once('pusher:subscription_succeeded', channel), once('pusher:subscription_succeeded', own)]);
  const ended = once('pusher:subscription_error', channel);
  const got = heard(events.changes, channel);
  const mine = heard(events.user, own);
  await server.owner.deleteFrom('memberships').where('user_id', '=', worker.person.id).execute();
  const started = Date.now();
  await ended;
  expect(Date.now() - started).toBeLessThan(5_000);
  await textArrives();
  await expect.poll(() => mine.map(fromWire)).toEqual([{ kind: 'membership-changed', companyId: company.id }]);
  expect(got).toEqual([]);
});

test('a session that has ended hears nothing more, not even of its own person; another of theirs goes on', async () => {
  const worker = await server.worker(company, 'user');
  const other = await server.signedIn(worker.person);
  const [leaving, staying] = [browser(worker), browser(Object.assign(other.in(company), { person: worker.person }))];
  const channels = [leaving, staying].map((client) => client.subscribe(getUserChannel(worker.person.id)));
  await Promise.all(channels.map((channel) => once('pusher:subscription_succeeded', channel)));
  const [lost, kept] = channels.map((channel) => heard(events.user, channel));
  const refused = once('pusher:subscription_error', leaving.channel(getUserChannel(worker.person.id)));
  const [session] = await server.owner.selectFrom('sessions').select('id').where('user_id', '=', worker.person.id).orderBy('created_at').execute();
  await server.owner
    .deleteFrom('sessions')
    .where('id', '=', session?.id ?? '')
    .execute();
  await refused;
  server.services.realtime.user(worker.person.id, { kind: 'membership-changed' });
  await expect.poll(() => kept?.length).toBe(1);
  expect(lost).toEqual([]);
});

const publisher = (secret = server.config.realtime.secret) => {
  const { appId, key } = server.config.realtime;
  return new PusherServer({ appId, key, secret, host: '127.0.0.1', port: String(port()), useTLS: false });
};

test('the official server SDK publishes one event and a batch; a wrong secret is refused', async () => {
  const worker = await server.worker(company, 'user');
  const channel = browser(worker).subscribe(getCompanyChannel(company.id));
  await once('pusher:subscription_succeeded', channel);
  const got = heard('greeting', channel);
  await publisher().trigger(getCompanyChannel(company.id), 'greeting', { n: 1 });
  await publisher().triggerBatch([2, 3].map((n) => ({ channel: getCompanyChannel(company.id), name: 'greeting', data: { n } })));
  await expect.poll(() => got).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await expect(publisher('another secret').trigger(getCompanyChannel(company.id), 'greeting', {})).rejects.toMatchObject({ status: 401 });
});

test('configured for a cluster, a server publishes there with the official SDK', async () => {
  const { appId, key, secret } = server.config.realtime;
  const node = await startServer({
    config: { realtime: { driver: 'cluster', appId, key, secret, host: '127.0.0.1', port: port(), tls: false, cluster: null } },
  });
  try {
    const worker = await server.worker(company, 'user');
    await node.owner.insertInto('companies').values({ id: company.id, name: 'The same', slug: 'the-same', timezone: 'UTC' }).execute();
    const socket = browser(worker);
    const channel = socket.subscribe(getUserChannel(worker.person.id));
    await once('pusher:subscription_succeeded', channel);
    const got = heard(events.user, channel);
    node.services.realtime.user(worker.person.id, { kind: 'membership-changed' });
    await expect.poll(() => got.map(fromWire)).toEqual([{ kind: 'membership-changed' }]);
    const mine = socket.subscribe(getCompanyChannel(company.id));
    await once('pusher:subscription_succeeded', mine);
    const changes = heard(events.changes, mine);
    await node.services.tenancy.company([company.id], null, async () => recordChange({ kind: 'company-updated', id: company.id }));
    await expect.poll(() => toldBy(changes)).toEqual([{ seq: 1, companyId: company.id, kind: 'company-updated', id: company.id }]);
  } finally {
    await node.close();
  }
});

test('every node hears what one of them commits', async () => {
  const second = await createServer(server.config);
  await second.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const worker = await server.worker(company, 'user');
    const client = browser(worker);
    const channel = client.subscribe(getCompanyChannel(company.id));
    await once('pusher:subscription_succeeded', channel);
    const got = heard(events.changes, channel);
    await second.services.tenancy.company([company.id], null, async () => recordChange({ kind: 'company-updated', id: company.id }));
    await expect.poll(() => toldBy(got).map(({ kind }) => kind)).toEqual(['company-updated']);
    const again = once('connecting', client.connection);
    second.services.realtime.endSubscriptions(worker.person.id);
    await again;
  } finally {
    await second.close();
  }
});

describe('a member limited to some numbers', () => {
  const limited = async (numberIds: readonly number[] | undefined) => {
    const person = await server.person();
    await server.membership(person, company, 'user', numberIds);
    return Object.assign((await server.signedIn(person)).in(company), { person });
  };

  test('hears that changes wait and no id; the changes of their numbers are theirs to fetch, those of others are not', async () => {
    const other = await server.number(company);
    const worker = await limited([other.id]);
    const client = browser(worker);
    await once('pusher:subscription_error', client.subscribe(getCompanyChannel(company.id)));
    const channel = client.subscribe(getLimitedChannel(company.id));
    await once('pusher:subscription_succeeded', channel);
    const { cursor } = (await worker.call(routes.companies.changes)).meta;
    const got = heard(events.changes, channel);
    const theirs = await textArrives();
    await expect.poll(() => changesOf(got)).toEqual([{ seq: cursor + 2, companyId: company.id, kind: 'changes-waiting' }]);
    expect(JSON.stringify(got)).not.toContain(`"id":${theirs}`);
    const recipient = '+15035550999';
    const mine = await server.services.tenancy.company([company.id], null, async () => {
      const thread = await findOrCreateConversation({ numberId: other.id, recipient });
      return addItem({ conversationId: thread.id, numberId: other.id, recipient, type: 'message', isInbound: true, createdAt: new Date(), body: 'Hi' });
    });
    await server.services.tenancy.company([company.id], null, async () => {
      const call = { company_id: company.id, number_id: line.id, recipient, is_inbound: true, result: 'missed' as const, started_at: new Date() };
      const { id } = await currentTransaction().insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow();
      recordChange({ kind: 'call-updated', id });
      recordChange({ kind: 'number-updated', id: line.id });
      recordChange({ kind: 'number-updated', id: other.id });
      recordChange({ kind: 'item-deleted', id: theirs });
      recordChange({ kind: 'tag-updated', id: 7 });
    });
    const feed = await worker.call(routes.companies.changes, { query: { after: cursor } });
    expect(feed.meta).toEqual({ cursor: cursor + 9, complete: true });
    expect(feed.data.map(({ kind, id }) => [kind, id])).toEqual([
      ['item-created', mine.id],
      ['conversation-updated', expect.any(Number)],
      ['number-updated', other.id],
      ['tag-updated', 7],
    ]);
    const all = await (await limited(undefined)).call(routes.companies.changes, { query: { after: cursor } });
    expect(all.data).toHaveLength(9);
  });

  test('hears of the blocks they see and of their own exports, not of those of other numbers and users', async () => {
    const other = await server.number(company);
    const [worker, owner] = [await limited([other.id]), await server.worker(company, 'owner')];
    const { cursor } = (await worker.call(routes.companies.changes)).meta;
    const block = (number_id: number | null, target: string) =>
      server.services.tenancy.company([company.id], null, async () => {
        const row = { company_id: company.id, target, number_id, created_by_name: 'Ana' };
        const { id } = await currentTransaction().insertInto('blocks').values(row).returning('id').executeTakeFirstOrThrow();
        recordChange({ kind: 'block-updated', id, actorId: owner.person.id });
        return id;
      });
    const [theirs, mine, all] = [await block(line.id, '+12125550901'), await block(other.id, '+12125550902'), await block(null, '+12125550903')];
    await server.services.tenancy.company([company.id], null, async () => {
      recordChange({ kind: 'export-updated', id: 71, actorId: owner.person.id });
      recordChange({ kind: 'export-updated', id: 72, actorId: worker.person.id });
    });
    const { data } = await worker.call(routes.companies.changes, { query: { after: cursor } });
    expect(data.map(({ kind, id }) => [kind, id])).toEqual([
      ['block-updated', mine],
      ['block-updated', all],
      ['export-updated', 72],
    ]);
    const seen = (await worker.call(routes.blocks.list)).data.map(({ id }) => id);
    expect([seen.includes(mine), seen.includes(all), seen.includes(theirs)]).toEqual([true, true, false]);
  });

  test('hears of contacts and of batches, which are the company’s: each contact and progress named is theirs to read, undoing another’s batch is not', async () => {
    const other = await server.number(company);
    const [worker, owner] = [await limited([other.id]), await server.worker(company, 'owner')];
    const { cursor } = (await worker.call(routes.companies.changes)).meta;
    const { id } = await owner.call(routes.contacts.create, { body: { name: 'Ana', number: '+12125550904' } });
    await textArrives();
    const [thread] = (await owner.call(routes.conversations.list, { query: { perPage: 1 } })).data;
    const body = { key: `batch-${crypto.randomUUID()}`, action: 'archive' as const, ids: [thread?.id ?? 0] };
    const { batchId } = await owner.call(routes.conversations.bulkAction, { body });
    const progress = async () => (await worker.call(routes.companies.changes, { query: { after: cursor } })).data.filter(({ batch }) => batch?.finishedAt);
    await expect.poll(async () => (await progress()).length, { timeout: 10_000 }).toBe(1);
    expect((await progress())[0]?.batch?.id).toBe(batchId);
    expect(await worker.call(routes.contacts.get, { params: { id } })).toMatchObject({ name: 'Ana' });
    expect(await worker.call(routes.conversations.batch, { params: { batchId } })).toMatchObject({ batch: { id: batchId } });
    expect((await worker.refusal(routes.conversations.undoBulkAction, { params: { key: batchId } })).status).toBe(404);
  });

  test('who becomes one is sent to the limited channel', async () => {
    const worker = await limited(undefined);
    const client = browser(worker);
    const channel = client.subscribe(getCompanyChannel(company.id));
    await once('pusher:subscription_succeeded', channel);
    await server.owner
      .updateTable('memberships')
      .set({ number_ids: [line.id] })
      .where('user_id', '=', worker.person.id)
      .execute();
    await once('pusher:subscription_error', channel);
    const other = client.subscribe(getLimitedChannel(company.id));
    await once('pusher:subscription_succeeded', other);
  });
});
