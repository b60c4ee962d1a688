/** Invitations of catalog accounts: texts to strangers, so few, once, by their hours, and never after STOP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dailyInvitations } from '#contract/catalog/limits.ts';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { sendInvitation } from '#server/domains/catalog/inviting.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { type Outside, postSigned, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const { catalog } = routes;
const sender = '+12125550100';
let outside: Outside;
let count = 0;

beforeAll(async () => {
  outside = await startOutside({ config: { catalogSender: sender, trustedProxies: 1 } });
});
afterAll(async () => {
  onFailpoint(() => {});
  await outside.close();
});

type Account = Awaited<ReturnType<Outside['server']['catalogAccount']>>;
const owner = () => outside.server.owner;
const account = () => outside.server.catalogAccount();
const texts = (to: string) => outside.sandbox.ledger.list({ from: sender, to });

/** A number nobody has asked about, each of a range of its own. */
const stranger = () => {
  count += 1;
  return `+1${['202', '303', '404', '505', '606', '707'][count % 6]}${String(555 - Math.floor(count / 6))}${String(3_000 + count)}`;
};
/** Each asks from a network of their own. */
const from = () => {
  count += 1;
  return { 'x-forwarded-for': `10.7.${count >> 8}.${count & 255}` };
};
const invite = ({ client }: Account, phoneNumber: string, key?: string, headers = from()) =>
  client.call(catalog.invite, { body: { phoneNumber, ...(key === undefined ? {} : { key }) }, headers });
const refusal = ({ client }: Account, phoneNumber: string, headers = from()) => refused(client.refusal(catalog.invite, { body: { phoneNumber }, headers }));
const listed = async ({ client }: Account) => (await client.call(catalog.invitations)).data;
const word = (from: string, body: string) => {
  count += 1;
  const fields = { MessageSid: `SM${String(count).padStart(32, '0')}`, From: from, To: sender, Body: body, NumMedia: '0' };
  return postSigned(`${outside.publicUrl}/webhooks/carrier/messages/incoming`, fields);
};

test('an invitation is one text that says how to end it, and stands in the list of its account alone', async () => {
  const [ana, ben] = [await account(), await account()];
  const friend = stranger();
  const made = await invite(ana, friend);
  expect(made).toMatchObject({ phoneNumber: friend });
  await expect.poll(async () => (await listed(ana)).map(({ phoneNumber, state }) => [phoneNumber, state]), { timeout: 20_000 }).toEqual([[friend, 'sent']]);
  expect(texts(friend)).toHaveLength(1);
  expect(texts(friend)[0]?.body).toContain('Reply STOP');
  expect(texts(friend)[0]?.body.length).toBeLessThanOrEqual(160);
  expect(await listed(ben)).toEqual([]);
  expect(await ana.client.call(catalog.usage)).toMatchObject({ sentInvitations: 1 });
  expect(await refusal(ana, friend)).toMatchObject({ status: 409 });
  // Who else invites them is not told that somebody did.
  const [other, gone] = [await refusal(ben, friend), stranger()];
  expect((await word(gone, 'STOP')).status).toBe(200);
  expect(await refusal(ben, gone)).toEqual(other);
  expect(other).toMatchObject({ status: 409 });
  expect(texts(gone)).toEqual([]);
});

test('the same key again is the same invitation, also side by side', async () => {
  const ana = await account();
  const friend = stranger();
  const made = await Promise.all(Array.from({ length: 4 }, () => invite(ana, friend, 'one-invitation')));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  await expect.poll(() => texts(friend).length, { timeout: 20_000 }).toBe(1);
  const other = await refused(ana.client.refusal(catalog.invite, { body: { phoneNumber: stranger(), key: 'one-invitation' }, headers: from() }));
  expect(other).toMatchObject({ status: 409 });
  expect(await listed(ana)).toHaveLength(1);
});

test('five a day, however many are asked for at once', async () => {
  const ana = await account();
  const answers = await Promise.all(
    Array.from({ length: dailyInvitations + 4 }, () => ana.client.exchange(catalog.invite, { body: { phoneNumber: stranger() }, headers: from() })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(dailyInvitations).fill(200), ...Array(4).fill(429)]);
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await listed(ana)).toHaveLength(dailyInvitations);
  await owner()
    .updateTable('catalog_invitations')
    .set({ created_at: new Date(Date.now() - 86_400_001) })
    .where('account_id', '=', ana.id)
    .execute();
  expect(await invite(ana, stranger())).toMatchObject({ state: 'waiting' });
});

