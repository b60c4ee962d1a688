import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber, magicNumbers } from '#sandbox/carrier/magic.ts';
import type { TestCompany } from './harness.ts';
import { nothingHeld } from './idle.ts';
import { fateOf, type Message, type Outside, startOutside } from './outside.ts';
import { png } from './samples.ts';
import { refused } from './stage.ts';
import { countWaiting } from './waiting.ts';

let outside: Outside;
let company: TestCompany;
let agent: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;

const clientId = () => `message-${++count}-0000`;
const { messaging, conversations } = routes;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  agent = await outside.server.worker(company, 'user');
  line = await outside.server.number(company);
});

const send = (recipient: string, more: { message?: string; holdSeconds?: number; clientId?: string } = {}) =>
  agent.call(messaging.send, { body: { numberId: line.id, recipient, message: 'Your car is ready', clientId: clientId(), ...more }, files: [] });
const reread = ({ id, conversationId }: Message) => agent.call(conversations.item, { params: { id: conversationId, itemId: id } });
const until = (message: Message, fate: string) => expect.poll(async () => fateOf(await reread(message)), { timeout: 15_000, interval: 50 }).toBe(fate);
const taken = (to: string) => outside.sandbox.ledger.list({ from: line.number, to });

describe('sending', () => {
  test('a text is taken by the carrier once and delivered', async () => {
    const message = await send(findMagicNumber('Delivered'));
    await until(message, 'delivered');
    expect(taken(findMagicNumber('Delivered')).map(({ body }) => body)).toEqual(['Your car is ready']);
  });

  test.each(magicNumbers.filter(({ title }) => /^(Undelivered|Failed)/.test(title)))(
    '$title is shown with its code and in words',
    async ({ number, title }) => {
      const message = await send(number);
      const code = /\d{5}/.exec(title)?.[0];
      await until(message, `${title.startsWith('Failed') ? 'failed' : 'undelivered'} ${code}`);
      const { details } = await reread(message);
      expect(details).toMatchObject({ errorText: expect.stringMatching(/\w+ \w+/) });
    },
  );

  test.each(magicNumbers.filter(({ title }) => title.startsWith('Refused')))('$title fails at once and is never taken', async ({ number, title }) => {
    const message = await send(number);
    await until(message, `failed ${/\d{5}/.exec(title)?.[0]}`);
    expect(taken(number)).toEqual([]);
  });

  test('a carrier that says the recipient opted out is believed from then on', async () => {
    const number = findMagicNumber('Refused: opted out (21610)');
    await until(await send(number), 'failed 21610');
    const refusal = await agent.refusal(messaging.send, { body: { numberId: line.id, recipient: number, message: 'Again', clientId: clientId() }, files: [] });
    expect(refusal).toMatchObject({ status: 422, message: expect.any(String), body: { message: 'Recipient opted out. They must reply START first.' } });
  });

  test('a carrier that asks to slow down gets the text again later, once', async () => {
    const number = findMagicNumber('Too many requests once (429), then delivered');
    await until(await send(number), 'delivered');
    expect(taken(number)).toHaveLength(1);
  });

  test.each(['Error 500 after taking it, delivered', 'Taken, reply lost, delivered'])('%s: the callback settles it, nothing is sent twice', async (title) => {
    const number = findMagicNumber(title);
    await until(await send(number), 'delivered');
    expect(taken(number)).toHaveLength(1);
  });

  test.each(['Error 500 after accepting it, no callbacks', 'Accepted, reply lost, no callbacks'])(
    '%s: unknown, until it is found in the carrier’s list',
    async (title) => {
      const number = findMagicNumber(title);
      const message = await send(number);
      await until(message, 'unknown');
      await until(message, 'accepted');
      expect(taken(number)).toHaveLength(1);
    },
  );

  test('what the carrier never took stays unknown until a person sends it again', async () => {
    const number = findMagicNumber('Error 500 without taking it');
    const message = await send(number);
    await until(message, 'unknown');
    expect(taken(number)).toEqual([]);
    const again = await agent.call(messaging.sendAgain, { params: { itemId: message.id }, body: { clientId: clientId() } });
    expect(again).toMatchObject({ details: { message: 'Your car is ready' } });
    expect(again.id).not.toBe(message.id);
  });

  test.each(['Callbacks twice', 'Callbacks in the wrong order'])('%s: delivered stays delivered', async (title) => {
    const message = await send(findMagicNumber(title));
    await until(message, 'delivered');
    const webhooks = () =>
      outside.server.owner.selectFrom('carrier_webhooks').select('id').where('applied_at', 'is', null).where('quarantined', 'is', null).execute();
    const [sid] = taken(findMagicNumber(title));
    const seen = () => outside.server.owner.selectFrom('carrier_webhooks').select('kind').where('dedupe_key', 'like', `%${sid?.sid}%`).execute();
    await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(2);
    await expect.poll(webhooks).toEqual([]);
    expect(fateOf(await reread(message))).toBe('delivered');
  });

  test('the same client id twice is one message', async () => {
    const number = findMagicNumber('Delivered');
    const id = clientId();
    const [first, second, third] = await Promise.all([send(number, { clientId: id }), send(number, { clientId: id }), send(number, { clientId: id })]);
    expect([second?.id, third?.id]).toEqual([first?.id, first?.id]);
    await until(first, 'delivered');
    expect(taken(number)).toHaveLength(1);
  });

  test('the same client id with another text or to somebody else is refused in words, and the first stays', async () => {
    const id = clientId();
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'First', clientId: id };
    const first = await agent.call(messaging.send, { body });
    expect((await agent.call(messaging.send, { body })).id).toBe(first.id);
    for (const other of [{ message: 'Second' }, { recipient: '+13125550149' }])
      expect(await agent.refusal(messaging.send, { body: { ...body, ...other } })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Another message was sent') },
      });
  });

  test.each(['send', 'schedule'] as const)(
    'a number or a recipient that is not the conversation’s is refused by its name, and the same ones pass: %s',
    async (how) => {
      const { conversationId } = await send(findMagicNumber('Delivered'), { holdSeconds: 30 });
      const other = await outside.server.number(company);
      const ask = (more: { numberId?: number; recipient?: string }) => {
        const body = { conversationId, message: 'To whom?', clientId: clientId(), ...more };
        return how === 'send'
          ? agent.exchange(messaging.send, { body: { ...body, holdSeconds: 30 } })
          : agent.exchange(messaging.schedule, { body: { ...body, sendAt: new Date(Date.now() + 3_600_000).toISOString() } });
      };
      expect(await ask({ numberId: other.id })).toMatchObject({ status: 422, body: { errors: [{ field: 'number_id' }] } });
      expect(await ask({ recipient: '+13125550149' })).toMatchObject({ status: 422, body: { errors: [{ field: 'recipient' }] } });
      expect(await ask({ numberId: line.id, recipient: '+13125550149' })).toMatchObject({ status: 422, body: { errors: [{ field: 'recipient' }] } });
      expect(await ask({ numberId: line.id, recipient: findMagicNumber('Delivered') })).toMatchObject({ status: 200 });
    },
  );

  test('a picture travels along, and the carrier can fetch it', async () => {
    const message = await agent.call(messaging.send, {
      body: { numberId: line.id, recipient: findMagicNumber('Delivered'), clientId: clientId() },
      files: [{ name: 'dot.png', type: 'image/png', bytes: png }],
    });
    expect(message.details).toMatchObject({ media: [{ name: 'dot.png', contentType: 'image/png' }] });
    await until(message, 'delivered');
    const [media] = taken(findMagicNumber('Delivered')).map((each) => each.media);
    expect(media?.map(({ bytes }) => Buffer.from(bytes.subarray(0, 8)))).toEqual([png.subarray(0, 8)]);
  });

  test('a picture of a message that is refused while it is stored is not kept', async () => {
    const { files } = outside.server.services;
    const { put } = files;
    const recipient = '+12125550187';
    const stored = vi.spyOn(files, 'put').mockImplementationOnce(async (...given) => {
      await outside.server.owner.insertInto('opt_outs').values({ company_id: company.id, number: recipient, source: 'stop' }).execute();
      return put(...given);
    });
    const body = { numberId: line.id, recipient, clientId: clientId() };
    const refusal = agent.refusal(messaging.send, { body, files: [{ name: 'dot.png', type: 'image/png', bytes: png }] });
    expect(await refused(refusal)).toMatchObject({ status: 422, field: 'recipient' });
    const key = stored.mock.calls[0]?.[0] ?? '';
    stored.mockRestore();
    expect(await files.read(key)).toBeNull();
  });

  test.each(['send', 'schedule'] as const)('while its picture is stored nothing waits: %s', async (how) => {
    const { files } = outside.server.services;
    const { put } = files;
    const stored = vi.spyOn(files, 'put').mockImplementation(async (...given) => {
      await nothingHeld(outside.server);
      return put(...given);
    });
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), clientId: clientId() };
    const picture = { name: 'dot.png', type: 'image/png', bytes: png };
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const ask = () =>
      how === 'send' ? agent.call(messaging.send, { body, files: [picture] }) : agent.call(messaging.schedule, { body: { ...body, sendAt }, files: [picture] });
    const message = await ask();
    expect(message.details).toMatchObject({ media: [{ name: 'dot.png' }] });
    expect((await ask()).id).toBe(message.id);
    expect(stored).toHaveBeenCalledTimes(1);
    stored.mockRestore();
  });
});

