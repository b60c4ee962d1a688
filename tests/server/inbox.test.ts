import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, minute, quietCompany, refused, type Stage, workplace } from './stage.ts';

const calls = routes.conversations;
let server: TestServer;
let company: TestCompany;
let agent: Client;
let stage: Stage;
let main: Line;

beforeAll(async () => {
  server = await startServer();
  ({ company, agent, stage } = await workplace(server));
  main = await server.number(company, { label: 'Main' });
});
afterAll(() => server.close());

describe('the inbox', () => {
  test('shows each conversation once, newest first, whichever way it is paged', async () => {
    const { person, line, stage } = await quietCompany(server);
    const ids: number[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await stage.thread(line, stage.outside(), [{ createdAt: minute(Math.floor(at / 2)) }])).id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await person.call(calls.list, { query: { perPage: 3, ...(cursor ? { cursor } : {}) } });
      expect(page.meta).toMatchObject({ total: 7, unread: 7 });
      seen.push(...page.data.map((row) => row.id));
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids.toReversed());
    const oldest = await person.call(calls.list, { query: { perPage: 100, sort: 'oldest' } });
    expect(oldest.data.map((row) => row.id)).toEqual(ids);
  });

  test('says of a conversation who it is with, what came last and what is unread', async () => {
    const recipient = stage.outside();
    const contact = await stage.contact(recipient, 'Ana Flores');
    const thread = await stage.thread(main, recipient, [{ body: 'Hello' }, { body: 'Are you open?' }]);
    expect(await agent.call(calls.get, { params: { id: thread.id } })).toEqual({
      id: thread.id,
      conversationId: thread.id,
      lastActivityAt: minute(1).toISOString(),
      recipient,
      number: { id: main.id, label: 'Main', number: main.number, isSmsEnabled: true, isCallTranscriptionEnabled: false },
      contact: { id: contact.id, name: 'Ana Flores', subscribed: true },
      latestItem: {
        id: thread.items[1],
        isInbound: true,
        createdAt: minute(1).toISOString(),
        type: 'message',
        details: { text: 'Are you open?', result: null, deliveryState: null, duration: null, actorName: null, editorName: null },
      },
      numUnreadItems: 2,
      isArchived: false,
      isBlocked: false,
      isLead: false,
      isAppointment: false,
      isOptedOut: false,
      hasOptOutReview: false,
    });
  });

  test('narrows by number, kind, unread, archive and words', async () => {
    const { person, line, line2, stage } = await quietCompany(server);
    const flores = stage.outside();
    await stage.contact(flores, 'Ana Flores', { company_name: 'Blue Door' });
    const first = await stage.thread(line, flores);
    const read = await stage.thread(line2, stage.outside(), [{ isRead: true }]);
    const archived = await stage.thread(line, stage.outside());
    await person.call(calls.archive, { params: { id: archived.id } });
    const voicemail = await stage.thread(line2, stage.outside(), [{ type: 'voicemail', body: null }]);
    const find = async (query: object) =>
      (await person.call(calls.list, { query: { perPage: 100, ...query } })).data.map((row) => row.id).sort((a, b) => a - b);
    expect(await find({})).toEqual([first.id, read.id, voicemail.id]);
    expect(await find({ numberIds: String(line2.id) })).toEqual([read.id, voicemail.id]);
    expect(await find({ types: 'voicemail,fax' })).toEqual([voicemail.id]);
    expect(await find({ isUnread: 0 })).toEqual([read.id]);
    expect(await find({ isUnread: 1 })).toEqual([first.id, voicemail.id]);
    expect(await find({ isArchived: 1 })).toEqual([archived.id]);
    expect(await find({ q: 'flo BLUE' })).toEqual([first.id]);
    expect(await find({ q: `(312) 555-${flores.slice(-4)}` })).toEqual([first.id]);
    expect(await find({ q: '100%_' })).toEqual([]);
  });

  test('refuses a cursor that was altered, made for another list or another company', async () => {
    const { person, line, stage } = await quietCompany(server);
    await stage.thread(line, stage.outside());
    await stage.thread(line, stage.outside());
    const { meta } = await person.call(calls.list, { query: { perPage: 1 } });
    const cursor = meta.nextCursor ?? '';
    const wrong = { status: 422, code: 'cursor_invalid', field: 'cursor' };
    expect(await refused(person.refusal(calls.list, { query: { cursor: `${cursor.slice(0, -3)}abc` } }))).toEqual(wrong);
    expect(await refused(person.refusal(calls.list, { query: { cursor, sort: 'oldest' } }))).toEqual(wrong);
    expect(await refused(agent.refusal(calls.list, { query: { cursor } }))).toEqual(wrong);
    expect(await refused(person.refusal(calls.itemsOfNumbers, { query: { cursor } }))).toEqual(wrong);
  });

  test('refuses unknown kinds and sizes with the field', async () => {
    expect(await refused(agent.refusal(calls.list, { query: { perPage: 101 } }))).toMatchObject({ status: 422, field: 'perPage' });
    expect(await refused(agent.refusal(calls.list, { query: { types: 'pigeons' } }))).toMatchObject({ status: 422, code: 'invalid' });
    expect(await refused(agent.refusal(calls.get, { params: { id: 'x' } }))).toMatchObject({ status: 422, field: 'id' });
  });
});

