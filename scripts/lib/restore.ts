/** Reads a backup into an empty installation. All of the database comes in one transaction; a restore that fails leaves the installation empty. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#server/db/migrate.ts';
import { grantJobs, jobsSchema } from '#server/jobs/pgBossQueue.ts';
import { type End, End as EndSchema, type Entry, formatTableKey, Manifest, names, readArchive, readContent, type TableInfo } from './archive.ts';
import { formatColumnList, formatTableName, quoteName } from './backup.ts';

interface RestoreOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly path: string;
}

/** Result of a restore. */
interface Restored extends End {
  /** Messages and faxes that waited to be sent: shown as not confirmed, so that nothing is sent twice. */
  readonly heldMessages: number;
  /** Campaigns that were scheduled or being sent: they wait until a person lets them go on. */
  readonly pausedCampaigns: number;
  /** Numbers that were to be given back to their carrier: they stay with it, since they may be in use again. */
  readonly keptNumbers: number;
}

async function assertEmpty(client: pg.Client, filesDir: string): Promise<void> {
  const { rows: others } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name in ('keyline', 'keyline jobs')`,
  );
  if ((others[0]?.count ?? 0) > 0) throw new Error('Keyline runs with this database. Stop it first.');
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('public.users') is not null as present`);
  if (rows[0]?.present) {
    const used = await client.query<{ used: boolean }>('select exists (select from users) or exists (select from companies) as used');
    if (used.rows[0]?.used)
      throw new Error('This database is in use. Restore into an empty one: set KEYLINE_DATA to a new folder, or DATABASE_URL to a new database.');
  }
  const found = existsSync(filesDir) ? await readdir(filesDir) : [];
  if (found.length > 0) throw new Error(`There are files in ${filesDir}. Restore into an empty data folder: set KEYLINE_DATA to a new one.`);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys stand aside while tables are loaded, and are checked when they come back. Works for an owner who is no superuser. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ('public', $1) and k.conparentid = 0`,
    [jobsSchema],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoteName(name)}`);
  return rows;
}

async function setTriggers(client: pg.Client, tables: readonly TableInfo[], how: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) if (table.schema === 'public') await client.query(`alter table ${formatTableName(table)} ${how} trigger user`);
}

/** Loads the parts of tables, one stream a table. */
function createLoader(client: pg.Client, tables: readonly TableInfo[]) {
  const byKey = new Map(tables.map((table) => [formatTableKey(table), table]));
  let open: { readonly key: string; readonly stream: Writable & { rowCount: number }; readonly ended: Promise<void> } | null = null;
  const rows: Record<string, number> = Object.fromEntries(tables.map((table) => [formatTableKey(table), 0]));
  const close = async () => {
    if (open === null) return;
    const { key, stream, ended } = open;
    open = null;
    stream.end();
    await ended;
    rows[key] = stream.rowCount;
  };
  return {
    rows,
    close,
    async load({ name, content }: Entry) {
      const key = dirname(name.slice(names.tables.length));
      if (open?.key !== key) {
        await close();
        const table = byKey.get(key);
        if (!table) throw new Error(`The backup has rows of a table it does not name: ${key}`);
        const stream = client.query(copyFrom(`copy ${formatTableName(table)} (${formatColumnList(table)}) from stdin`));
        const ended = finished(stream);
        ended.catch(() => undefined);
        open = { key, stream, ended };
      }
      const { stream, ended } = open;
      for await (const chunk of content) {
        // A row that the database refuses ends the stream, and no write is called back any more.
        await Promise.race([new Promise<void>((done, fail) => stream.write(chunk, (error) => (error ? fail(error) : done()))), ended]);
      }
    },
  };
}

const restoredNote = 'Keyline was restored from a backup. Some of these people may have got this text after the backup was made.';

/**
 * Texts of campaigns that were under way may have gone out after the backup: nobody gets one until a person lets the campaign go on, and those that were being sent
 * are not confirmed. Answers how many campaigns wait; a backup older than campaigns has none.
 */
