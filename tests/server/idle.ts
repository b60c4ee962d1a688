/** Checks that a database holds no transaction open while an external service is called. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from './harness.ts';

/** Sees that no transaction stays open on a server's database. One that is open around the caller never goes away, and that is told. */
export async function nothingHeld({ owner }: Pick<TestServer, 'owner'>): Promise<void> {
  const idle = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(owner);
    return rows[0]?.open;
  };
  await expect.poll(idle, { timeout: 3_000, interval: 20 }).toBe(0);
}
