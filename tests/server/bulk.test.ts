import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startServer, type TestServer } from './harness.ts';
import { batchDone, quietCompany, refused } from './stage.ts';

const calls = routes.conversations;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('bulk actions', () => {
  test('archive all that match, once a key, and are taken back exactly', async () => {
    const { person, line, stage } = await quietCompany(server);
    const threads = [];
    for (let at = 0; at < 4; at += 1) threads.push(await stage.thread(line, stage.outside()));
    const already = threads[0]?.id ?? 0;
    await person.call(calls.archive, { params: { id: already } });
    const body = { key: 'archive-the-rest', action: 'archive' as const, all: true as const, count: 3 };
    const batch = await person.call(calls.bulkAction, { body });
    expect(batch).toMatchObject({ batchId: 'archive-the-rest', type: 'conversations.archive', batch: { total: 3 } });
    await person.call(calls.bulkAction, { body });
    expect(await batchDone(person, batch.batchId)).toMatchObject({ total: 3, done: 3, skipped: 0 });
    expect((await person.call(calls.list)).meta.total).toBe(0);
    const undo = await person.call(calls.undoBulkAction, { params: { key: 'archive-the-rest' } });
    expect((await person.call(calls.undoBulkAction, { params: { key: 'archive-the-rest' } })).batchId).toBe(undo.batchId);
    await batchDone(person, undo.batchId);
    expect((await person.call(calls.list)).meta.total).toBe(3);
    expect(await person.call(calls.get, { params: { id: already } })).toMatchObject({ isArchived: true });
    expect(await refused(person.refusal(calls.undoBulkAction, { params: { key: undo.batchId } }))).toMatchObject({ status: 404 });
  });

  test('mark read, skip what is read, and bring back the very items', async () => {
    const { person, line, stage } = await quietCompany(server);
    const one = await stage.thread(line, stage.outside(), [{}, {}]);
    const two = await stage.thread(line, stage.outside(), [{ isRead: true }]);
    const batch = await person.call(calls.bulkAction, { body: { key: 'read-these-two', action: 'read', ids: [one.id, two.id], count: 2 } });
    expect(await batchDone(person, batch.batchId)).toMatchObject({ done: 1, skipped: 1 });
    expect(await person.call(calls.get, { params: { id: one.id } })).toMatchObject({ numUnreadItems: 0 });
    const undo = await person.call(calls.undoBulkAction, { params: { key: 'read-these-two' } });
    await batchDone(person, undo.batchId);
    expect(await person.call(calls.get, { params: { id: one.id } })).toMatchObject({ numUnreadItems: 2 });
    expect(await person.call(calls.get, { params: { id: two.id } })).toMatchObject({ numUnreadItems: 0 });
  });

  test('refuse another count, no rows named, and a key used for something else', async () => {
    const { own, person, line, stage } = await quietCompany(server);
    const reporter = await server.worker(own, 'reporting');
    const { id } = await stage.thread(line, stage.outside());
    const act = (body: object) => refused(person.refusal(calls.bulkAction, { body: { key: 'refused-actions', action: 'archive', count: 1, ...body } }));
    expect(await act({ all: true, count: 2 })).toEqual({ status: 409, code: 'count_changed', field: 'count' });
    expect(await act({})).toEqual({ status: 422, code: 'invalid', field: 'ids' });
    expect(await act({ all: true, ids: [id] })).toEqual({ status: 422, code: 'invalid', field: 'ids' });
    expect(await act({ ids: [id, 999_999], count: 2 })).toEqual({ status: 409, code: 'count_changed', field: 'count' });
    await person.call(calls.bulkAction, { body: { key: 'refused-actions', action: 'archive', ids: [id], count: 1 } });
    expect(await act({ action: 'read', ids: [id] })).toEqual({ status: 409, code: 'conflict', field: 'key' });
    expect(await refused(reporter.refusal(calls.bulkAction, { body: { key: 'not-for-me', action: 'read', ids: [id], count: 1 } }))).toMatchObject({
      status: 403,
    });
  });

  test('of a colleague are not taken back by who works some numbers only', async () => {
    const { own, person, line, line2, stage } = await quietCompany(server);
    const limited = await server.person();
    await server.membership(limited, own, 'user', [line.id]);
    const some = (await server.signedIn(limited)).in(own);
    const { id } = await stage.thread(line2, stage.outside());
    const mine = await stage.thread(line, stage.outside());
    const body = { action: 'archive' as const, count: 1 };
    await batchDone(person, (await person.call(calls.bulkAction, { body: { ...body, key: 'a-colleague-did', ids: [id] } })).batchId);
    await batchDone(some, (await some.call(calls.bulkAction, { body: { ...body, key: 'i-did-it-myself', ids: [mine.id] } })).batchId);
    expect(await refused(some.refusal(calls.undoBulkAction, { params: { key: 'a-colleague-did' } }))).toMatchObject({ status: 404 });
    expect((await some.call(calls.undoBulkAction, { params: { key: 'i-did-it-myself' } })).batch).toMatchObject({ total: 1 });
    expect((await person.call(calls.undoBulkAction, { params: { key: 'a-colleague-did' } })).batch).toMatchObject({ total: 1 });
  });

  test('mean all there are without any filter only when their count is said', async () => {
    const { person, line, stage } = await quietCompany(server);
    await stage.thread(line, stage.outside());
    const act = (body: object) => refused(person.refusal(calls.bulkAction, { body: { key: 'all-of-them-here', action: 'archive', all: true, ...body } }));
    for (const filter of [undefined, {}, { q: ' ' }, { q: '?!' }, { numberIds: [] }])
      expect(await act({ ...(filter === undefined ? {} : { filter }) }), JSON.stringify(filter)).toEqual({ status: 422, code: 'invalid', field: 'count' });
    const batch = await person.call(calls.bulkAction, {
      body: { key: 'those-of-the-line', action: 'archive', all: true, filter: { numberIds: [String(line.id)] } },
    });
    expect(await batchDone(person, batch.batchId)).toMatchObject({ total: 1, done: 1 });
  });

  test('take whole counts only', async () => {
    const { person } = await quietCompany(server);
    for (const count of [0.5, -1, 1e15]) {
      const body = { key: 'odd-counts', action: 'read' as const, all: true as const, count };
      expect(await refused(person.refusal(calls.bulkAction, { body }))).toMatchObject({ status: 422, field: 'count' });
    }
  });

  test('say that there is no batch of an id', async () => {
    const { person } = await quietCompany(server);
    expect(await person.call(calls.batch, { params: { batchId: 'never-was-one' } })).toMatchObject({ batchId: 'never-was-one', batch: null });
  });
});
