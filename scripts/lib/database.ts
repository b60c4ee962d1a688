/** The database of an installation for a script: another PostgreSQL, its own that runs, or its own started for the script. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import { startDatabase } from '#server/db/embedded.ts';
import type { Environment, Settings } from './settings.ts';

interface OpenDatabase {
  readonly url: string;
  /** Stops the database where this script started it. */
  close(): Promise<void>;
}

const Running = z.object({ port: z.number(), password: z.string() });

/** The address of the installation's own database, when it runs. */
async function findRunning(dataDir: string): Promise<string | null> {
  const file = join(dataDir, 'postgres.json');
  if (!existsSync(file)) return null;
  const { port, password } = z.parse(Running, JSON.parse(readFileSync(file, 'utf8')));
  if (port === 0) return null;
  const url = `postgres://keyline:${password}@127.0.0.1:${port}/keyline`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return url;
  } catch {
    // Nothing of ours listens there: the port may belong to another program by now.
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Opens the database of the installation that the settings name, and makes nothing where none is. Throws words for the person. Close it when the script is done. */
export async function openInstalled(given: Environment, onNote: (message: string) => void): Promise<OpenDatabase & { readonly dataDir: string }> {
  const dataDir = resolve(given.KEYLINE_DATA ?? './data');
  const { DATABASE_URL } = given;
  if (!DATABASE_URL && !existsSync(join(dataDir, 'postgres.json')))
    throw new Error(`${dataDir} holds no installation of Keyline. Set KEYLINE_DATA, or DATABASE_URL for another PostgreSQL.`);
  return { dataDir, ...(await openDatabase({ dataDir, environment: DATABASE_URL ? { DATABASE_URL } : {} }, onNote)) };
}

/** Opens the installation's database. Close it when the script is done. */
export async function openDatabase(
  { dataDir, environment }: Pick<Settings, 'dataDir' | 'environment'>,
  onNote: (message: string) => void,
): Promise<OpenDatabase> {
  const url = environment.DATABASE_URL ?? (await findRunning(dataDir));
  if (url) return { url, close: async () => undefined };
  const own = await startDatabase({ dataDir, onNote });
  return { url: own.url, close: () => own.stop() };
}
