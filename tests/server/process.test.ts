import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const childPath = join(import.meta.dirname, 'process.child.ts');

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly postgres: number;
  readonly databaseUrl: string;
  readonly errors: () => string;
}

let folder: string;
let running: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyline-process-'));
  chmodSync(folder, 0o755);
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await vi.waitFor(() => expect(() => readFileSync(join(folder, 'keeper.pid'))).toThrow(), { timeout: 20_000 });
  rmSync(folder, { recursive: true, force: true });
});

function begin(): { child: ChildProcess; errors: () => string } {
  const child = spawn(process.execPath, [childPath, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return { child, errors: () => said };
}

async function run(): Promise<Running> {
  const { child, errors } = begin();
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => Promise.reject(new Error(errors())))])) as [string];
  return { child, errors, ...(JSON.parse(line) as Pick<Running, 'port' | 'postgres' | 'databaseUrl'>) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const ready = async ({ port }: Running) => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
/** How the app comes to its database: by the address the server sees it at, or by the socket. */
async function findWayIn({ databaseUrl }: Running): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<{ way: string }>(`select coalesce(host(inet_client_addr()), 'socket') as way`)).rows[0]?.way ?? 'nothing';
  } finally {
    await client.end();
  }
}
const keeper = () => Number(readFileSync(join(folder, 'keeper.pid'), 'utf8'));
const postmaster = () => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('the database beside the app', () => {
  test('ends with the app, in good order, when it is told to end', async () => {
    const app = await run();
    await ready(app);
    app.child.kill('SIGTERM');
    expect(await once(app.child, 'exit')).toEqual([0, null]);
    expect(isAlive(app.postgres)).toBe(false);
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  test('is reached by its socket, and by its port where its folder lies too deep for one', async () => {
    const near = await run();
    expect(await findWayIn(near)).toBe('socket');
    near.child.kill('SIGTERM');
    await once(near.child, 'exit');
    folder = join(folder, 'deep-'.repeat(20));
    mkdirSync(folder, { mode: 0o755 });
    const deep = await run();
    await ready(deep);
    expect(await findWayIn(deep)).toBe('127.0.0.1');
  });

  test('ends when the app is killed', async () => {
    const app = await run();
    app.child.kill('SIGKILL');
    await eventually(() => expect(isAlive(app.postgres)).toBe(false));
  });

  test('comes back when it dies, and when its keeper dies', async () => {
    const app = await run();
    process.kill(app.postgres, 'SIGKILL');
    await eventually(() => expect([0, app.postgres]).not.toContain(postmaster()));
    await eventually(() => ready(app));
    const [second, first] = [postmaster(), keeper()];
    process.kill(first, 'SIGKILL');
    await eventually(() => expect(keeper()).not.toBe(first));
    await eventually(() => expect([0, second]).not.toContain(postmaster()));
    await eventually(() => ready(app));
    expect(isAlive(second)).toBe(false);
  });

  test('starts again at once on the data of an app that was killed', async () => {
    const first = await run();
    first.child.kill('SIGKILL');
    const second = await run();
    await ready(second);
  });

  test('belongs to one app at a time', async () => {
    const app = await run();
    const { child, errors } = begin();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(errors()).toContain(`Keyline is already running with data folder ${folder}`);
    await ready(app);
  });

  test('whose password was deleted says what to do, and stops its database', async () => {
    const app = await run();
    app.child.kill('SIGTERM');
    await once(app.child, 'exit');
    rmSync(join(folder, 'postgres.json'));
    const { child, errors } = begin();
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(errors()).toContain(`${join(folder, 'postgres.json')}: that file was deleted or replaced. Put it back, or delete ${folder}`);
    await eventually(() => expect(isAlive(app.postgres)).toBe(false));
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
