import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { fateOf, type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const { messaging, conversations } = routes;
const recipient = findMagicNumber('Delivered');

let outside: Outside;
let company: TestCompany;
let agent: Awaited<ReturnType<TestServer['worker']>>;
let line: { id: number; number: string };
let count = 0;
const clientId = () => `waiting-${++count}-0000`;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  agent = await outside.server.worker(company, 'user');
  line = await outside.server.number(company);
});

const held = (holdSeconds: number) =>
  agent.call(messaging.send, { body: { numberId: line.id, recipient, message: 'See you at five', clientId: clientId(), holdSeconds }, files: [] });
const taken = () => outside.sandbox.ledger.list({ from: line.number });
const attempts = () => outside.server.owner.selectFrom('message_attempts').select('id').where('company_id', '=', company.id).execute();
/** The job of a message has run: it looked, whatever it then did. */
const hasRun = (itemId: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ done: number }>`
          select count(*)::int as done from keyline_jobs.job where name = 'message.send' and state = 'completed' and (data ->> 'itemId')::bigint = ${itemId}`.execute(
          outside.server.owner,
        );
        return rows[0]?.done;
      },
      { timeout: 15_000 },
    )
    .toBe(1);

describe('a message that waits and is deleted', () => {
  test('as an item: it is canceled and never sent', async () => {
    const message = await held(1);
    const params = { id: message.conversationId, itemId: message.id };
    await agent.call(conversations.deleteItem, { params });
    await hasRun(message.id);
    expect(await attempts()).toEqual([]);
    expect(fateOf(await agent.call(conversations.restoreItem, { params }))).toBe('canceled');
    expect(taken()).toEqual([]);
    expect((await agent.call(messaging.scheduled)).data).toEqual([]);
  });

  test('with its whole conversation: it is canceled and never sent', async () => {
    const sendAt = new Date(Date.now() + 1_000).toISOString();
    const message = await agent.call(messaging.schedule, { body: { numberId: line.id, recipient, message: 'Later', clientId: clientId(), sendAt }, files: [] });
    await agent.call(conversations.deleteMessages, { params: { id: message.conversationId } });
    await hasRun(message.id);
    expect([await attempts(), taken()]).toEqual([[], []]);
  });

  test('when it was told to go but nobody had asked the carrier: it is canceled, not stuck', async () => {
    const message = await held(30);
    await outside.server.owner.updateTable('items').set({ delivery_state: 'queued', send_at: null }).where('id', '=', message.id).execute();
    const params = { id: message.conversationId, itemId: message.id };
    await agent.call(conversations.deleteItem, { params });
    expect(fateOf(await agent.call(conversations.restoreItem, { params }))).toBe('canceled');
  });

  test('once it is on its way, it goes, and says so when it is brought back', async () => {
    const message = await held(0);
    const params = { id: message.conversationId, itemId: message.id };
    await expect.poll(async () => fateOf(await agent.call(conversations.item, { params })), { timeout: 15_000 }).toBe('delivered');
    await agent.call(conversations.deleteItem, { params });
    expect(fateOf(await agent.call(conversations.restoreItem, { params }))).toBe('delivered');
  });
});

test('a new thread whose only message is taken back leaves the inbox', async () => {
  const message = await held(30);
  expect((await agent.call(conversations.list)).meta.total).toBe(1);
  await agent.call(messaging.takeBack, { params: { itemId: message.id } });
  expect(await agent.call(conversations.list)).toMatchObject({ data: [], meta: { total: 0, unread: 0 } });
  await held(30);
  expect((await agent.call(conversations.list)).data.map((row) => row.id)).toEqual([message.conversationId]);
});