async function pauseCampaigns(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('public.campaigns') is not null as present`);
  if (!rows[0]?.present) return 0;
  await client.query(`update campaign_recipients set state = 'unknown' where state = 'sending'`);
  await client.query(`update campaign_attempts set state = 'unknown', look_at = now() where state = 'intent'`);
  const { rowCount } = await client.query(
    `update campaigns set state = 'paused', paused_reason = 'restored', paused_note = $1, wake_at = null, held_until = null where state in ('pending', 'queued', 'sending')`,
    [restoredNote],
  );
  return rowCount ?? 0;
}

/** Nobody stays signed in, and nothing leaves that may have left already: the backup does not know what happened after it. */
async function disarm(client: pg.Client, hasJobs: boolean): Promise<Pick<Restored, 'heldMessages' | 'pausedCampaigns' | 'keptNumbers'>> {
  await client.query('delete from sessions');
  await client.query('delete from challenges');
  await client.query('delete from throttles');
  const { rowCount } = await client.query(
    `update items set delivery_state = 'unknown', send_at = null where type in ('message', 'fax') and not is_inbound and delivery_state in ('held', 'scheduled', 'queued')`,
  );
  const heldMessages = rowCount ?? 0;
  const pausedCampaigns = await pauseCampaigns(client);
  if (!hasJobs) return { heldMessages, pausedCampaigns, keptNumbers: 0 };
  await client.query(`delete from ${jobsSchema}.job where name in ('message.send', 'campaign.lane', 'auth.mail')`);
  const releases = await client.query<{ isOpen: boolean }>(
    `delete from ${jobsSchema}.job where name = 'numbers.release' returning state in ('created', 'retry', 'active') as "isOpen"`,
  );
  return { heldMessages, pausedCampaigns, keptNumbers: releases.rows.filter(({ isOpen }) => isOpen).length };
}

async function storeFile(folder: string, { name, content }: Entry): Promise<void> {
  const path = resolve(folder, name.slice(names.files.length));
  if (!path.startsWith(`${resolve(folder)}${sep}`)) throw new Error('The backup names a file outside of the data folder');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function writeSecrets(dataDir: string, content: Buffer): Promise<void> {
  const path = join(dataDir, names.secrets);
  if (existsSync(path)) await rename(path, `${path}.before-restore`);
  await writeFile(path, content, { mode: 0o600 });
  await chmod(path, 0o600);
}

/** Makes the tables as they were at the backup. Throws when the code does not know all of its migrations. */
async function prepareTables({ databaseUrl }: RestoreOptions, manifest: Manifest): Promise<void> {
  await migrate(databaseUrl, new Set(manifest.migrations.map(({ name }) => name)));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from keyline_migrations');
    const here = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const strange = manifest.migrations.filter(({ name, checksum }) => here.get(name) !== checksum);
    if (strange.length > 0) throw new Error(`This backup comes from another version of Keyline (${manifest.version}): ${strange[0]?.name} isn’t recognized.`);
    const more = rows.length - manifest.migrations.length;
    if (more > 0) throw new Error('This database is newer than the backup. Restore into a new, empty one.');
    if (manifest.jobsVersion !== null) {
      await client.query(`drop schema if exists ${jobsSchema} cascade`);
      await client.query(getConstructionPlans(jobsSchema));
      const made = await client.query<{ version: number }>(`select version from ${jobsSchema}.version`);
      if (made.rows[0]?.version !== manifest.jobsVersion)
        throw new Error(`This backup comes from another version of Keyline (${manifest.version}): its job queue differs.`);
    }
  } finally {
    await client.end();
  }
}

async function loadAll(client: pg.Client, options: RestoreOptions, entries: AsyncGenerator<Entry>, manifest: Manifest): Promise<Restored> {
  const { tables, sequences } = manifest;
  const loader = createLoader(client, tables);
  const filesDir = join(options.dataDir, 'files');
  let [files, end, secrets]: [number, End | null, Buffer | null] = [0, null, null];
  await client.query("begin; set local statement_timeout = 0; set local datestyle = 'ISO'");
  const keys = await dropForeignKeys(client);
  await setTriggers(client, tables, 'disable');
  await client.query(`truncate ${tables.map(formatTableName).join(', ')}`);
  for await (const entry of entries) {
    if (entry.name.startsWith(names.tables)) await loader.load(entry);
    else if (entry.name.startsWith(names.files)) {
      await loader.close();
      await storeFile(filesDir, entry);
      files += 1;
    } else if (entry.name === names.secrets) secrets = await readContent(entry);
    else if (entry.name === names.end) end = EndSchema.parse(JSON.parse((await readContent(entry)).toString('utf8')));
    else throw new Error(`The backup has an entry that is not known: ${entry.name}`);
  }
  await loader.close();
  if (end === null) throw new Error('The backup is cut off: its end is missing.');
  const wrong = Object.entries(end.rows).find(([key, count]) => loader.rows[key] !== count);
  if (wrong || files !== end.files) throw new Error(`The backup is not whole: ${wrong?.[0] ?? 'files'} differ from what it says.`);
  for (const { schema, name, last } of sequences)
    await client.query('select setval(format($1, $2::text, $3::text)::regclass, $4::bigint, true)', ['%I.%I', schema, name, last]);
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`);
  await setTriggers(client, tables, 'enable');
  const disarmed = await disarm(client, manifest.jobsVersion !== null);
  if (secrets !== null) await writeSecrets(options.dataDir, secrets);
  await client.query('commit');
  return { ...end, ...disarmed };
}

/** Reads what the archive says of itself. Throws words for the person when it is none of ours. */
async function readHead(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const first = await entries.next().catch(() => null);
  if (first === null || first.done || first.value.name !== names.manifest) throw new Error('Not a Keyline backup.');
  return Manifest.parse(JSON.parse((await readContent(first.value)).toString('utf8')));
}

/** Looks at the file before anything is made for it. Throws words for the person when there is none, or none of ours. */
export async function assertBackup(path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} not found.`);
  const entries = readArchive(path);
  await readHead(entries);
  await entries.return(undefined);
}

/** Restores a backup. Throws words for the person when the installation is not empty or the backup is not whole. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const filesDir = join(options.dataDir, 'files');
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'keyline restore' });
  await client.connect();
  try {
    await assertEmpty(client, filesDir);
    const entries = readArchive(options.path);
    const manifest = await readHead(entries);
    await prepareTables(options, manifest);
    await mkdir(options.dataDir, { recursive: true });
    const restored = await loadAll(client, options, entries, manifest).catch(async (error: unknown) => {
      await client.query('rollback').catch(() => undefined);
      await rm(filesDir, { recursive: true, force: true });
      throw error;
    });
    if (manifest.jobsVersion !== null) await grantJobs(options.databaseUrl);
    await migrate(options.databaseUrl);
    await client.query('analyze');
    return restored;
  } finally {
    await client.end();
  }
}
