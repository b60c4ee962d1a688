/** A whole installation as `npm start` makes it, on ports and a folder of its own, whose processes a test may kill. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { routes } from '#contract/index.ts';
import { createPool } from '#server/db/pool.ts';
import type { Database } from '#server/db/tables.ts';
import { hashPassword } from '#server/domains/auth/password.ts';
import { Client } from '#tests/server/client.ts';
import { freePort } from '#tests/server/ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dieAt = new URL('./dieAt.ts', import.meta.url).href;
const password = 'correct horse battery';

export interface Installation {
  readonly url: string;
  /** The script itself, as somebody started it. */
  readonly script: () => ChildProcess;
  /** Returns the output of the installation. */
  said(): string;
  /** Lists the places where its server dies next, one after another. */
  dieAt(...places: readonly string[]): void;
  /** The places that are still to come. */
  deathsLeft(): string[];
  /** Processes that belong to it: by what stands in their command line. */
  processes(): Readonly<Record<'server' | 'sandbox' | 'keeper' | 'postgres', readonly number[]>>;
  /** Starts it (again); resolves when it says that it is ready. */
  start(): Promise<void>;
  /** The database as its owner. */
  owner(): Kysely<Database>;
  /** A company, its line, and somebody in it who has signed in by password. */
  company(): Promise<{
    readonly id: number;
    readonly agent: Client;
    readonly email: string;
    readonly password: string;
    readonly line: { readonly id: number; readonly number: string };
  }>;
  /** Bodies that the carrier took from a number. */
  taken(from: string): Promise<string[]>;
  /** Counts the events of a name on the page of the sandbox's Google Analytics. */
  analyticsEvents(name: string): Promise<number>;
  /** Counts what the sandbox’s receiver of webhooks took under a message id. */
  hookArrivals(messageId: string): Promise<number>;
  /** Returns the number of phone numbers with these digits in the account at the carrier. */
  owned(number: string): Promise<number>;
  /** Commands the sandbox, such as `script` to have somebody call. */
  command(name: string, body: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

const Secrets = z.object({ CARRIER_ACCOUNT_SID: z.string(), CARRIER_AUTH_TOKEN: z.string() });
const Postgres = z.object({ port: z.number(), password: z.string() });
const Owned = z.object({ incoming_phone_numbers: z.array(z.object({ phone_number: z.string() })) });
const Listed = z.object({ messages: z.array(z.object({ body: z.string() })) });
const read = <T extends z.core.$ZodType>(schema: T, file: string): z.output<T> => z.parse(schema, JSON.parse(readFileSync(file, 'utf8')));

async function until(isSo: () => boolean, ms: number, words: () => string): Promise<void> {
  const end = Date.now() + ms;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(words());
    await pause(50);
  }
}

/** Kills a process at once. One that was not found fails the test: without a number, the whole group of the tests would be killed. */
export function kill(pid: number | undefined): void {
  if (pid === undefined || pid <= 1) throw new Error(`No process to kill: ${pid}`);
  process.kill(pid, 'SIGKILL');
}

