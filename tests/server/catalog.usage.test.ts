/** Use of a catalog account, and the channel on which it is told: its own alone, as long as its session lasts. */
import type Pusher from 'pusher-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountEvent, accountEvent, getAccountChannel } from '#contract/core/accountChannel.ts';
import { getCompanyChannel, getUserChannel } from '#contract/core/realtime.ts';
import { fromWire } from '#contract/core/wire.ts';
import { routes } from '#contract/index.ts';
import { type Outside, startOutside } from './outside.ts';
import { heard, openPusher } from './pusher.ts';
import { refused } from './stage.ts';

const { catalog } = routes;
let outside: Outside;
const sockets: Pusher[] = [];

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await outside.close();
});

type Account = Awaited<ReturnType<Outside['server']['catalogAccount']>>;
const owner = () => outside.server.owner;

/** Listens on the account's channel; what it hears. */
async function listen({ client, id }: Account) {
  const { config } = outside.server;
  const socket = openPusher(client, { port: config.port, key: config.realtime.key }, (body) => client.call(catalog.channelAuth, { body }));
  sockets.push(socket);
  const channel = socket.subscribe(getAccountChannel(id));
  const events = heard(accountEvent, channel);
  await new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
  return { socket, channel, events };
}

/** Buys offers for an account; their rows once they are ready. */
async function buy({ client }: Account, many: number): Promise<readonly number[]> {
  const ids = (await client.call(catalog.random)).data.slice(0, many).map(({ id }) => id);
  await client.call(catalog.activate, { body: { ids } });
  await expect.poll(async () => (await client.call(catalog.numbers)).data.map(({ state }) => state), { timeout: 30_000 }).toEqual(Array(many).fill('ready'));
  return ids;
}

test('numbers are counted from when they are bought, and told to the account as it happens', async () => {
  const [ana, ben] = [await outside.server.catalogAccount(), await outside.server.catalogAccount()];
  const [hers, his] = [await listen(ana), await listen(ben)];
  const before = await ana.client.call(catalog.usage);
  expect(before).toMatchObject({ activeNumbers: 0, inactiveNumbers: 0, orderedNumbers: 0, boughtNumbers: 0, numberDays: 0 });
  const [start, end] = [new Date(before.periodStart), new Date(before.periodEnd)];
  expect(before.periodStart).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
  expect(end.getTime()).toBe(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  const [first = 0] = await buy(ana, 2);
  await expect.poll(() => hers.events.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(hers.events.map((event) => AccountEvent.parse(fromWire(event)))).toEqual(hers.events.map(() => ({ kind: 'usage-updated' })));
  expect(await ana.client.call(catalog.usage)).toMatchObject({ activeNumbers: 2, inactiveNumbers: 0, boughtNumbers: 2, numberDays: 2 });
  await ana.client.call(catalog.activate, { body: { ids: [first] } });
  expect(await ana.client.call(catalog.usage)).toMatchObject({ activeNumbers: 1, inactiveNumbers: 1, boughtNumbers: 2, numberDays: 2 });
  const told = hers.events.length;
  await ana.client.call(catalog.removeNumber, { params: { id: first } });
  await expect.poll(() => hers.events.length, { timeout: 20_000 }).toBeGreaterThan(told);
  // It was held today, and counts.
  expect(await ana.client.call(catalog.usage)).toMatchObject({ activeNumbers: 0, inactiveNumbers: 1, boughtNumbers: 2, numberDays: 2 });
  expect(await ben.client.call(catalog.usage)).toMatchObject({ inactiveNumbers: 0, boughtNumbers: 0, numberDays: 0 });
  expect(his.events).toEqual([]);
});

test('a number held since an earlier month counts by the days of this one, one given back before not at all', async () => {
  const ana = await outside.server.catalogAccount();
  const start = Date.parse((await ana.client.call(catalog.usage)).periodStart);
  const day = new Date().getUTCDate();
  const period = (began: number, ended: number | null) => ({
    account_id: ana.id,
    number_id: 900_000_000 + Math.abs(began % 1_000_000),
    began_at: new Date(began),
    ended_at: ended === null ? null : new Date(ended),
  });
  await owner()
    .insertInto('catalog_periods')
    .values([period(start - 40 * 86_400_000, null), period(start - 30 * 86_400_000, start - 1), period(start - 1_000, start + 1_000)])
    .execute();
  expect(await ana.client.call(catalog.usage)).toMatchObject({ boughtNumbers: 0, numberDays: day + 1 });
});

test('an account hears its own channel alone, and nobody else hears it', async () => {
  const [ana, ben] = [await outside.server.catalogAccount(), await outside.server.catalogAccount()];
  const company = await outside.server.company();
  const worker = await outside.server.worker(company, 'owner');
  const ask = (client: Account['client'], channelName: string) => refused(client.refusal(catalog.channelAuth, { body: { socketId: '1.1', channelName } }));
  expect(await ask(ana.client, getAccountChannel(ben.id))).toMatchObject({ status: 403 });
  expect(await ask(ana.client, getCompanyChannel(company.id))).toMatchObject({ status: 404 });
  expect(await ask(ana.client, getUserChannel(ana.id))).toMatchObject({ status: 404 });
  expect(await ask(ana.client, `${getAccountChannel(ana.id)}0x`)).toMatchObject({ status: 404 });
  expect(await ask(worker, getAccountChannel(ana.id))).toMatchObject({ status: 401 });
  const theirs = worker.refusal(routes.auth.channelAuth, { body: { socketId: '1.1', channelName: getAccountChannel(worker.person.id) } });
  expect(await refused(theirs)).toMatchObject({ status: 404 });
  // A signature of another socket, or of another channel, opens nothing.
  const { auth } = await ana.client.call(catalog.channelAuth, { body: { socketId: '1.1', channelName: getAccountChannel(ana.id) } });
  const { config } = outside.server;
  const socket = openPusher(ana.client, { port: config.port, key: config.realtime.key }, async () => ({ auth }));
  sockets.push(socket);
  const channel = socket.subscribe(getAccountChannel(ana.id));
  expect(await new Promise((resolve) => channel.bind('pusher:subscription_error', resolve))).toMatchObject({ status: 403 });
});

test('a subscription ends with its session', async () => {
  const ana = await outside.server.catalogAccount();
  const { socket, channel } = await listen(ana);
  const lost = new Promise((resolve) => channel.bind('pusher:subscription_error', resolve));
  const closed = new Promise((resolve) =>
    socket.connection.bind('state_change', ({ current }: { current: string }) => current !== 'connected' && resolve(current)),
  );
  await owner().deleteFrom('catalog_sessions').where('account_id', '=', ana.id).execute();
  await closed;
  // It comes back, and is not signed again.
  await lost;
});
