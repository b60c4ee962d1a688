/** The database's states of area codes are those of the contract. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { findRegion } from '#contract/text/regions.ts';
import { startServer } from './harness.ts';

test('the area of every code is the one the contract knows, and other phones have none', async () => {
  const server = await startServer();
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    const codes = Array.from({ length: 800 }, (_, at) => String(200 + at));
    const { rows } = await client.query<{ code: string; area: string | null }>(
      `select code, area_of('+1' || code || '5550123') as area from unnest($1::text[]) code`,
      [codes],
    );
    expect(Object.fromEntries(rows.map(({ code, area }) => [code, area]))).toEqual(Object.fromEntries(codes.map((code) => [code, findRegion(code)])));
    const others = await client.query<{ area: string | null }>(`select area_of(phone) as area from unnest($1::text[]) phone`, [
      ['+442079460003', '', 'anonymous'],
    ]);
    expect(others.rows.map(({ area }) => area)).toEqual([null, null, null]);
  } finally {
    await client.end();
    await server.close();
  }
});
