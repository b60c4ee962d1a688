/** The database the app brings along: native PostgreSQL under the data folder, kept by a process of its own (postgresSupervisor.ts). */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import * as z from 'zod/mini';
import { findClusterFolder } from './postgresPaths.ts';

/** A running database. */
export interface EmbeddedDatabase {
  /** Address of the database `keyline`, as its owner. */
  readonly url: string;
  /** Address of another database of the same cluster. */
  urlOf(database: string): string;
  /** The process of PostgreSQL itself, as it is now. */
  pid(): number;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  readonly dataDir: string;
  /** For tests: commits are not waited for on disk. */
  readonly fast?: boolean;
  /** Words for the person: where the data stand, that the database died and is back. */
  readonly onNote?: (message: string) => void;
}

const keeperPath = fileURLToPath(new URL('./postgresSupervisor.ts', import.meta.url));

const KeeperEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('note'), message: z.string() }),
  z.object({ event: z.literal('ready'), port: z.number(), pid: z.number(), socketFolder: z.nullable(z.string()) }),
  z.object({ event: z.literal('down'), failures: z.number() }),
  z.object({ event: z.literal('failed'), message: z.string() }),
]);

function ensureSettings(dataDir: string): string {
  const file = join(dataDir, 'postgres.json');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ port: 0, password: randomBytes(24).toString('base64url') }), { mode: 0o600 });
  return file;
}

async function readPassword(file: string): Promise<string> {
  return z.parse(z.object({ password: z.string() }), JSON.parse(await readFile(file, 'utf8'))).password;
}

async function ensureDatabase(urlOf: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'keyline'`);
    if (rowCount === 0) await client.query('create database keyline');
  } finally {
    await client.end();
  }
}

interface Kept {
  /** The database as an address names it: its socket, which answers sooner than the port (bench `database`), or the port where it has none. */
  readonly host: string;
  readonly child: ChildProcess;
}

/** Starts a keeper and waits for its database. */
function startKeeper({ dataDir, fast, onNote }: EmbeddedOptions, seen: (pid: number) => void): Promise<Kept> {
  const child = spawn(process.execPath, [keeperPath, dataDir, ...(fast ? ['--fast'] : [])], {
    // A session of its own: Ctrl-C reaches the app, which stops the keeper in its turn.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`The database could not be started; see ${join(dataDir, 'postgres.log')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = z.parse(KeeperEvent, JSON.parse(line));
      if (event.event === 'note') onNote?.(event.message);
      else if (event.event === 'down') onNote?.('Database exited. Restarting…');
      else if (event.event === 'failed') fail(new Error(event.message));
      else {
        seen(event.pid);
        done({ host: `${event.socketFolder === null ? '127.0.0.1' : encodeURIComponent(event.socketFolder)}:${event.port}`, child });
      }
    });
  });
}

const restartMs = 500;

/** Starts the database under `dataDir/postgres`, making it first when there is none. Resolves when it takes connections. */
export async function startDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const settled = { ...options, dataDir: resolve(options.dataDir) };
  const password = await readPassword(ensureSettings(settled.dataDir));
  let pid = 0;
  let stopping = false;
  let kept = await startKeeper(settled, (now) => {
    pid = now;
  });
  const { host } = kept;
  const watch = () => {
    kept.child.once('exit', async () => {
      while (!stopping) {
        await pause(restartMs);
        try {
          kept = await startKeeper(settled, (now) => {
            pid = now;
          });
          return watch();
        } catch (error) {
          settled.onNote?.(error instanceof Error ? error.message : String(error));
        }
      }
    });
  };
  watch();
  const urlOf = (database: string) => `postgres://keyline:${password}@${host}/${database}`;
  const stop = async () => {
    stopping = true;
    const { child } = kept;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.stdin?.end();
    await gone;
  };
  try {
    await ensureDatabase(urlOf);
  } catch (error) {
    await stop();
    throw error instanceof pg.DatabaseError && error.code === wrongPassword ? new Error(describeLostPassword(settled.dataDir)) : error;
  }
  return { url: urlOf('keyline'), urlOf, pid: () => pid, stop };
}

const wrongPassword = '28P01';

/** Says what to do about a database whose data folder was deleted, or came back without its password. */
function describeLostPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.json');
  const cluster = findClusterFolder(dataDir) ?? dataDir;
  return `The database in ${cluster} was made with another password than the one in ${file}: that file was deleted or replaced. Put it back, or delete ${cluster} to start without the old data.`;
}
