/** The server alone, beside the large world; the world is made once and kept in .cache/bench. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { endChild, spawnChild, waitUntilListening } from '../../scripts/lib/children.ts';
import { readSettings } from '../../scripts/lib/settings.ts';
import { buildWeb, isStale } from '../../scripts/lib/web.ts';
import { type EmbeddedDatabase, startDatabase } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createSealer, type Sealer } from '../../server/security/sealer.ts';
import { freePort } from '../../tests/server/ports.ts';
import { print } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The data folder of the benches, kept between runs. */
export const dataDir = join(root, '.cache/bench');

/** The database of the large world, migrated, with the owner's way in. */
export interface World {
  readonly databaseUrl: string;
  /** Another database of the same server. */
  urlOf(database: string): string;
  readonly environment: Readonly<Record<string, string>>;
  readonly sealer: Sealer;
  /** As the owner of the database: sees everything. */
  readonly owner: pg.Client;
  /** The company with 1,000,000 calls. */
  readonly companyId: number;
  /** Somebody who works there with all numbers. */
  readonly userId: number;
  close(): Promise<void>;
}

function createWorld(): void {
  const mark = join(dataDir, 'large');
  if (existsSync(mark)) return;
  print('Making the large world, once…');
  mkdirSync(dataDir, { recursive: true });
  execFileSync(process.execPath, ['scripts/demoData.ts', 'large'], {
    cwd: root,
    env: { ...process.env, KEYLINE_DATA: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  writeFileSync(mark, '');
}

/** Vacuums once, as the database does by itself within a minute of such a load if left running: without it counts read every row's page. */
async function vacuumOnce(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ done: boolean }>(
    "select coalesce(last_vacuum, last_autovacuum) is not null as done from pg_stat_user_tables where relname = 'conversations'",
  );
  if (rows[0]?.done !== true) await owner.query('vacuum (analyze) conversations, items, contacts, calls, phone_numbers');
}

/** Opens the database of the large world, making it when it is not there yet. */
export async function openWorld(): Promise<World> {
  createWorld();
  const database: EmbeddedDatabase = await startDatabase({ dataDir, onNote: print });
  await migrate(database.url);
  const { environment } = readSettings({ KEYLINE_DATA: dataDir, KEYLINE_LOG: 'warn', KEYLINE_RATE_FACTOR: '100000' }, true);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await vacuumOnce(owner);
  const { rows } = await owner.query<{ id: string; user_id: string }>(
    `select c.id, m.user_id from companies c join memberships m on m.company_id = c.id
     where c.name = 'Keyline Bench' and m.number_ids is null order by m.role = 'owner' desc, m.user_id limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('The large world has no company for measurements');
  return {
    databaseUrl: database.url,
    urlOf: database.urlOf,
    environment,
    sealer: createSealer(Buffer.from(environment.KEYLINE_SECRET ?? '', 'base64')),
    owner,
    companyId: Number(row.id),
    userId: Number(row.user_id),
    async close() {
      await owner.end();
      await database.stop();
    },
  };
}

/** A server of a world, in a process of its own, and somebody signed in to it. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  /** Headers that a request of the signed-in user carries. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Signs somebody in, as the sign-in would; the secret for the cookie. */
export async function signIn({ owner, sealer, userId }: Pick<World, 'owner' | 'sealer' | 'userId'>): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await owner.query(
    `insert into sessions (kind, user_id, secret_hash, idle_expires_at, expires_at) values ('cookie', $1, $2, now() + interval '1 day', now() + interval '1 day')`,
    [userId, sealer.hash(secret)],
  );
  return secret;
}

/** Starts the server of a world as production runs it, without the app's pages unless they are wanted; on a port that others know already, if one is given. */
export async function serveWorld(world: World, { port: given, pages = false }: { readonly port?: number; readonly pages?: boolean } = {}): Promise<Served> {
  const port = given ?? (await freePort());
  if (pages && isStale()) await buildWeb();
  const url = `http://localhost:${port}`;
  const child = spawnChild('server/start.ts', {
    ...world.environment,
    NODE_ENV: pages ? 'production' : 'development',
    DATABASE_URL: world.databaseUrl,
    KEYLINE_PORT: String(port),
    KEYLINE_PUBLIC_URL: url,
  });
  await waitUntilListening(port, child, 'The server');
  return {
    port,
    pid: child.pid ?? 0,
    headers: { cookie: `keyline_session=${await signIn(world)}`, 'x-company-id': String(world.companyId) },
    close: () => endChild(child),
  };
}
