/** The first message to anybody: found by name or by any spelling of a number, from the number that fits, once, and by day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { getWallTime } from '#contract/text/zones.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { findMagicFax } from '#sandbox/fax/magic.ts';
import { deliver } from '#server/domains/messaging/sendWorker.ts';
import { faxLine } from './faxes.stage.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { order } from './pdfs.ts';

let outside: Outside;
let company: TestCompany;
let agent: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const clientId = () => `first-${++count}-000000`;
const { conversations, messaging, contacts, faxes } = routes;
const stranger = '+12128675309';

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  agent = await outside.server.worker(company, 'user');
  line = await outside.server.number(company);
});

const found = async (q: string) => (await agent.call(conversations.recipients, { query: { q } })).data;
const from = async (recipient: string) => (await agent.call(conversations.senders, { query: { recipient } })).data;
const begin = (recipient: string, numberId = line.id) => agent.call(conversations.begin, { body: { numberId, recipient } });
const listed = async () => (await agent.call(conversations.list, { query: {} })).data;

describe('whom to write to', () => {
  test.each(['2128675309', '(212) 867-5309', '212.867.5309', '+1 212 867 5309', 'tel:+1-212-867-5309', '212\u2011867\u20115309', ' 1 212 867\u00a05309\u200b'])(
    '“%s” is the number itself',
    async (typed) => {
      expect(await found(typed)).toEqual([{ number: stranger, name: null, shown: '+1 212-867-5309', reason: null, isBlocked: false }]);
      expect((await begin(typed)).recipient).toBe(stranger);
    },
  );

  test('a name, a part of it, and the number of somebody who is known are that person', async () => {
    await agent.call(contacts.create, { body: { name: 'Dana Whitfield', number: '+14155550134' } });
    for (const typed of ['Dana', 'whitf', '415 555 0134']) expect(await found(typed)).toMatchObject([{ number: '+14155550134', name: 'Dana Whitfield' }]);
  });

  test('nobody of another company is found', async () => {
    const other = await outside.server.company();
    const there = await outside.server.worker(other, 'user');
    await there.call(contacts.create, { body: { name: 'Dana Whitfield', number: '+14155550134' } });
    expect(await found('Dana')).toEqual([]);
  });

  test('who cannot be texted is offered with the reason', async () => {
    expect(await found('+1 900 234 5678')).toMatchObject([{ reason: expect.stringMatching(/premium-rate|not a phone number/) }]);
    expect(await found('+44 20 7946 0958')).toMatchObject([{ reason: 'You can only text numbers in the US and Canada' }]);
    await outside.server.owner.insertInto('opt_outs').values({ company_id: company.id, number: stranger, source: 'text', at: new Date() }).execute();
    expect(await found(stranger)).toMatchObject([{ reason: 'Recipient opted out. They must reply START first.' }]);
  });

  test('before a letter is typed, whom the company spoke with last', async () => {
    await agent.call(messaging.send, {
      body: { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Hello', clientId: clientId() },
      files: [],
    });
    expect(await found('')).toMatchObject([{ number: findMagicNumber('Delivered') }]);
  });
});

describe('from which number', () => {
  test('the one last used with this contact, else the person’s last, else the first that can text', async () => {
    const [second, third] = [await outside.server.number(company, { label: 'B' }), await outside.server.number(company, { label: 'C' })];
    const send = (numberId: number, recipient: string) =>
      agent.call(messaging.send, { body: { numberId, recipient, message: 'Hello', clientId: clientId() }, files: [] });
    const first = (await from(stranger))[0];
    expect(first).toMatchObject({ use: null, reason: null });
    await send(third.id, findMagicNumber('Delivered'));
    expect((await from(stranger))[0]).toMatchObject({ id: third.id, use: 'yours' });
    await send(second.id, stranger);
    await send(third.id, findMagicNumber('Delivered'));
    expect((await from(stranger))[0]).toMatchObject({ id: second.id, use: 'theirs' });
  });

  test('a message that was deleted says nothing of the person’s last number', async () => {
    const last = await outside.server.number(company, { label: 'D' });
    const body = { numberId: last.id, recipient: findMagicNumber('Delivered'), message: 'Hello', clientId: clientId() };
    const { id, conversationId } = await agent.call(messaging.send, { body, files: [] });
    await agent.call(conversations.deleteItem, { params: { id: conversationId, itemId: id } });
    expect((await from(stranger)).map(({ use }) => use)).toEqual([null, null]);
  });

  test('one that cannot text stands last, with the reason, and is refused in words', async () => {
    const silent = await outside.server.number(company, { label: 'A silent one' });
    await outside.server.owner.updateTable('phone_numbers').set({ sms_enabled: false }).where('id', '=', silent.id).execute();
    expect((await from(stranger)).at(-1)).toMatchObject({ id: silent.id, reason: 'Texting is off for this number' });
    const refusal = await agent.refusal(conversations.begin, { body: { numberId: silent.id, recipient: stranger } });
    expect(refusal).toMatchObject({ status: 422, body: { message: 'Texting is off for this number' } });
  });

  test('who works some numbers only is offered those, and begins on no other', async () => {
    const person = await outside.server.person();
    await outside.server.membership(person, company, 'user', [line.id]);
    const other = await outside.server.number(company);
    const limited = await outside.server.signedIn(person);
    const params = { companyId: company.id };
    expect((await limited.call(conversations.senders, { params, query: { recipient: stranger } })).data.map(({ id }) => id)).toEqual([line.id]);
    expect(await limited.refusal(conversations.begin, { params, body: { numberId: other.id, recipient: stranger } })).toMatchObject({ status: 404 });
  });
});

describe('the conversation', () => {
  test('is one however often and however many at once ask for it', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => begin(stranger)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test('is nowhere to be seen until something stands in it, and then it is the same', async () => {
    const { id } = await begin(stranger);
    expect(await listed()).toEqual([]);
    expect(await found('')).toEqual([]);
    await agent.call(messaging.send, { body: { conversationId: id, message: 'Hello', clientId: clientId() }, files: [] });
    expect(await listed()).toMatchObject([{ id, recipient: stranger }]);
  });

  test('a destination that cannot be reached is refused in words', async () => {
    expect(await agent.refusal(conversations.begin, { body: { numberId: line.id, recipient: '+44 20 7946 0958' } })).toMatchObject({
      status: 422,
      body: { message: 'You can only text numbers in the US and Canada' },
    });
  });
});

describe('what cannot be asked', () => {
  const tooLong = '5'.repeat(101);
  test('a search, a recipient or a conversation that is none is refused', async () => {
    expect(await agent.refusal(conversations.recipients, { query: { q: tooLong } })).toMatchObject({ status: 422 });
    expect(await agent.refusal(conversations.senders, { query: { recipient: tooLong } })).toMatchObject({ status: 422 });
    expect(await agent.refusal(conversations.standing, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
    expect(await agent.refusal(conversations.begin, { body: { numberId: line.id, recipient: 'nobody' } })).toMatchObject({ status: 422 });
  });
});

describe('outside of their day', () => {
  let night: Outside;
  let somebody: typeof agent;
  let number: typeof line;
  let there: TestCompany;

  beforeAll(async () => {
    // Two hours from now, wherever that is: now is too early for certain.
    const hour = Math.floor(getWallTime('America/New_York', Date.now()).minutes / 60);
    const from = hour < 21 ? hour + 2 : 1;
    night = await startOutside({ config: { textingHours: { from, to: from + 1, sundayFrom: from } } });
    there = await night.server.company();
    somebody = await night.server.worker(there, 'user');
    number = await night.server.number(there);
  });
  afterAll(() => night.close());

  const write = (body: { recipient?: string; conversationId?: number; sendAt?: string }) => {
    const { sendAt, ...whom } = body;
    const common = { ...(whom.recipient ? { numberId: number.id } : {}), ...whom, message: 'Your car is ready', clientId: clientId() };
    return sendAt === undefined
      ? somebody.call(messaging.send, { body: common, files: [] })
      : somebody.call(messaging.schedule, { body: { ...common, sendAt }, files: [] });
  };

  test('a first text waits for their hours, and is shown as waiting', async () => {
    const { id } = await somebody.call(conversations.begin, { body: { numberId: number.id, recipient: stranger } });
    const standing = await somebody.call(conversations.standing, { params: { id } });
    expect(standing).toMatchObject({ wroteFirst: false, isOptedOut: false, isBlocked: false, zone: 'America/New_York', waitsUntil: expect.any(String) });
    const { details } = await write({ conversationId: id });
    expect(details).toMatchObject({ deliveryState: 'scheduled', sendAt: standing.waitsUntil });
    expect(night.sandbox.ledger.list({ from: number.number, to: stranger })).toEqual([]);
  });

  test('a first fax goes out: the hours are of texts', async () => {
    const fax = await faxLine(night, there);
    const files = [{ name: 'Order.pdf', type: 'application/pdf', bytes: order() }];
    const { id, conversationId } = await somebody.call(faxes.send, {
      body: { numberId: fax.id, recipient: findMagicFax('Delivered'), clientId: clientId() },
      files,
    });
    const state = async () => {
      const { details } = await somebody.call(conversations.item, { params: { id: conversationId, itemId: id } });
      return details.kind === 'fax' ? details.deliveryState : null;
    };
    await expect.poll(state, { timeout: 20_000 }).toBe('delivered');
  });

  test('what they agreed to is told with its date', async () => {
    const recipient = '+12128675315';
    await somebody.call(contacts.create, { body: { number: recipient, name: 'Ines Park', optinType: 'web_form', optinSource: 'Spring promo' } });
    await night.server.owner.updateTable('contacts').set({ added_at: '2026-05-03T16:00:00Z' }).where('number', '=', recipient).execute();
    const { id } = await somebody.call(conversations.begin, { body: { numberId: number.id, recipient } });
    const { optIn } = await somebody.call(conversations.standing, { params: { id } });
    expect(optIn).toEqual({ type: 'web_form', source: 'Spring promo', at: '2026-05-03T16:00:00.000Z' });
  });

  test('one that waits is not sent at once', async () => {
    const { id } = await write({ recipient: '+12128675310' });
    expect(await somebody.refusal(messaging.sendNow, { params: { itemId: id } })).toMatchObject({
      status: 422,
      message: expect.stringContaining('texting hours'),
    });
  });

  test('one scheduled for their night goes out in their morning', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { details } = await write({ recipient: '+12128675311', sendAt: soon });
    expect(details).toMatchObject({ deliveryState: 'scheduled' });
    expect(details.kind === 'message' && details.sendAt !== null && details.sendAt > soon).toBe(true);
  });

  test('an answer to somebody who wrote goes out at any hour', async () => {
    const wrote = '+12128675312';
    const { id } = await somebody.call(conversations.begin, { body: { numberId: number.id, recipient: wrote } });
    const { company_id } = await night.server.owner.selectFrom('conversations').select('company_id').where('id', '=', id).executeTakeFirstOrThrow();
    await night.server.owner
      .insertInto('items')
      .values({
        company_id,
        conversation_id: id,
        number_id: number.id,
        recipient: wrote,
        type: 'message',
        is_inbound: true,
        is_read: false,
        created_at: new Date(),
      })
      .execute();
    expect(await somebody.call(conversations.standing, { params: { id } })).toMatchObject({ wroteFirst: true, waitsUntil: null });
    expect((await write({ conversationId: id })).details).toMatchObject({ deliveryState: 'queued' });
  });
});

describe('several first texts', () => {
  let strict: Outside;
  let somebody: typeof agent;
  let there: TestCompany;
  let number: typeof line;
  const hourMs = 3_600_000;

  beforeAll(async () => {
    // Any hour is right: only the count holds.
    strict = await startOutside({ config: { textingHours: { from: 0, to: 24, sundayFrom: 0 } } });
    there = await strict.server.company();
    somebody = await strict.server.worker(there, 'user');
    number = await strict.server.number(there);
  });
  afterAll(() => strict.close());

  const write = async (recipient: string, sendAt?: Date) => {
    const body = { numberId: number.id, recipient, message: 'Your car is ready', clientId: clientId() };
    const item = sendAt
      ? await somebody.call(messaging.schedule, { body: { ...body, sendAt: sendAt.toISOString() }, files: [] })
      : await somebody.call(messaging.send, { body, files: [] });
    if (item.details.kind !== 'message') throw new Error('A message was asked for');
    return { id: item.id, conversationId: item.conversationId, state: item.details.deliveryState, sendAt: Date.parse(item.details.sendAt ?? '') };
  };
  const sentTo = (to: string) => strict.sandbox.ledger.list({ from: number.number, to });
  const nobodyElse = () => `+1212867${String(++count).padStart(4, '0')}`;

  test('go out three within 24 hours; the fourth waits for the day after the first, says so, and is not sent at once', async () => {
    const to = nobodyElse();
    const begun = Date.now();
    for (let nth = 1; nth <= 3; nth += 1) expect(await write(to)).toMatchObject({ state: 'queued' });
    await expect.poll(() => sentTo(to).length, { timeout: 10_000 }).toBe(3);
    const fourth = await write(to);
    expect(fourth.state).toBe('scheduled');
    expect(fourth.sendAt).toBeGreaterThanOrEqual(begun + 24 * hourMs);
    expect(fourth.sendAt).toBeLessThanOrEqual(Date.now() + 24 * hourMs);
    const standing = await somebody.call(conversations.standing, { params: { id: fourth.conversationId } });
    expect(standing).toMatchObject({ waitsFor: 'count', zone: 'America/New_York', waitsUntil: expect.any(String) });
    const refusal = await somebody.refusal(messaging.sendNow, { params: { itemId: fourth.id } });
    expect(refusal).toMatchObject({ status: 422, message: expect.stringContaining('3 texts in 24 hours') });
    expect(sentTo(to)).toHaveLength(3);
  });

  test('count those written for later, and do not count those taken back', async () => {
    const to = nobodyElse();
    const tomorrow = new Date(Date.now() + 30 * hourMs);
    const [first] = [await write(to, tomorrow), await write(to, tomorrow), await write(to, tomorrow)];
    expect((await write(to, new Date(tomorrow.getTime() + hourMs))).sendAt).toBe(tomorrow.getTime() + 24 * hourMs + 1);
    await somebody.call(messaging.takeBack, { params: { itemId: first.id } });
    expect((await write(to, new Date(tomorrow.getTime() + hourMs))).sendAt).toBe(tomorrow.getTime() + hourMs);
  });

  test('that are due at once go out up to the third, the older ones first, and none waits for ever', async () => {
    const to = nobodyElse();
    const soon = new Date(Date.now() + 20 * hourMs);
    const written = [await write(to, soon), await write(to, soon), await write(to, soon), await write(to, soon)];
    const ids = written.map(({ id }) => id);
    // Their time has come, all at once.
    await strict.server.owner.updateTable('items').set({ send_at: new Date() }).where('id', 'in', ids).execute();
    for (const id of ids) await deliver(strict.server.services, { companyId: there.id, itemId: id });
    const states = await strict.server.owner.selectFrom('items').select('delivery_state').where('id', 'in', ids).orderBy('id').execute();
    expect(states.map(({ delivery_state: state }) => state === 'scheduled')).toEqual([false, false, false, true]);
  });

  test('are as many as one likes once they wrote back', async () => {
    const to = nobodyElse();
    for (let nth = 1; nth <= 3; nth += 1) await write(to);
    const { conversationId } = await write(to);
    const wrote = {
      company_id: there.id,
      conversation_id: conversationId,
      number_id: number.id,
      recipient: to,
      type: 'message' as const,
      is_inbound: true,
      is_read: false,
    };
    await strict.server.owner
      .insertInto('items')
      .values({ ...wrote, created_at: new Date() })
      .execute();
    expect(await write(to)).toMatchObject({ state: 'queued' });
  });
});
