/** Sessions of the database that wait for a lock of another: a test begins what must wait, and goes on once it does. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/db/tables.ts';

/** Counts them. */
export async function countWaiting(owner: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
  return rows[0]?.count;
}
