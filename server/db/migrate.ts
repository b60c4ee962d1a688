/** The one list of migrations: migrations/*.sql in order of name, each in a transaction of its own, recorded with its checksum. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const extensions = ['citext', 'pg_trgm', 'btree_gin', 'unaccent'];
const oldestVersion = 150_000;
/** One node migrates at a time; the number only has to be the same everywhere. */
const lock = 7_311_844;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Says in plain words what a database lacks, before anything is changed. */
async function lacks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ version: number; roles: boolean; creates: boolean; writes: boolean; missing: string[] }>(
    `select current_setting('server_version_num')::int as version,
            (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
              or (select count(*) = 2 from pg_roles where rolname in ('keyline_app', 'keyline_identity') and pg_has_role(current_user, oid, 'member')) as roles,
            has_database_privilege(current_database(), 'create') as creates,
            has_schema_privilege('public', 'create') as writes,
            array(select unnest($1::text[]) except select name from pg_available_extensions)::text[] as missing`,
    [extensions],
  );
  const [found] = rows;
  if (!found) return ['an answer to a simple question'];
  return [
    ...(found.version < oldestVersion ? ['version 15 or newer'] : []),
    ...(found.roles ? [] : ['a user that may create roles (CREATEROLE), or the roles keyline_app and keyline_identity granted to it']),
    ...(found.creates ? [] : ['the right to create extensions (CREATE on the database)']),
    ...(found.writes ? [] : ['the right to create tables (CREATE on the schema public)']),
    ...(found.missing.length > 0 ? [`the extensions ${found.missing.join(', ')} (install postgresql-contrib)`] : []),
  ];
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into keyline_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function applyAll(client: pg.Client, only: ReadonlySet<string> | null): Promise<string[]> {
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('keyline_migrations') is not null as present`);
  if (!rows[0]?.present) {
    const missing = await lacks(client);
    if (missing.length > 0) throw new Error(`This PostgreSQL does not meet the requirements. Missing: ${missing.join('; ')}.`);
    await client.query('create table keyline_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())');
  }
  const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from keyline_migrations');
  const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const migration of await readMigrations()) {
    if (only !== null && !only.has(migration.name)) continue;
    const checksum = known.get(migration.name);
    if (checksum === undefined) {
      await applyOne(client, migration);
      done.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(`The migration ${migration.name} was modified after it was applied. Add a new migration instead.`);
    }
  }
  return done;
}

/** Brings a database up to date and returns the names of what was applied; a second run applies nothing. Nodes that start together wait for each other. `only`: a restore stops at the migrations its backup knows. */
export async function migrate(databaseUrl: string, only: ReadonlySet<string> | null = null): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keyline migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await applyAll(client, only);
  } finally {
    await client.end();
  }
}
