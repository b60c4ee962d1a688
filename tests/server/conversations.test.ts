import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, minute, quietCompany, refused, type Stage, workplace } from './stage.ts';

const calls = routes.conversations;
let server: TestServer;
let company: TestCompany;
let agent: Client & { person: Person };
let reporter: Client;
let foreigner: Client;
let stage: Stage;
let main: Line;
let other: Line;

beforeAll(async () => {
  server = await startServer();
  ({ company, agent, reporter, foreigner, stage } = await workplace(server));
  main = await server.number(company, { label: 'Main' });
  other = await server.number(company, { label: 'Other' });
});
afterAll(() => server.close());

describe('a thread', () => {
  test('is read backwards, each page oldest first', async () => {
    const thread = await stage.thread(
      main,
      stage.outside(),
      Array.from({ length: 5 }, () => ({})),
    );
    const params = { conversationId: thread.id };
    const newest = await agent.call(calls.items, { params, query: { perPage: 2 } });
    expect(newest.data.map((item) => item.id)).toEqual(thread.items.slice(3));
    const middle = await agent.call(calls.items, { params, query: { perPage: 2, cursor: newest.meta.prevCursor ?? '' } });
    expect(middle.data.map((item) => item.id)).toEqual(thread.items.slice(1, 3));
    const last = await agent.call(calls.items, { params, query: { perPage: 2, cursor: middle.meta.prevCursor ?? '' } });
    expect(last).toMatchObject({ data: [{ id: thread.items[0] }], meta: { prevCursor: null } });
  });

  test('tells only what changed since a position', async () => {
    const recipient = stage.outside();
    const thread = await stage.thread(main, recipient, [{}, {}]);
    const params = { conversationId: thread.id };
    const { meta } = await agent.call(calls.items, { params });
    expect((await agent.call(calls.items, { params, query: { sync: meta.position } })).data).toEqual([]);
    const later = await stage.thread(main, recipient, [{ createdAt: minute(9) }]);
    await stage.thread(main, stage.outside());
    const changed = await agent.call(calls.items, { params, query: { sync: meta.position } });
    expect(changed.data.map((item) => item.id)).toEqual(later.items);
    expect((await agent.call(calls.items, { params, query: { sync: changed.meta.position + 100 } })).data).toHaveLength(3);
  });

  test('shows media with links that can be followed, and errors in words', async () => {
    await server.services.files.put('stage/cat', Buffer.from('a picture of a cat'));
    const file = await server.owner
      .insertInto('files')
      .values({ company_id: company.id, name: 'cat.png', content_type: 'image/png', bytes: 18, storage_key: 'stage/cat' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const thread = await stage.thread(main, stage.outside(), [
      {
        isInbound: false,
        deliveryState: 'undelivered',
        errorCode: '30003',
        mediaFileIds: [file.id],
        body: null,
        actor: { id: agent.person.id, name: 'Ag Ent' },
      },
    ]);
    const item = await agent.call(calls.item, { params: { id: thread.id, itemId: thread.items[0] ?? 0 } });
    expect(item).toMatchObject({
      isRead: true,
      actor: { id: agent.person.id, name: 'Ag Ent' },
      details: { kind: 'message', deliveryState: 'undelivered', errorText: 'Phone unreachable. Try again later.', media: [{ name: 'cat.png' }] },
    });
    const url = item.details.kind === 'message' ? (item.details.media[0]?.url ?? '') : '';
    expect(await agent.fetch(url)).toMatchObject({ status: 200, text: 'a picture of a cat' });
  });

  test('comes back from the archive when somebody writes, unless it is blocked', async () => {
    const recipient = stage.outside();
    const { id } = await stage.thread(main, recipient);
    await agent.call(calls.archive, { params: { id } });
    await stage.thread(main, recipient, [{ isInbound: false, createdAt: minute(5) }]);
    expect(await agent.call(calls.get, { params: { id } })).toMatchObject({ isArchived: true });
    await server.owner.updateTable('conversations').set({ is_blocked: true }).where('id', '=', id).execute();
    await stage.thread(main, recipient, [{ createdAt: minute(6) }]);
    expect(await agent.call(calls.get, { params: { id } })).toMatchObject({ isArchived: true });
    await server.owner.updateTable('conversations').set({ is_blocked: false }).where('id', '=', id).execute();
    await stage.thread(main, recipient, [{ createdAt: minute(7) }]);
    expect(await agent.call(calls.get, { params: { id } })).toMatchObject({ isArchived: false, lastActivityAt: minute(7).toISOString() });
  });

  test('goes into the archive and out of it', async () => {
    const { id } = await stage.thread(main, stage.outside());
    expect(await agent.call(calls.archive, { params: { id } })).toMatchObject({ id, isArchived: true });
    expect(await agent.call(calls.restore, { params: { id } })).toMatchObject({ id, isArchived: false });
    expect(await agent.call(calls.restore, { params: { id } })).toMatchObject({ isArchived: false });
  });

  test('keeps its newest item when an older one arrives late', async () => {
    const recipient = stage.outside();
    const { id } = await stage.thread(main, recipient, [{ createdAt: minute(9), body: 'newest' }]);
    await stage.thread(main, recipient, [{ createdAt: minute(2), body: 'late' }]);
    expect(await agent.call(calls.get, { params: { id } })).toMatchObject({ latestItem: { details: { text: 'newest' } }, numUnreadItems: 2 });
  });

  test('counts every arrival once, however many come at the same time as they are read', async () => {
    const recipient = stage.outside();
    const { id } = await stage.thread(main, recipient);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => stage.thread(main, recipient, [{ createdAt: minute(at), carrierSid: `SMstorm${at % 5}` }])),
      ...Array.from({ length: 3 }, () => agent.call(calls.readAll, { params: { id }, body: {} })),
    ]);
    const conversation = await agent.call(calls.get, { params: { id } });
    const { data } = await agent.call(calls.items, { params: { conversationId: id } });
    expect(data).toHaveLength(6);
    expect(conversation.numUnreadItems).toBe(data.filter((item) => !item.isRead).length);
  });
});

