/**
 * The product as it is shipped: cloned, installed and started as README says, then used by plain clients over HTTP. The tests are steps of one
 * story in their order; a server that ends on the way, however quickly it is back, fails it.
 */
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Item } from '#contract/conversations/entities.ts';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { demoPassword } from '#sandbox/world/people.ts';
import { parametersOf, valuesOf } from '#tests/access/arbitrary.ts';
import { type FormFile, Refused } from '#tests/server/client.ts';
import { sendRaw, sendUpgrade } from '#tests/server/raw.ts';
import { askPlainly, PlainClient } from './plain.ts';
import { type Product, startProduct } from './product.ts';

const install = 420_000;
/** One value in so many does not fit its schema. */
const fitting = 1_000_000;
let product: Product;
let owner: PlainClient;

beforeAll(async () => {
  product = await startProduct();
}, install);
afterAll(() => product?.remove(), 120_000);
afterEach(() => expect(product.deaths()).toEqual([]));

/** Commands the sandbox; the status it answers with. */
async function command(name: string, body: object): Promise<number> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${product.sandboxUrl}/control/${name}`, init)).status;
}

const isThere = async () => expect((await askPlainly(product.url, '/health')).status).toBe(200);

test('the start page comes to plain clients', async () => {
  for (const [path, headers, method] of [
    ['/', {}, 'GET'],
    ['/', {}, 'HEAD'],
    ['/?a=1', {}, 'GET'],
    ['/', { 'accept-encoding': 'identity' }, 'GET'],
    ['/', { 'accept-encoding': 'gzip, deflate, br' }, 'GET'],
    ['/inbox', {}, 'GET'],
  ] as const) {
    const answer = await askPlainly(product.url, path, headers, method);
    expect([answer.status, answer.headers['content-type']], `${method} ${path}`).toEqual([200, 'text/html; charset=utf-8']);
  }
  const { text } = await askPlainly(product.url, '/');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
  expect((await askPlainly(product.url, script)).headers['content-type']).toMatch(/javascript/);
});

test('files that are none of its own are not there', async () => {
  for (const path of ['/.env', '/.git/config', '/data/secrets.json', '/server/start.ts', '/wp-login.php']) {
    expect((await askPlainly(product.url, path)).status, path).toBe(404);
  }
});

test('the owner of the demo company signs in', async () => {
  const browser = new PlainClient(product.url);
  await browser.call(routes.auth.login, { body: { email: 'ana@northwind.example', password: demoPassword } });
  expect(await browser.call(routes.auth.currentUser)).toMatchObject({ email: 'ana@northwind.example' });
  const { data } = await browser.call(routes.me.companies);
  // The first company of the demo is the large one.
  owner = browser.in(Math.min(...data.map(({ id }) => id)));
});

test('a page hears what happens over its socket', async () => {
  const { realtime } = await owner.call(routes.system.config);
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/app/${realtime.key}?protocol=7`, { origin: product.url });
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(String(data)));
  await expect.poll(() => frames.length).toBe(1);
  const { socket_id: socketId } = JSON.parse(JSON.parse(frames[0] ?? '').data);
  const channelName = `private-company-${owner.companyId}`;
  const { auth } = await owner.call(routes.auth.channelAuth, { body: { socketId, channelName } });
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: channelName, auth } }));
  await expect.poll(() => frames.some((frame) => frame.includes('subscription_succeeded')), { timeout: 10_000 }).toBe(true);
  socket.close();
});

/** Replies in the first conversation that takes it; the item. */
async function reply(message: string, files: readonly FormFile[] = []): Promise<Item> {
  const { data } = await owner.call(routes.conversations.list, { query: { perPage: 50 } });
  const tried: string[] = [];
  for (const { id } of data) {
    try {
      return await owner.call(routes.messaging.send, { body: { conversationId: id, message }, files });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tried.push(error.message);
    }
  }
  throw new Error(`No conversation took a reply:\n${tried.join('\n')}`);
}
const look = ({ conversationId, id }: Pick<Item, 'conversationId' | 'id'>) =>
  owner.call(routes.conversations.item, { params: { id: conversationId, itemId: id } });
const isDelivered = (item: Item) =>
  expect
    .poll(
      async () => {
        const { details } = await look(item);
        return details.kind === 'message' ? details.deliveryState : '';
      },
      { timeout: 30_000 },
    )
    .toBe('delivered');
const picture = async (url: string | undefined) => sharp(await (await owner.download(url ?? '')).arrayBuffer()).metadata();

test('a reply is sent and delivered', async () => isDelivered(await reply('Thank you for your message.')));

test('a picture is sent upright and as a JPEG, without where it was taken', async () => {
  const scan = sharp({ create: { width: 60, height: 30, channels: 3, background: '#3366cc' } })
    .withExif({ IFD0: { Make: 'Keyphone' } })
    .withMetadata({ orientation: 6 });
  const item = await reply('This is the car.', [{ name: 'car.tiff', type: 'image/tiff', bytes: await scan.tiff().toBuffer() }]);
  const { details } = item;
  const media = details.kind === 'message' ? details.media : [];
  expect(media).toMatchObject([{ name: 'car.jpg', contentType: 'image/jpeg' }]);
  const header = await picture(media[0]?.url);
  expect([header.format, header.width, header.height, header.exif]).toEqual(['jpeg', 30, 60, undefined]);
  await isDelivered(item);
  await isThere();
});