describe('what is refused before it is sent', () => {
  test.each([
    ['neither text nor media', { message: undefined }, 'message'],
    ['more than 1000 characters', { message: 'a'.repeat(1_001) }, 'message'],
    ['no phone number', { recipient: 'abc' }, 'recipient'],
    ['a number in Britain', { recipient: '+442079460958' }, 'recipient'],
    ['a number in Jamaica, which begins with +1', { recipient: '+18765550123' }, 'recipient'],
    ['a premium number', { recipient: '+19005550123' }, 'recipient'],
  ])('%s', async (_title, wrong, field) => {
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Hello', clientId: clientId(), ...wrong };
    const answer = await agent.exchange(messaging.send, { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
  });

  test('a number that does not text, and a conversation of another company', async () => {
    await outside.server.owner.updateTable('phone_numbers').set({ sms_enabled: false }).where('id', '=', line.id).execute();
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Hello', clientId: clientId() };
    expect(await agent.refusal(messaging.send, { body, files: [] })).toMatchObject({
      status: 422,
      body: { message: 'Texting is off for this number' },
    });
    const other = await outside.server.company();
    const theirs = await outside.server.number(other);
    expect(await agent.refusal(messaging.send, { body: { ...body, numberId: theirs.id }, files: [] })).toMatchObject({ status: 404 });
  });

  test('somebody who opted out', async () => {
    const number = '+12125550177';
    await outside.sandbox.generator.text(line.number, 'Stop.', number);
    const body = { numberId: line.id, recipient: number, message: 'Hello', clientId: clientId() };
    expect(await agent.refusal(messaging.send, { body, files: [] })).toMatchObject({ status: 422 });
    await outside.sandbox.generator.text(line.number, 'START', number);
    await until(await send(number), 'delivered');
  });
});

describe('held back and scheduled', () => {
  test('taken back in time: the text comes back and nothing is sent', async () => {
    const message = await send(findMagicNumber('Delivered'), { holdSeconds: 30 });
    expect(fateOf(message)).toBe('held');
    expect(await agent.call(messaging.takeBack, { params: { itemId: message.id } })).toEqual({ message: 'Your car is ready' });
    expect(await agent.refusal(messaging.takeBack, { params: { itemId: message.id } })).toMatchObject({ status: 404 });
    expect(taken(findMagicNumber('Delivered'))).toEqual([]);
  });

  test('sent now, and then not to be taken back', async () => {
    const message = await send(findMagicNumber('Delivered'), { holdSeconds: 30 });
    await agent.call(messaging.sendNow, { params: { itemId: message.id } });
    await until(message, 'delivered');
    expect(await agent.refusal(messaging.takeBack, { params: { itemId: message.id } })).toMatchObject({ status: 409, code: 'already_sent' });
  });

  test('sent by itself when the hold is over', async () => {
    await until(await send(findMagicNumber('Delivered'), { holdSeconds: 1 }), 'delivered');
  });

  test('scheduled: listed until its time, sent at its time; the past and the far future are refused', async () => {
    const schedule = (sendAt: Date) => ({
      body: { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Reminder', clientId: clientId(), sendAt: sendAt.toISOString() },
      files: [],
    });
    const message = await agent.call(messaging.schedule, schedule(new Date(Date.now() + 1_500)));
    expect(fateOf(message)).toBe('scheduled');
    expect((await agent.call(messaging.scheduled)).data.map(({ id }) => id)).toEqual([message.id]);
    await until(message, 'delivered');
    expect((await agent.call(messaging.scheduled)).data).toEqual([]);
    for (const wrong of [new Date(Date.now() - 1_000), new Date(Date.now() + 800 * 86_400_000)]) {
      expect(await agent.refusal(messaging.schedule, schedule(wrong))).toMatchObject({ status: 422 });
    }
  });

  test('the time of a scheduled message is changed: later it waits, earlier it is sent then; the list says whom it is to', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Reminder', clientId: clientId(), sendAt: at(1_000) };
    const message = await agent.call(messaging.schedule, { body, files: [] });
    const params = { itemId: message.id };
    const later = at(86_400_000);
    expect(await agent.call(messaging.reschedule, { params, body: { sendAt: later } })).toMatchObject({ id: message.id, details: { sendAt: later } });
    const [row] = (await agent.call(messaging.scheduled)).data;
    expect(row).toMatchObject({
      details: { sendAt: later, message: 'Reminder' },
      conversation: { id: message.conversationId, recipient: findMagicNumber('Delivered'), number: { id: line.id } },
    });
    for (const wrong of [at(-1_000), at(800 * 86_400_000)])
      expect(await agent.refusal(messaging.reschedule, { params, body: { sendAt: wrong } })).toMatchObject({ status: 422 });
    await agent.call(messaging.reschedule, { params, body: { sendAt: at(1_500) } });
    await until(message, 'delivered');
    expect(await agent.refusal(messaging.reschedule, { params, body: { sendAt: later } })).toMatchObject({ status: 409, code: 'already_sent' });
    const held = await send(findMagicNumber('Delivered'), { holdSeconds: 30 });
    expect(await agent.refusal(messaging.reschedule, { params: { itemId: held.id }, body: { sendAt: later } })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This message is about to be sent. Cancel it first, then schedule it.' },
    });
  });

  test('opted out while it waited: it is not sent', async () => {
    const number = '+12125550178';
    const message = await send(number, { holdSeconds: 2 });
    await outside.sandbox.generator.text(line.number, 'STOP', number);
    await until(message, 'failed 21610');
    expect(taken(number)).toEqual([]);
  });
});

test('STOP waits for a send that has looked whether it may go: its intent is no later one', async () => {
  const { owner } = outside.server;
  const number = '+12125550180';
  const waiting = () => countWaiting(owner);
  const optedOut = owner.selectFrom('opt_outs').select('number').where('number', '=', number);
  let stopping: Promise<void> = Promise.resolve();
  await owner.transaction().execute(async (held) => {
    await sql`lock table message_attempts in share row exclusive mode`.execute(held);
    await send(number);
    await expect.poll(waiting, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(1);
    stopping = outside.sandbox.generator.text(line.number, 'STOP', number);
    await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(2);
    expect(await optedOut.execute()).toEqual([]);
  });
  await stopping;
  expect(await optedOut.execute()).toEqual([{ number }]);
});

test('STOP against fifty sends: after it is answered, no later intent exists', async () => {
  const number = '+12125550179';
  const sends = Array.from({ length: 50 }, () =>
    agent.exchange(messaging.send, { body: { numberId: line.id, recipient: number, message: 'Hi', clientId: clientId() } }),
  );
  await outside.sandbox.generator.text(line.number, 'STOP', number);
  const attempts = async () =>
    (
      await outside.server.owner
        .selectFrom('message_attempts')
        .innerJoin('items', 'items.id', 'message_attempts.item_id')
        .select('message_attempts.id')
        .where('items.recipient', '=', number)
        .execute()
    ).length;
  const before = await attempts();
  await Promise.all(sends);
  const waiting = () =>
    outside.server.owner
      .selectFrom('items')
      .select('items.id')
      .where('recipient', '=', number)
      .where('is_inbound', '=', false)
      .where('delivery_state', '=', 'queued')
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('message_attempts').select('id').whereRef('item_id', '=', 'items.id'))))
      .execute();
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
  expect(await attempts()).toBe(before);
});
