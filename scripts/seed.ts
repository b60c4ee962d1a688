/** Fills an empty database with the demo world, and the file store with its recordings and fax pages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import type { Volume } from '#sandbox/world/northwind.ts';
import { demoMfaSecret, demoPassword } from '#sandbox/world/people.ts';
import { type Chunk, type TableName, tableOrder } from '#sandbox/world/rows.ts';
import type { Wording } from '#sandbox/world/shop.ts';
import { createBenchData, createDemoData, createSmallData } from '#sandbox/world/world.ts';
import { toLatest } from '#server/domains/conversations/latest.ts';
import { formatSearchText } from '#server/domains/conversations/repository.ts';
import { createSealer } from '#server/security/sealer.ts';
import { copyRows } from './copy.ts';

/** Input of seeding. */
export interface SeedOptions {
  /** The database, migrated; connects as its owner. */
  readonly databaseUrl: string;
  /** Folder of the file store; null leaves recordings and pages out (rows still name them). */
  readonly filesDir: string | null;
  /** The installation's secret: seals the authenticator secret as sign-in opens it. */
  readonly secret: Uint8Array;
  /** The moment the world ends; now, unless a test says otherwise. */
  readonly anchor?: Date;
  /** `done` goes from 0 to 1. */
  readonly onProgress?: (done: number, label: string) => void;
}

const wording: Wording = {
  toLatest: (item) => toLatest({ ...item, delivery_state: pickDeliveryState(item.delivery_state) }),
  toSearch: formatSearchText,
};

type DeliveryState = Parameters<typeof toLatest>[0]['delivery_state'];
const states: readonly DeliveryState[] = ['received', 'sent', 'delivered', 'undelivered', 'failed'];
const pickDeliveryState = (state: string | null): DeliveryState => states.find((known) => known === state) ?? null;

let passwordHash: Promise<string> | undefined;
/** Made once a process: argon2id is slow on purpose. */
const hashDemoPassword = () => {
  passwordHash ??= hash(demoPassword);
  return passwordHash;
};

async function createWorldOptions({ anchor = new Date(), secret }: Pick<SeedOptions, 'anchor' | 'secret'>) {
  return { anchor, wording, passwordHash: await hashDemoPassword(), sealedMfaSecret: createSealer(secret).seal('mfa', demoMfaSecret) };
}

/** Speaks and draws beside the loading, on the other core. */
function createFiles(filesDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./voices.ts', import.meta.url), { execArgv: [], workerData: filesDir });
    worker.once('message', () => void worker.terminate().then(() => resolve(), reject));
    worker.once('error', reject);
  });
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keyline seed' });
  await client.connect();
  return client;
}