describe('what waits is touched only by who works its number', () => {
  test('not sent, taken back, sent again or found by its id by others', async () => {
    const message = await held(30);
    const { clientId: id } = message;
    const person = await outside.server.person();
    const other = await outside.server.number(company);
    await outside.server.membership(person, company, 'user', [other.id]);
    const some = (await outside.server.signedIn(person)).in(company);
    const params = { itemId: message.id };
    expect(await refused(some.refusal(messaging.sendNow, { params }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(messaging.takeBack, { params }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(messaging.reschedule, { params, body: { sendAt: new Date(Date.now() + 60_000).toISOString() } }))).toMatchObject({
      status: 404,
    });
    expect(await refused(some.refusal(messaging.sendAgain, { params, body: { clientId: clientId() } }))).toMatchObject({ status: 404 });
    const body = { numberId: other.id, recipient, message: 'Mine', clientId: id ?? '' };
    expect(await refused(some.refusal(messaging.send, { body, files: [] }))).toMatchObject({ status: 409, field: 'client_id' });
    expect((await some.call(messaging.scheduled)).data).toEqual([]);
  });

  test('nothing that waits is sent again', async () => {
    const message = await held(30);
    expect(await refused(agent.refusal(messaging.sendAgain, { params: { itemId: message.id }, body: { clientId: clientId() } }))).toMatchObject({
      status: 409,
      code: 'already_sent',
    });
  });
});

describe('one client id is one kind of send and one time', () => {
  const other = {
    status: 409,
    body: { errors: [{ field: 'client_id' }], message: expect.stringContaining('Another message was sent under this client_id; nothing was sent') },
  };
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const text = () => ({ numberId: line.id, recipient, message: 'See you at five', clientId: clientId() });

  test('a held message is not scheduled by its id, and a scheduled one not sent', async () => {
    const held = text();
    await agent.call(messaging.send, { body: { ...held, holdSeconds: 30 } });
    expect(await agent.refusal(messaging.schedule, { body: { ...held, sendAt: later(60) } })).toMatchObject(other);
    const scheduled = text();
    await agent.call(messaging.schedule, { body: { ...scheduled, sendAt: later(60) } });
    expect(await agent.refusal(messaging.send, { body: { ...scheduled, holdSeconds: 0 } })).toMatchObject(other);
  });

  test('a scheduled message keeps its time; another time under its id is refused', async () => {
    const body = { ...text(), sendAt: later(60) };
    const message = await agent.call(messaging.schedule, { body });
    expect(await agent.refusal(messaging.schedule, { body: { ...body, sendAt: later(90) } })).toMatchObject(other);
    expect(await agent.call(messaging.schedule, { body })).toMatchObject({ id: message.id, details: { sendAt: body.sendAt } });
  });

  test('the same request again is the same message, also once it was rescheduled, or sent', async () => {
    const body = { ...text(), sendAt: later(60) };
    const { id } = await agent.call(messaging.schedule, { body });
    const moved = later(120);
    await agent.call(messaging.reschedule, { params: { itemId: id }, body: { sendAt: moved } });
    expect(await agent.call(messaging.schedule, { body })).toMatchObject({ id, details: { sendAt: moved } });
    await agent.call(messaging.sendNow, { params: { itemId: id } });
    expect((await agent.call(messaging.schedule, { body })).id).toBe(id);
    const held = { ...text(), holdSeconds: 1 };
    const message = await agent.call(messaging.send, { body: held });
    await hasRun(message.id);
    expect((await agent.call(messaging.send, { body: held })).id).toBe(message.id);
  });

  test('a message from before requests were kept is compared with what is there', async () => {
    const body = { ...text(), sendAt: later(60) };
    const { id } = await agent.call(messaging.schedule, { body });
    await outside.server.owner.updateTable('items').set({ send_asked: null }).where('id', '=', id).execute();
    expect((await agent.call(messaging.schedule, { body })).id).toBe(id);
    expect(await agent.refusal(messaging.schedule, { body: { ...body, sendAt: later(90) } })).toMatchObject(other);
  });

  test('the id of a message that was taken back or deleted says so, and asks for a new one', async () => {
    const [back, deleted] = [
      { ...text(), holdSeconds: 30 },
      { ...text(), holdSeconds: 30 },
    ];
    const { id } = await agent.call(messaging.send, { body: back });
    await agent.call(messaging.takeBack, { params: { itemId: id } });
    expect(await agent.refusal(messaging.send, { body: back })).toMatchObject({
      status: 409,
      body: { message: 'The message of this client_id was canceled before it was sent. Use a new client_id to send it', errors: [{ field: 'client_id' }] },
    });
    const gone = await agent.call(messaging.send, { body: deleted });
    await agent.call(conversations.deleteItem, { params: { id: gone.conversationId, itemId: gone.id } });
    expect(await agent.refusal(messaging.send, { body: deleted })).toMatchObject({ status: 409, body: { message: expect.stringContaining('was deleted') } });
  });

  test('two requests at once under one id, at two times: one of them is refused', async () => {
    const body = text();
    const answers = await Promise.all([60, 90].map((minutes) => agent.exchange(messaging.schedule, { body: { ...body, sendAt: later(minutes) } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await agent.call(messaging.scheduled)).data).toHaveLength(1);
  });
});
