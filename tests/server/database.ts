/** A fresh, migrated database for a test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { getCloneStatement, template } from '#tests/setup/statements.ts';

/** A database of its own. */
export interface TestDatabase {
  readonly url: string;
  /** Lets nobody in and throws out who is in, as if the database had gone away. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  drop(): Promise<void>;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Clones the template; `empty` gives a database without any table. */
export async function freshDatabase({ empty = false }: { readonly empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asOwner(getCloneStatement(name, empty ? 'template0' : template));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async goAway() {
      await asOwner(`alter database ${name} with allow_connections false`);
      await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    },
    comeBack: () => asOwner(`alter database ${name} with allow_connections true`),
    drop: () => asOwner(`drop database if exists ${name} with (force)`),
  };
}

/** The URL of an empty database for an owner as hosted databases give one: no superuser, but may create roles. */
export async function asLesserOwner(database: TestDatabase): Promise<string> {
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  const role = `owner_${name}`;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`create role ${role} login password 'secret' createrole`);
    await client.query(`grant keyline_app, keyline_identity to ${role} with admin option`);
    await client.query(`grant all on schema public to ${role}`);
    await client.query(`grant all on database ${name} to ${role}`);
  } finally {
    await client.end();
  }
  return Object.assign(url, { username: role, password: 'secret' }).href;
}
