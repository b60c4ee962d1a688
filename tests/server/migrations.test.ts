import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { asLesserOwner } from './database.ts';
import { freshDatabase } from './harness.ts';

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

const shape = `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`;

describe('migrations', () => {
  test('run twice, and the second run does nothing', async () => {
    const database = await freshDatabase({ empty: true });
    const first = await migrate(database.url);
    const before = await ask(database.url, shape);
    expect(first.length).toBeGreaterThan(1);
    expect(await migrate(database.url)).toEqual([]);
    expect(await ask(database.url, shape)).toEqual(before);
    await database.drop();
  });

  test('run once when several nodes start together', async () => {
    const database = await freshDatabase({ empty: true });
    const runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
    await database.drop();
  });

  test('refuse to go on when one was changed after it ran', async () => {
    const database = await freshDatabase();
    await ask(database.url, `update keyline_migrations set checksum = 'other' where name = '0001_identity.sql'`);
    await expect(migrate(database.url)).rejects.toThrow('0001_identity.sql was modified after it was applied');
    await database.drop();
  });

  test('work for an owner who is no superuser but may create roles', async () => {
    const database = await freshDatabase({ empty: true });
    expect((await migrate(await asLesserOwner(database))).length).toBeGreaterThan(1);
    await database.drop();
  });

  test('say in plain words what a database lacks', async () => {
    const database = await freshDatabase({ empty: true });
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.url, `create role poor_${name} login password 'secret'`);
    const url = Object.assign(new URL(database.url), { username: `poor_${name}`, password: 'secret' }).href;
    await expect(migrate(url)).rejects.toThrow(/Missing: a user that may create roles.*; the right to create extensions.*; the right to create tables/);
    await database.drop();
  });
});
