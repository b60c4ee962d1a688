import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { pruneChanges } from '#server/db/prune.ts';
import { addItem } from '#server/domains/conversations/repository.ts';
import { startServer, type TestServer } from './harness.ts';
import { minute, quietCompany } from './stage.ts';

const { changes } = routes.companies;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A company whose thread has so many texts: two changes each. */
async function busy(texts: number) {
  const { own, person, line, stage } = await quietCompany(server);
  const recipient = stage.outside();
  const thread = await stage.thread(
    line,
    recipient,
    Array.from({ length: texts }, (_, at) => ({ createdAt: minute(at) })),
  );
  const position = async () => (await person.call(changes)).meta.cursor;
  return { own, person, thread, position, catchUp: (after: number) => person.call(changes, { query: { after } }) };
}

test('changes beyond the rows that are kept are gone; who was away for that long is told to fetch anew', async () => {
  const { person, thread, position, catchUp } = await busy(10);
  const cursor = await position();
  expect(cursor).toBe(20);
  const other = await busy(2);
  expect(await pruneChanges(server.services.tenancy, { days: 30, rows: 6 })).toBe(14);
  expect(await catchUp(cursor - 7)).toEqual({ data: [], meta: { cursor, complete: false } });
  expect(await catchUp(0)).toEqual({ data: [], meta: { cursor, complete: false } });
  const caught = await catchUp(cursor - 6);
  expect(caught.meta).toEqual({ cursor, complete: true });
  expect(caught.data.map((change) => change.seq)).toEqual([15, 16, 17, 18, 19, 20]);
  expect((await other.catchUp(0)).meta.complete).toBe(true);
  const params = { conversationId: thread.id };
  expect((await person.call(routes.conversations.items, { params, query: { sync: cursor - 7 } })).data).toHaveLength(10);
  expect((await person.call(routes.conversations.items, { params, query: { sync: cursor - 6 } })).data).toHaveLength(3);
});

test('what is older than the days that are kept goes as well, always from the oldest on, without a gap', async () => {
  const { own, position, catchUp } = await busy(4);
  // The fourth is older than the third: transactions side by side.
  await sql`update changes set at = now() - interval '31 days' where company_id = ${own.id} and seq in (1, 2, 4)`.execute(server.owner);
  await pruneChanges(server.services.tenancy, { days: 30, rows: 1_000 });
  const cursor = await position();
  expect((await catchUp(3)).meta.complete).toBe(false);
  expect((await catchUp(4)).data.map((change) => change.seq)).toEqual([5, 6, 7, 8]);
  expect(cursor).toBe(8);
  expect(await pruneChanges(server.services.tenancy, { days: 30, rows: 1_000 })).toBe(0);
});

test('it comes round by itself, once for all nodes', async () => {
  const rounds = async () =>
    (await sql<{ state: string }>`select state::text as state from keyline_jobs.job where name = 'changes.prune' order by 1`.execute(server.owner)).rows.map(
      (row) => row.state,
    );
  await expect.poll(rounds, { timeout: 15_000 }).toEqual(['completed', 'created']);
});

test('a note on a voicemail that is in no conversation is told to who works its number, and to no one limited to others', async () => {
  const { own, person, line, line2, stage } = await quietCompany(server);
  const limited = async (numberId: number) => {
    const one = await server.person();
    await server.membership(one, own, 'user', [numberId]);
    return (await server.signedIn(one)).in(own);
  };
  const [works, worksAnother] = [await limited(line.id), await limited(line2.id)];
  const left = { conversationId: null, numberId: line.id, recipient: stage.outside(), type: 'voicemail', isInbound: true, createdAt: minute(1) } as const;
  const { id } = await stage.within(() => addItem(left));
  const after = (await person.call(changes)).meta.cursor;
  await person.call(routes.notes.create, { body: { modelType: 'voicemail', modelId: id, body: 'Call back' } });
  const notesTold = async (who: typeof works) => (await who.call(changes, { query: { after } })).data.filter(({ kind }) => kind === 'note-updated').length;
  expect([await notesTold(works), await notesTold(worksAnother)]).toEqual([1, 0]);
});