describe('a person with some numbers only', () => {
  test('sees and touches nothing of the others', async () => {
    const { own, line, line2, stage } = await quietCompany(server);
    const person = await server.person();
    await server.membership(person, own, 'user', [line.id]);
    const some = (await server.signedIn(person)).in(own);
    const mine = await stage.thread(line, stage.outside());
    const theirs = await stage.thread(line2, stage.outside());
    const lists = await some.call(calls.list);
    expect(lists).toMatchObject({ data: [{ id: mine.id }], meta: { total: 1, unread: 1 } });
    expect((await some.call(calls.itemsOfNumbers)).data.map((item) => item.conversationId)).toEqual([mine.id]);
    expect(await refused(some.refusal(calls.get, { params: { id: theirs.id } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.items, { params: { conversationId: theirs.id } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.archive, { params: { id: theirs.id } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.bulkUpdate, { body: { ids: [mine.id, theirs.id], type: 'read' } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.readAllByType, { body: { type: 'messages', numbers: [line.id, line2.id] } }))).toMatchObject({ status: 404 });
    expect(await some.call(calls.list)).toMatchObject({ meta: { unread: 1 } });
    expect(await some.call(calls.bulkUpdate, { body: { ids: [mine.id], type: 'read' } })).toEqual({ updated: 1 });
    expect(await refused(some.refusal(calls.bulkAction, { body: { key: 'only-some-numbers', action: 'archive', all: true, count: 2 } }))).toMatchObject({
      code: 'count_changed',
    });
  });
});

describe('threads with nothing in them', () => {
  test('stand in no list and in no search, and come back with what was in them', async () => {
    const { person, line, stage } = await quietCompany(server);
    const recipient = stage.outside();
    const { id } = await stage.thread(line, recipient, [{ isRead: true }]);
    const { mark } = await person.call(calls.deleteMessages, { params: { id } });
    expect(await person.call(calls.list)).toMatchObject({ data: [], meta: { total: 0, unread: 0 } });
    expect((await person.call(routes.me.search, { query: { q: recipient, kinds: 'conversation' } })).data).toEqual([]);
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ latestItem: null });
    await person.call(calls.restoreMessages, { params: { id }, body: { mark } });
    expect((await person.call(calls.list)).data.map((row) => row.id)).toEqual([id]);
    expect((await person.call(routes.me.search, { query: { q: recipient, kinds: 'conversation' } })).data.map((hit) => hit.id)).toEqual([id]);
  });
});
