/** Writes a backup: every table in one snapshot of the database, then the files and the secrets. The app may go on working meanwhile. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readConfig } from '#server/config.ts';
import { jobsSchema } from '#server/jobs/pgBossQueue.ts';
import { type ArchiveWriter, archiveFormat, createArchive, type End, formatTableKey, type Manifest, names, type TableInfo } from './archive.ts';

interface BackupOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Path of the archive; there must be no file yet. */
  readonly path: string;
}

/** Tables of the job queue that are worth keeping; the others are its own figures. */
const jobTables = ['version', 'queue', 'job_common', 'job_dependency'];

/** A name in a statement. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const formatTableName = ({ schema, name }: Pick<TableInfo, 'schema' | 'name'>) => `${quoteName(schema)}.${quoteName(name)}`;
export const formatColumnList = ({ columns }: Pick<TableInfo, 'columns'>) => columns.map(quoteName).join(', ');

async function readTables(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `select n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and (n.nspname = 'public' and c.relname <> 'keyline_migrations' or n.nspname = $1 and c.relname = any ($2))
     order by 1, 2`,
    [jobsSchema, jobTables],
  );
  return rows;
}

async function readManifest(client: pg.Client): Promise<Manifest> {
  const { rows: found } = await client.query<{ present: boolean }>(`select to_regclass('public.keyline_migrations') is not null as present`);
  if (!found[0]?.present) throw new Error('This database holds no installation of Keyline.');
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>('select name, checksum from keyline_migrations order by name');
  const { rows: sequences } = await client.query<{ schema: string; name: string; last: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname in ('public', $1) and last_value is not null order by 1, 2`,
    [jobsSchema],
  );
  const tables = await readTables(client);
  const hasJobs = tables.some(({ schema }) => schema === jobsSchema);
  const jobs = hasJobs ? await client.query<{ version: number }>(`select version from ${jobsSchema}.version`) : null;
  const { version } = readConfig({ DATABASE_URL: 'postgres://localhost/keyline', KEYLINE_SECRET: 'x'.repeat(44) });
  return { format: archiveFormat, version, createdAt: new Date().toISOString(), migrations, jobsVersion: jobs?.rows[0]?.version ?? null, tables, sequences };
}

async function addTables(client: pg.Client, archive: ArchiveWriter, tables: readonly TableInfo[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const stream = client.query(copyTo(`copy ${formatTableName(table)} (${formatColumnList(table)}) to stdout`));
    await archive.addParts(`${names.tables}${formatTableKey(table)}`, stream);
    rows[formatTableKey(table)] = stream.rowCount;
  }
  return rows;
}

/** Files written by halves or by the space check are none of the store's. */
const isStored = (name: string) => !/\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name) && !name.startsWith('.probe-');

async function addFiles(archive: ArchiveWriter, folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let count = 0;
  for (const entry of entries) {
    if (!entry.isFile() || !isStored(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    // A file that went away meanwhile belongs to a row that went away with it.
    const content = await readFile(path).catch(() => null);
    if (content === null) continue;
    await archive.add(`${names.files}${relative(folder, path).replaceAll('\\', '/')}`, content);
    count += 1;
  }
  return count;
}

/** Writes the backup and returns what it holds. Leaves no file behind when it fails. */
export async function writeBackup({ databaseUrl, dataDir, path }: BackupOptions): Promise<End> {
  const half = `${path}.part`;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keyline backup' });
  await client.connect();
  let archive: ArchiveWriter | null = null;
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0; set local datestyle = 'ISO'");
    const manifest = await readManifest(client);
    if (existsSync(half)) throw new Error(`${half} exists: another backup is being written, or one was cut off. Delete it, or choose another name.`);
    archive = createArchive(half);
    await archive.add(names.manifest, Buffer.from(JSON.stringify(manifest)));
    const secrets = join(dataDir, names.secrets);
    if (existsSync(secrets)) await archive.add(names.secrets, await readFile(secrets));
    const rows = await addTables(client, archive, manifest.tables);
    await client.query('commit');
    const end = { rows, files: await addFiles(archive, join(dataDir, 'files')) };
    await archive.add(names.end, Buffer.from(JSON.stringify(end)));
    await archive.finish();
    await rename(half, path);
    return end;
  } catch (error) {
    await archive?.discard();
    throw error;
  } finally {
    await client.end();
  }
}
