/** Two transactions that wait for each other: the database ends one of them, and its work is done again instead of refused. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { currentTransaction, recordChange, runAfterCommit } from '#server/db/tenancy.ts';
import { startServer, type TestServer } from './harness.ts';
import { countWaiting } from './waiting.ts';

let server: TestServer;
let other: pg.Client;

beforeAll(async () => {
  server = await startServer();
  other = new pg.Client({ connectionString: server.database.url });
  await other.connect();
  // Waits on where two wait for each other: the server's side gives way.
  await other.query("set deadlock_timeout = '5min'");
});
afterAll(async () => {
  await other.end();
  await server.close();
});

test('a change that the database ended for another one is made again', async () => {
  const company = await server.company();
  const owner = await server.worker(company, 'owner');
  const { id } = await owner.call(routes.contacts.create, { body: { name: 'Dana', number: '+14155550134' } });
  await other.query('begin');
  await other.query('update company_cursors set seq = seq where company_id = $1', [company.id]);
  // Has the contact, and waits for the company's place of changes.
  const changing = owner.call(routes.contacts.update, { params: { id }, body: { name: 'Dana Whitfield' } });
  await vi.waitFor(async () => expect(await countWaiting(server.owner)).toBe(1), { timeout: 20_000 });
  await other.query("update contacts set notes = 'called back' where id = $1", [id]);
  await other.query('commit');
  expect(await changing).toMatchObject({ name: 'Dana Whitfield', notes: 'called back' });
});

test('so is the work of any transaction, whoever opened it; others see it once', async () => {
  const company = await server.company();
  const { id } = await (await server.worker(company, 'owner')).call(routes.contacts.create, { body: { name: 'Dana', number: '+14155550135' } });
  await other.query('begin');
  await other.query('update company_cursors set seq = seq where company_id = $1', [company.id]);
  const runs: string[] = [];
  const working = server.services.tenancy.company([company.id], null, async () => {
    const { name } = await currentTransaction()
      .updateTable('contacts')
      .set({ name: 'Dana Whitfield' })
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow();
    recordChange({ kind: 'contact-updated', id });
    runAfterCommit(() => void runs.push(`after ${name}`));
    runs.push(name);
  });
  await vi.waitFor(async () => expect(await countWaiting(server.owner)).toBe(1), { timeout: 20_000 });
  await other.query("update contacts set notes = 'called back' where id = $1", [id]);
  await other.query('commit');
  await working;
  // The one who was waited for may be slower than the work that is done again: it is ended twice then.
  expect(runs.length).toBeGreaterThan(2);
  expect(runs).toEqual([...runs.slice(1).map(() => 'Dana Whitfield'), 'after Dana Whitfield']);
  const kept = await server.owner.selectFrom('contacts').select(['name', 'notes']).where('id', '=', id).execute();
  expect(kept).toEqual([{ name: 'Dana Whitfield', notes: 'called back' }]);
  const { rows } = await sql<{ count: number }>`select count(*)::int from changes where company_id = ${company.id}`.execute(server.owner);
  expect(rows).toEqual([{ count: 2 }]);
});