/** All or nothing. Foreign keys are right by construction; where the owner may, they are not asked row by row. */
async function inOneGo<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query('set local synchronous_commit = off');
    await client.query("set local maintenance_work_mem = '256MB'");
    const { rows } = await client.query<{ may: boolean }>('select rolsuper as may from pg_roles where rolname = current_user');
    const may = rows[0]?.may === true;
    if (may) await client.query('set local session_replication_role = replica');
    const result = await work();
    if (may) await client.query('set local session_replication_role = origin');
    await finish(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const withIds: readonly TableName[] = tableOrder.filter(
  (table) =>
    ![
      'memberships',
      'number_routings',
      'marketplace_listings',
      'number_tags',
      'contact_group_members',
      'contact_label_members',
      'opt_outs',
      'item_media',
      'transcripts',
    ].includes(table),
);

/** Writes the rows that triggers would have kept, and sets the next ids. */
async function finish(client: pg.Client): Promise<void> {
  await client.query(
    'insert into number_directory (number, company_id, number_id) select number, company_id, id from phone_numbers where status <> 2 on conflict (number) do update set company_id = excluded.company_id, number_id = excluded.number_id',
  );
  await client.query('insert into company_cursors (company_id) select id from companies on conflict do nothing');
  await client.query('select count_calls(id) from companies where not exists (select from call_days where company_id = companies.id)');
  await client.query('select count_members(id) from companies');
  await client.query('insert into dni_sites (company_id) select id from companies on conflict do nothing');
  await client.query('select fill_item_texts()');
  for (const table of withIds)
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`);
}

/** Statistics for the planner, from a third of the usual sample: enough here, and a first start waits for it. */
async function measure(client: pg.Client): Promise<void> {
  await client.query('set default_statistics_target = 33');
  await client.query(`analyze ${tableOrder.join(', ')}`);
}

/** Loads pieces while the next ones are being made; never more than a few wait. */
async function load(
  client: pg.Client,
  pieces: Iterable<{ readonly chunks: readonly Chunk[]; readonly share: number }>,
  onShare: (share: number) => void,
): Promise<void> {
  let loading: Promise<void> = Promise.resolve();
  for (const { chunks, share } of pieces) {
    await loading;
    loading = (async () => {
      for (const chunk of chunks) await copyRows(client, chunk);
      onShare(share);
    })();
    loading.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loading;
}

async function refuseWhenUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>('select exists (select from users) or exists (select from companies) as used');
  if (rows[0]?.used) throw new Error('The database is not empty. Demo data is only loaded into an empty database.');
}

/** Loads the demo world: forty companies, the first with two years of calls. Throws when anybody or any company is there already. */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { databaseUrl, filesDir, onProgress = () => undefined } = options;
  const client = await connect(databaseUrl);
  try {
    await refuseWhenUsed(client);
    onProgress(0, 'Creating demo data');
    const files = filesDir === null ? Promise.resolve() : createFiles(filesDir);
    files.catch(() => undefined);
    const world = createDemoData(await createWorldOptions(options));
    await inOneGo(client, async () => {
      await load(client, world, (share) => onProgress(share * 0.9, 'Loading calls, contacts and conversations'));
      onProgress(0.92, 'Recording voicemails');
      await files;
    });
    onProgress(0.95, 'Analyzing tables');
    await measure(client);
    onProgress(1, 'Demo data ready');
  } finally {
    await client.end();
  }
}

/** Loads a world for tests: three companies, everybody who signs in, thirty conversations. Throws when the database is in use. */
export async function seedSmall(options: Omit<SeedOptions, 'onProgress'>): Promise<void> {
  const client = await connect(options.databaseUrl);
  try {
    await refuseWhenUsed(client);
    const files = options.filesDir === null ? Promise.resolve() : createFiles(options.filesDir);
    files.catch(() => undefined);
    const world = createSmallData(await createWorldOptions(options));
    await inOneGo(client, () => load(client, [{ chunks: world, share: 1 }], () => undefined));
    await files;
  } finally {
    await client.end();
  }
}

/** Adds one company with a million calls for measurements, open to everybody of the first company. */
export async function seedBench(
  { databaseUrl, anchor = new Date(), onProgress = () => undefined }: Omit<SeedOptions, 'secret' | 'filesDir'>,
  volume?: Volume,
): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await inOneGo(client, async () => {
      const last: Partial<Record<TableName, number>> = {};
      for (const table of withIds) {
        await client.query(`lock table ${table} in share row exclusive mode`);
        const { rows } = await client.query<{ last: string }>(`select coalesce(max(id), 0) as last from ${table}`);
        last[table] = Number(rows[0]?.last ?? 0);
      }
      const { rows } = await client.query<{ user_id: string }>('select distinct user_id from memberships where company_id = (select min(id) from companies)');
      const world = createBenchData(
        { anchor, wording },
        last,
        rows.map((row) => Number(row.user_id)),
        volume,
      );
      await load(client, world, (share) => onProgress(share * 0.97, 'Loading benchmark company'));
    });
    await measure(client);
    onProgress(1, 'Benchmark company ready');
  } finally {
    await client.end();
  }
}

/** Writes what the sandbox's traffic needs: our numbers, and customers who know them. */
export async function writeSandboxSeed(databaseUrl: string, path: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const numbers = await client.query(
      `select n.number, n.label, c.name as "companyName" from phone_numbers n join companies c on c.id = n.company_id
       where n.status = 0 and n.line_type = 1 and n.number like '+1%' order by c.id, n.id limit 200`,
    );
    const customers = await client.query(
      `select number, name from contacts where company_id = (select min(id) from companies) and deleted_at is null and not is_unsubscribed order by id limit 60`,
    );
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify({ numbers: numbers.rows, customers: customers.rows }, null, 1)}\n`);
  } finally {
    await client.end();
  }
}