describe('reading', () => {
  test('marks all read, and unread again the newest that came in', async () => {
    const thread = await stage.thread(other, stage.outside(), [{}, {}, { isInbound: false }]);
    const params = { id: thread.id };
    const read = await agent.call(calls.readAll, { params, body: { type: 'read', returnCountByNumber: true } });
    expect(read.updated).toBe(2);
    expect(read.countByNumber?.find((row) => row.numberId === other.id)).toBeUndefined();
    const unread = await agent.call(calls.readAll, { params, body: { type: 'unread', returnCountByNumber: true } });
    expect(unread).toMatchObject({ updated: 1, countByNumber: expect.arrayContaining([{ numberId: other.id, conversations: 1, items: 1 }]) });
    const { data } = await agent.call(calls.items, { params: { conversationId: thread.id } });
    expect(data.map((item) => item.isRead)).toEqual([true, false, true]);
    expect(await agent.call(calls.readItem, { params: { id: thread.id, itemId: thread.items[1] ?? 0 } })).toMatchObject({ isRead: true });
    expect(await agent.call(calls.get, { params })).toMatchObject({ numUnreadItems: 0 });
  });

  test('marks a kind read over all conversations of some numbers', async () => {
    const { person, line, line2, stage } = await quietCompany(server);
    const one = await stage.thread(line, stage.outside(), [{}, { type: 'voicemail' }]);
    const two = await stage.thread(line2, stage.outside());
    expect(await person.call(calls.readAllByType, { body: { type: 'messages', numbers: [line.id] } })).toEqual({ updated: 1 });
    expect(await person.call(calls.get, { params: { id: one.id } })).toMatchObject({ numUnreadItems: 1 });
    expect(await person.call(calls.get, { params: { id: two.id } })).toMatchObject({ numUnreadItems: 1 });
    expect(await person.call(calls.readAllByType, { body: { type: 'messages' } })).toEqual({ updated: 1 });
  });

  test('one item is told to who catches up', async () => {
    const thread = await stage.thread(main, stage.outside(), [{}, {}]);
    const params = { conversationId: thread.id };
    const { meta } = await agent.call(calls.items, { params });
    await agent.call(calls.readItem, { params: { id: thread.id, itemId: thread.items[1] ?? 0 } });
    const { data } = await agent.call(calls.items, { params, query: { sync: meta.position } });
    expect(data.map((item) => [item.id, item.isRead])).toEqual([[thread.items[1], true]]);
    expect(await refused(agent.refusal(calls.items, { params, query: { sync: 0.5 } }))).toMatchObject({ status: 422, field: 'sync' });
  });

  test('is not for those who may only look', async () => {
    const { id } = await stage.thread(main, stage.outside());
    expect(await refused(reporter.refusal(calls.bulkUpdate, { body: { ids: [id], type: 'read' } }))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(calls.bulkUpdate, { body: { ids: [], type: 'read' } }))).toMatchObject({ status: 422, field: 'ids' });
    expect(await refused(reporter.refusal(calls.readAllByType, { body: { type: 'messages' } }))).toMatchObject({ status: 403 });
    expect(await refused(foreigner.refusal(calls.batch, { params: { companyId: company.id, batchId: 'some-batch' } }))).toMatchObject({ status: 409 });
    expect(await refused(reporter.refusal(calls.readAll, { params: { id }, body: {} }))).toMatchObject({ status: 403 });
    expect(await reporter.call(calls.get, { params: { id } })).toMatchObject({ id });
  });
});