/** Prepares an installation; nothing runs until `start`. */
export async function prepareInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-installation-'));
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const deaths = join(folder, 'deaths');
  const [port, sandboxPort, smtpPort, dnsPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  let script: ChildProcess | null = null;
  let said = '';
  let pool: Kysely<Database> | null = null;
  const environment = {
    ...process.env,
    KEYLINE_DATA: folder,
    KEYLINE_DEMO: '0',
    KEYLINE_PORT: String(port),
    KEYLINE_SANDBOX_PORT: String(sandboxPort),
    KEYLINE_SANDBOX_SMTP_PORT: String(smtpPort),
    KEYLINE_SANDBOX_DNS_PORT: String(dnsPort),
    KEYLINE_SANDBOX_PER_MINUTE: '0',
    KEYLINE_SANDBOX_PACE: '0.05',
    KEYLINE_RATE_FACTOR: '1000',
    // Whatever the hour of the day, and however many texts one customer gets.
    KEYLINE_TEXTING_HOURS: '0-24',
    KEYLINE_TEST_DEATHS: deaths,
    NODE_ENV: '',
    NODE_OPTIONS: `--import ${dieAt}`,
  };
  const running = () => {
    if (!script) throw new Error('The installation was not started');
    return script;
  };
  const pidsOf = (pattern: RegExp): number[] =>
    execFileSync('ps', ['-eo', 'pid=,args=', '-ww'])
      .toString()
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => Number(line.trim().split(' ')[0]));
  const childrenOf = (parent: number): number[] =>
    execFileSync('ps', ['-eo', 'pid=,ppid='])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid, of]) => (of === parent && pid !== undefined ? [pid] : []));
  const owner = () => {
    const { port: at, password: secret } = read(Postgres, join(folder, 'postgres.json'));
    pool ??= createPool({ databaseUrl: `postgres://keyline:${secret}@127.0.0.1:${at}/keyline`, max: 2, role: null });
    return pool;
  };
  /** A list of the carrier's, asked as the account. */
  const atCarrier = async (list: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const { CARRIER_ACCOUNT_SID: sid, CARRIER_AUTH_TOKEN: token } = read(Secrets, join(folder, 'secrets.json'));
    const answer = await fetch(`http://localhost:${sandboxPort}/2010-04-01/Accounts/${sid}/${list}.json?${new URLSearchParams(query)}`, {
      headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    });
    return answer.json();
  };
  let companies = 0;
  let known = { server: [] as number[], sandbox: [] as number[] };
  return {
    url,
    script: running,
    said: () => said,
    dieAt: (...places) => writeFileSync(deaths, places.join('\n')),
    deathsLeft: () => (existsSync(deaths) ? readFileSync(deaths, 'utf8').split('\n').filter(Boolean) : []),
    processes() {
      const mine = new Set([...childrenOf(running().pid ?? 0), ...known.server, ...known.sandbox]);
      const own = (pattern: RegExp) => pidsOf(pattern).filter((pid) => mine.has(pid));
      known = { server: own(/serverProcess\.ts/), sandbox: own(/sandbox\/start\.ts/) };
      return { ...known, keeper: pidsOf(new RegExp(`postgresSupervisor\\.ts ${folder}`)), postgres: pidsOf(new RegExp(`postgres.* -D ${folder}`)) };
    },
    async start() {
      said = '';
      const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
      script = child;
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString('utf8');
        });
      const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The installation ended:\n${said}`)));
      ended.catch(() => {});
      const ready = until(
        () => said.includes('ready in'),
        120_000,
        () => `The installation is not ready:\n${said}`,
      );
      await Promise.race([ready, ended]);
    },
    owner,
    async company() {
      const rows = owner();
      companies += 1;
      const { id } = await rows
        .insertInto('companies')
        .values({ name: 'Acme', slug: `acme-${companies}`, timezone: 'America/New_York' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const line = await rows
        .insertInto('phone_numbers')
        .values({ company_id: id, number: `+1212555010${companies}`, label: 'Main line' })
        .returning(['id', 'number'])
        .executeTakeFirstOrThrow();
      const email = `ana${companies}@example.com`;
      const person = await rows
        .insertInto('users')
        .values({ email, first_name: 'Ana', last_name: 'Silva', password_hash: await hashPassword(password) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await rows.insertInto('memberships').values({ company_id: id, user_id: person.id, role: 'owner' }).execute();
      const browser = new Client(url);
      await browser.call(routes.auth.login, { body: { email, password } });
      return { id, line, email, password, agent: browser.in(id) };
    },
    taken: async (from) => z.parse(Listed, await atCarrier('Messages', { PageSize: '1000', From: from })).messages.map(({ body }) => body),
    analyticsEvents: async (name) => (await (await fetch(`http://localhost:${sandboxPort}/ga4`)).text()).split(`<h2>${name}</h2>`).length - 1,
    hookArrivals: async (messageId) => (await (await fetch(`http://localhost:${sandboxPort}/hooks`)).text()).split(messageId).length - 1,
    owned: async (number) => z.parse(Owned, await atCarrier('IncomingPhoneNumbers', { PhoneNumber: number })).incoming_phone_numbers.length,
    async command(name, body) {
      const answer = await fetch(`http://localhost:${sandboxPort}/control/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`The sandbox refused ${name}: ${await answer.text()}`);
    },
    async close() {
      await pool?.destroy();
      if (script && script.exitCode === null && script.signalCode === null) {
        const gone = once(script, 'exit');
        script.kill('SIGTERM');
        await gone;
      }
      await until(
        () => !existsSync(join(folder, 'keeper.pid')),
        20_000,
        () => 'The keeper of the database still runs',
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
