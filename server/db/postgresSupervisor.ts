/**
 * Supervisor process for the bundled PostgreSQL. It starts PostgreSQL, starts it again when it dies, and stops it when the pipe from the app closes,
 * which happens however the app ends, `kill -9` included. Run by `embedded.ts`: `postgresSupervisor.ts <data folder> [--fast]`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPlace, type Place } from './postgresPaths.ts';

const [dataDir = '', mode = ''] = process.argv.slice(2);
const keeperFile = join(dataDir, 'keeper.pid');
const settingsFile = join(dataDir, 'postgres.json');

interface Settings {
  readonly port: number;
  readonly password: string;
}

/** For a small machine that also runs the app: memory for the hot rows, every commit on disk before it is answered. */
const tuning = {
  listen_addresses: '127.0.0.1',
  max_connections: '120',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** For tests, whose data may be lost. */
const testTuning = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB', max_connections: '300' };

const tell = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The command line of a process; empty when there is none. */
function readCommand(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') : '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout?.toString() ?? '';
}

const firstNumber = (file: string) => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0);

async function until(condition: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** Takes the data folder for this keeper; a keeper whose app has just died is given the time to finish. */
async function takeFolder(): Promise<void> {
  const other = firstNumber(keeperFile);
  const isKeeper = () => other > 0 && other !== process.pid && isAlive(other) && readCommand(other).includes(dataDir);
  if (!(await until(() => !isKeeper(), 8_000)))
    throw new Error(`Keyline is already running with data folder ${dataDir} (process ${other}). Stop it, or set KEYLINE_DATA.`);
  writeFileSync(keeperFile, `${process.pid}\n`);
}

/** A server left behind by a killed keeper is stopped before ours starts. */
async function stopStale(cluster: string): Promise<void> {
  const pid = firstNumber(join(cluster, 'postmaster.pid'));
  if (pid <= 0 || !isAlive(pid) || !readCommand(pid).includes(cluster)) return;
  process.kill(pid, 'SIGINT');
  if (await until(() => !isAlive(pid), 8_000)) return;
  process.kill(pid, 'SIGQUIT');
  await until(() => !isAlive(pid), 5_000);
}

function initialise(place: Place, { password }: Settings): void {
  const passwordFile = join(tmpdir(), `keyline-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o644 });
  try {
    const flags = [
      '--username=keyline',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-instructions',
    ];
    const run = spawnSync(place.initdb, [`--pgdata=${place.cluster}`, `--pwfile=${passwordFile}`, ...flags], {
      ...(place.account ?? {}),
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C' },
    });
    if (run.status !== 0) throw new Error(`Could not initialize the database in ${place.cluster}: ${run.stderr?.toString().trim() || run.error?.message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const isFree = (port: number) =>
  new Promise<number>((done) => {
    const probe = createServer();
    probe.once('error', () => done(0));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

async function settle(settings: Settings): Promise<Settings> {
  if (settings.port > 0 && (await isFree(settings.port)) > 0) return settings;
  const settled = { ...settings, port: await isFree(0) };
  writeFileSync(settingsFile, JSON.stringify(settled), { mode: 0o600 });
  return settled;
}

/** Longest path of a socket on every system that has them, in bytes. */
const socketBytes = 103;

/** The folder of the socket: the cluster's own, which its account alone may enter. Null where there is none, and connections come to the port. */
function findSocketFolder({ cluster }: Place, port: number): string | null {
  const path = join(cluster, `.s.PGSQL.${port}`);
  return process.platform === 'win32' || Buffer.byteLength(path) > socketBytes ? null : cluster;
}

/** Starts PostgreSQL once; resolves when it takes connections, with a promise of its end. */
function launch(
  place: Place,
  port: number,
  socketFolder: string | null,
  log: number,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<void> }> {
  const chosen = { ...tuning, ...(mode === '--fast' ? testTuning : {}), unix_socket_directories: socketFolder ?? '', unix_socket_permissions: '0700' };
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(place.postgres, ['-D', place.cluster, '-p', String(port), ...flags], {
    ...(place.account ?? {}),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let said = '';
  return new Promise((done, fail) => {
    const ended = new Promise<void>((end) => {
      child.once('error', (error) => fail(error));
      child.once('close', () => {
        fail(new Error(`PostgreSQL did not start: ${said.trim().split('\n').slice(-4).join(' ')}`));
        end();
      });
    });
    child.stderr.on('data', (chunk: Buffer) => {
      writeSync(log, chunk);
      said = (said + chunk.toString('utf8')).slice(-4_000);
      if (said.includes('ready to accept connections')) done({ child, ended });
    });
  });
}

let stopping = false;
let running: ChildProcess | null = null;

/** Fast shutdown: sessions are ended, everything is written; what does not end within 10 s is ended without that. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const child = running;
  if (child && child.exitCode === null) {
    child.kill('SIGINT');
    if (!(await until(() => child.exitCode !== null || child.signalCode !== null, 10_000))) child.kill('SIGQUIT');
    await until(() => child.exitCode !== null || child.signalCode !== null, 3_000);
  }
  if (firstNumber(keeperFile) === process.pid) rmSync(keeperFile, { force: true });
  process.exit(0);
}

async function keep(): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const place = await findPlace(dataDir);
  await takeFolder();
  if (place.note) tell({ event: 'note', message: place.note });
  await stopStale(place.cluster);
  const read: Settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) initialise(place, read);
  const settings = await settle(read);
  const socketFolder = findSocketFolder(place, settings.port);
  const log = openSync(join(dataDir, 'postgres.log'), 'w');
  for (let failures = 0; !stopping; ) {
    const startedAt = Date.now();
    const { child, ended } = await launch(place, settings.port, socketFolder, log);
    running = child;
    tell({ event: 'ready', port: settings.port, pid: child.pid, socketFolder });
    await ended;
    if (stopping) return;
    failures = Date.now() - startedAt > 60_000 ? 0 : failures + 1;
    tell({ event: 'down', failures });
    await pause(Math.min(50 * 2 ** failures, 5_000));
  }
}

process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
process.stdout.on('error', () => {});
keep().catch(async (error: unknown) => {
  tell({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  await stop();
});