test('a fax comes in, and its pages are pictures', async () => {
  const from = '+15035550143';
  const { data } = await owner.call(routes.numbers.list, { query: {} });
  const to = data.find(({ lineType }) => lineType === 2)?.number;
  expect(await command('fax', { to, from, document: 'order' })).toBe(202);
  const fax = async () => {
    const thread = (await owner.call(routes.conversations.list, { query: { perPage: 50 } })).data.find(({ recipient }) => recipient === from);
    const items = thread ? (await owner.call(routes.conversations.items, { params: { conversationId: thread.id } })).data : [];
    return items.map(({ details }) => details).find((details) => details.kind === 'fax');
  };
  await expect.poll(async () => (await fax())?.pagesState, { timeout: 40_000 }).toBe('drawn');
  const { pages, media = [], document } = (await fax()) ?? {};
  expect([pages, media.length, document?.contentType]).toEqual([2, 2, 'application/pdf']);
  for (const { url } of media) expect(await picture(url)).toMatchObject({ format: 'png', width: 1_240 });
  await isThere();
});

test('a greeting is spoken, and one is made of a text', async () => {
  const voices = await owner.call(routes.greetings.voices);
  const voice = voices.data[0]?.id ?? '';
  const { audio, contentType } = await owner.call(routes.greetings.speak, { body: { content: 'Hello there', voice } });
  expect([contentType, Buffer.from(audio, 'base64').subarray(0, 4).toString('latin1')]).toEqual(['audio/wav', 'RIFF']);
  await owner.call(routes.greetings.create, { body: { name: 'Shipped', content: 'Hello there, and welcome', voice }, files: [] });
  await isThere();
});

test('a large export is made while the server goes on answering', async () => {
  const columns = ['startedAt', 'caller', 'number', 'result', 'duration'] as const;
  const { id } = await owner.call(routes.exports.calls, { body: { async: true, columns: [...columns], tz: 'America/New_York', format: 'xlsx' } });
  let slowest = 0;
  const made = async () => {
    const startedAt = performance.now();
    await isThere();
    slowest = Math.max(slowest, performance.now() - startedAt);
    return (await owner.call(routes.exports.list)).data.find((entry) => entry.id === id);
  };
  await expect.poll(async () => (await made())?.finishedAt ?? null, { timeout: 200_000, interval: 100 }).not.toBeNull();
  const { rows, media } = (await made()) ?? {};
  expect(rows).toBeGreaterThan(1_000);
  expect((await owner.fetch(media?.url ?? '')).text.slice(0, 2)).toBe('PK');
  expect(slowest).toBeLessThan(5_000);
});

test('somebody calls, and the call is on record', async () => {
  const { data } = await owner.call(routes.numbers.list, { query: {} });
  const from = '+15035550142';
  const before = await owner.call(routes.calls.search, { query: { caller: from } });
  expect(await command('script', { to: data[0]?.number, from, presses: ['1'], talkSeconds: 1, patience: 8 })).toBe(202);
  await expect
    .poll(async () => (await owner.call(routes.calls.search, { query: { caller: from } })).data.length, { timeout: 50_000 })
    .toBeGreaterThan(before.data.length);
});

test('packets from below HTTP are refused, and the server lives', async () => {
  for (const target of ['//', '//[', '///', '/\\', 'http://[']) {
    expect((await sendUpgrade(product.url, target)).isClosed, target).toBe(true);
    await isThere();
  }
  const others = await Promise.all(Array.from({ length: 50 }, () => sendUpgrade(product.url, '/other')));
  expect(others.filter(({ isClosed }) => !isClosed)).toEqual([]);
  for (const bytes of ['GET / HTTP/9\r\n\r\n', '\x16\x03\x01', 'GET /', `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`])
    await sendRaw(product.url, bytes, 500);
  await isThere();
});

test('every route of the contract is answered, none with a failure of the server', async () => {
  const failed: string[] = [];
  const all = Object.entries(routes).flatMap(([area, table]) =>
    Object.entries(table).map(([name, route]: [string, Route]) => ({ name: `${area}.${name}`, route })),
  );
  const sample = (values: fc.Arbitrary<unknown>, seed: number) => fc.sample(values, { numRuns: 1, seed })[0];
  for (const [seed, { name, route }] of all.entries()) {
    // Whatever was asked before, such as to sign out: each is asked by somebody who is signed in.
    if ((await owner.exchange(routes.auth.currentUser)).status !== 200) {
      owner.cookies.clear();
      await owner.call(routes.auth.login, { body: { email: 'ana@northwind.example', password: demoPassword } });
    }
    const params = Object.fromEntries(Object.keys(route.params ?? {}).map((key) => [key, key === 'companyId' ? owner.companyId : 1]));
    const body = route.body === undefined ? undefined : sample(valuesOf(route.body, fitting), seed);
    const query = route.query === undefined ? {} : sample(parametersOf(route.query, fitting), seed);
    const input = { params, query: Object(query), ...(body === undefined ? {} : { body }), ...(route.multipart ? { files: [] } : {}) };
    const { status, text } = await owner.exchange(route, input).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (status === 0 || (status >= 500 && status !== 502)) failed.push(`${name}: ${status} ${text.slice(0, 200)}`);
  }
  expect(failed).toEqual([]);
  await isThere();
});

test('it ends cleanly when it is told to, and leaves nothing behind', async () => {
  expect(product.processes().length).toBeGreaterThan(3);
  await product.stop();
  expect(product.databaseLog()).toContain('database system is shut down');
  expect(product.said()).not.toMatch(/Unhandled|Uncaught|"level":(50|60)/);
});
