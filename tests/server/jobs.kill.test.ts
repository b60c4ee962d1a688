import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { quietCompany } from './stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('a bulk action killed within a chunk and after one: every row once, and the counts add up', async () => {
  const { own, person, line } = await quietCompany(shop.server);
  const rows = 1_200;
  await sql`
    with threads as (
      insert into conversations (company_id, number_id, recipient, last_activity_at, latest, item_types, unread_count)
      select ${own.id}, ${line.id}, '+1312556' || lpad(at::text, 4, '0'), now(), '{}', '{message}', 1 from generate_series(1, ${rows}::int) at
      returning id, recipient
    )
    insert into items (company_id, conversation_id, number_id, recipient, type, is_inbound, is_read, created_at)
    select ${own.id}, id, ${line.id}, recipient, 'message', true, false, now() from threads`.execute(shop.server.owner);
  const key = 'read-all-of-them';
  await person.call(routes.conversations.bulkAction, { body: { key, action: 'read', all: true, count: rows } });
  const state = async () => {
    const { batch } = await person.call(routes.conversations.batch, { params: { batchId: key } });
    const unread = await shop.server.owner.selectFrom('items').select('id').where('company_id', '=', own.id).where('is_read', '=', false).execute();
    return { done: batch?.done, skipped: batch?.skipped, finished: batch?.finishedAt !== null, unread: unread.length };
  };
  expect(await shop.dieAt('batch.run: within a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual({ done: 0, skipped: 0, finished: false, unread: rows });
  expect(await shop.dieAt('batch.run: after a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual({ done: 500, skipped: 0, finished: false, unread: rows - 500 });
  shop.work();
  await expect.poll(state, { timeout: 90_000, interval: 250 }).toEqual({ done: rows, skipped: 0, finished: true, unread: 0 });
  const booked = await shop.server.owner.selectFrom('batch_rows').select('state').where('batch_id', '=', key).execute();
  expect(booked.filter((row) => row.state === 'done')).toHaveLength(rows);
  const progress = await sql<{ told: number }>`
    select count(*)::int as told from changes where company_id = ${own.id} and change ->> 'kind' = 'batch-progress'`.execute(shop.server.owner);
  expect(progress.rows).toEqual([{ told: 3 }]);
});