describe('deleting', () => {
  test('takes one item away and brings it back', async () => {
    const thread = await stage.thread(main, stage.outside(), [{ body: 'first' }, { body: 'second' }]);
    const params = { id: thread.id, itemId: thread.items[1] ?? 0 };
    await agent.call(calls.deleteItem, { params });
    expect(await agent.call(calls.get, { params: { id: thread.id } })).toMatchObject({ numUnreadItems: 1, latestItem: { details: { text: 'first' } } });
    expect(await refused(agent.refusal(calls.item, { params }))).toMatchObject({ status: 404 });
    expect(await refused(agent.refusal(calls.deleteItem, { params }))).toMatchObject({ status: 404 });
    expect(await agent.call(calls.restoreItem, { params })).toMatchObject({ id: thread.items[1] });
    expect(await agent.call(calls.get, { params: { id: thread.id } })).toMatchObject({ numUnreadItems: 2, latestItem: { details: { text: 'second' } } });
  });

  test('empties a conversation under a mark, and brings back exactly that', async () => {
    const thread = await stage.thread(main, stage.outside(), [{}, {}, {}]);
    const params = { id: thread.id };
    await agent.call(calls.deleteItem, { params: { ...params, itemId: thread.items[0] ?? 0 } });
    const { deleted, mark } = await agent.call(calls.deleteMessages, { params });
    expect(deleted).toBe(2);
    expect(await agent.call(calls.get, { params })).toMatchObject({ latestItem: null, numUnreadItems: 0 });
    expect(await agent.call(calls.restoreMessages, { params, body: { mark } })).toEqual({ restored: 2 });
    expect(await agent.call(calls.restoreMessages, { params, body: { mark } })).toEqual({ restored: 0 });
    expect((await agent.call(calls.items, { params: { conversationId: thread.id } })).data).toHaveLength(2);
  });
});

test('nothing of a conversation is there for another company', async () => {
  const thread = await stage.thread(main, stage.outside());
  const id = thread.id;
  const item = { id, itemId: thread.items[0] ?? 0 };
  const missing = { status: 404, code: 'not_found', field: undefined };
  const answers = await Promise.all([
    refused(foreigner.refusal(calls.get, { params: { id } })),
    refused(foreigner.refusal(calls.items, { params: { conversationId: id } })),
    refused(foreigner.refusal(calls.item, { params: item })),
    refused(foreigner.refusal(calls.readItem, { params: item })),
    refused(foreigner.refusal(calls.deleteItem, { params: item })),
    refused(foreigner.refusal(calls.restoreItem, { params: item })),
    refused(foreigner.refusal(calls.readAll, { params: { id }, body: {} })),
    refused(foreigner.refusal(calls.deleteMessages, { params: { id } })),
    refused(foreigner.refusal(calls.restoreMessages, { params: { id }, body: { mark: 'none' } })),
    refused(foreigner.refusal(calls.archive, { params: { id } })),
    refused(foreigner.refusal(calls.restore, { params: { id } })),
  ]);
  for (const answer of answers) expect(answer).toEqual(missing);
  expect(await refused(foreigner.refusal(calls.bulkUpdate, { body: { ids: [id], type: 'read' } }))).toEqual(missing);
  expect(await refused(foreigner.refusal(calls.list, { params: { companyId: company.id }, headers: { 'x-company-id': String(company.id) } }))).toEqual(missing);
});