test('one network sends twenty a day, by however many accounts', async () => {
  const headers = from();
  const accounts = await Promise.all(Array.from({ length: 5 }, account));
  const answers: number[] = [];
  for (const one of accounts)
    for (let at = 0; at < dailyInvitations; at += 1)
      answers.push((await one.client.exchange(catalog.invite, { body: { phoneNumber: stranger() }, headers })).status);
  expect(answers).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
});

test('STOP keeps an invitation that waits from being sent, START lets others send', async () => {
  const [ana, ben] = [await account(), await account()];
  const friend = stranger();
  onFailpoint((name) => {
    if (name === 'catalog.invite: before the intent') throw new Error('Not yet');
  });
  const { id } = await invite(ana, friend);
  expect((await word(friend, 'Stop.')).status).toBe(200);
  onFailpoint(() => {});
  await sendInvitation(outside.server.services, { id });
  expect(await listed(ana)).toMatchObject([{ state: 'failed', reason: 'This number can’t be invited now.' }]);
  expect(texts(friend)).toEqual([]);
  // Codes go to nobody who said STOP either, and it is said how to get one.
  const asked = { body: { provider: 'phone_number', credentials: { phoneNumber: friend } }, headers: from() };
  expect(await refused(ben.client.refusal(catalog.register, asked))).toMatchObject({ status: 409 });
  expect((await word(friend, 'START')).status).toBe(200);
  expect(await ben.client.call(catalog.register, asked)).toEqual({ codeSent: true });
});

test('a word that was heard late does not undo a later one', async () => {
  const ana = await account();
  const friend = stranger();
  await word(friend, 'START');
  await word(friend, 'STOP');
  await owner()
    .updateTable('catalog_opt_words')
    .set({ at: new Date(Date.now() + 60_000) })
    .where('phone', '=', friend)
    .execute();
  await word(friend, 'START');
  expect(await refusal(ana, friend)).toMatchObject({ status: 409 });
});

test.each([
  ['no number', 'call me', 'phone_number'],
  ['a number abroad', '+442079460018', 'phone_number'],
  ['a premium number', '+19005550123', 'phone_number'],
])('%s is refused at its field', async (_what, phoneNumber, field) => {
  const ana = await account();
  expect(await refusal(ana, phoneNumber)).toMatchObject({ status: 422, field });
  expect(await listed(ana)).toEqual([]);
});

test('the list comes in pages, the latest first', async () => {
  const ana = await account();
  const made: number[] = [];
  for (let at = 0; at < 3; at += 1) made.push((await invite(ana, stranger())).id);
  expect(await ana.client.call(catalog.invitations)).toMatchObject({ meta: { currentPage: 1, total: 3, lastPage: 1, perPage: 1_000 } });
  const second = await ana.client.call(catalog.invitations, { query: { page: 2, perPage: 2 } });
  expect(second.data.map(({ id }) => id)).toEqual(made.slice(0, 1));
  expect(second.meta).toEqual({ currentPage: 2, total: 3, lastPage: 2, perPage: 2 });
  expect(await refused(ana.client.refusal(catalog.invitations, { query: { perPage: 1_001 } }))).toMatchObject({ status: 422, field: 'perPage' });
});

test('it waits for the hours of who gets it', async () => {
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  const open = hour < 12 ? 20 : 4;
  const closed = await startOutside({ config: { catalogSender: sender, textingHours: { from: open, to: open + 1, sundayFrom: 0 } } });
  try {
    const ana = await closed.server.catalogAccount();
    const { id } = await ana.client.call(catalog.invite, { body: { phoneNumber: '+12025557001' } });
    const first = async () => (await ana.client.call(catalog.invitations)).data[0];
    await expect.poll(async () => (await first())?.sendAt, { timeout: 20_000 }).toMatch(/^\d{4}-/);
    expect(await first()).toMatchObject({ id, state: 'waiting' });
    expect(closed.sandbox.ledger.list({ from: sender, to: '+12025557001' })).toEqual([]);
  } finally {
    await closed.close();
  }
});

test.each([
  ['Too many requests once (429), then delivered', 'sent', 1],
  ['Taken, reply lost, delivered', 'unknown', 1],
  ['Error 500 without taking it', 'unknown', 0],
])('%s: %s, and never twice', async (title, state, taken) => {
  const ana = await account();
  const friend = findMagicNumber(title);
  await invite(ana, friend);
  await expect.poll(async () => (await listed(ana))[0]?.state, { timeout: 30_000 }).toBe(state);
  expect(texts(friend)).toHaveLength(taken);
});

test('where no number is set up to send them, it is said', async () => {
  const none = await startOutside();
  try {
    const { client } = await none.server.catalogAccount();
    expect(await refused(client.refusal(catalog.invite, { body: { phoneNumber: '+12025557002' } }))).toMatchObject({ code: 'not_configured' });
  } finally {
    await none.close();
  }
});
