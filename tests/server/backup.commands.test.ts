/** `npm run backup` and `npm run restore` as somebody types them: with PostgreSQL of its own that runs or rests, and with another one whose owner is no superuser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { asLesserOwner, freshDatabase, type TestDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyline-backup-commands-'));
// As root the database runs as another user, who must be able to enter.
chmodSync(folder, 0o755);
const home = join(folder, 'home');
const backup = join(folder, 'running.backup');
let own: EmbeddedDatabase;
let fresh: TestDatabase;

/** Runs `npm run <command> -- <path>`; resolves with what it printed, warnings included. */
async function npmRun(command: 'backup' | 'restore' | 'accounts', path: string, environment: Readonly<Record<string, string>>) {
  const child = spawn('npm', ['run', '--silent', command, '--', path], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(question).finally(() => client.end())).rows;
}
const people = `select count(*)::int as count, min(length(mfa_secret)) as letters from users`;

beforeAll(async () => {
  own = await startDatabase({ dataDir: home, fast: true });
  await migrate(own.url);
  // More than ten parts of one table: what is opened for each must be closed again.
  await ask(own.url, `insert into users (email, mfa_secret) select n || '@example.com', repeat('x', 4000100) from generate_series(1, 12) n`);
  mkdirSync(join(home, 'files'));
  writeFileSync(join(home, 'files', 'a'), 'a recording');
  fresh = await freshDatabase({ empty: true });
}, 60_000);
afterAll(async () => {
  await own.stop();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('an installation is backed up while its database runs', async () => {
  const { code, said } = await npmRun('backup', backup, { KEYLINE_DATA: home });
  expect([code, said]).toEqual([0, expect.stringMatching(/^Backup written: .*\n\d+ tables, [\d,]+ rows, 1 file\..*\n$/)]);
});

test('it is read into another PostgreSQL, whose owner is no superuser, and backed up there', async () => {
  const there = { DATABASE_URL: await asLesserOwner(fresh), KEYLINE_DATA: join(folder, 'there') };
  const restored = await npmRun('restore', backup, there);
  expect([restored.code, restored.said]).toEqual([0, expect.stringMatching(/^Backup restored: .*\n$/)]);
  expect(await ask(fresh.url, people)).toEqual([{ count: 12, letters: 4_000_100 }]);
  expect(readFileSync(join(there.KEYLINE_DATA, 'files', 'a'), 'utf8')).toBe('a recording');
  const again = await npmRun('backup', join(folder, 'again.backup'), there);
  expect([again.code, again.said]).toEqual([0, expect.stringContaining('1 file.')]);
  expect(existsSync(join(there.KEYLINE_DATA, 'secrets.json'))).toBe(false);
});

test('an installation that rests is backed up, and read into a new data folder', async () => {
  await own.stop();
  const path = join(folder, 'resting.backup');
  expect(await npmRun('backup', path, { KEYLINE_DATA: home })).toMatchObject({ code: 0 });
  const elsewhere = join(folder, 'elsewhere');
  const restored = await npmRun('restore', path, { KEYLINE_DATA: elsewhere });
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Backup restored')]);
  const database = await startDatabase({ dataDir: elsewhere, fast: true });
  expect(await ask(database.url, people).finally(() => database.stop())).toEqual([{ count: 12, letters: 4_000_100 }]);
});

test('demo users are disabled and enabled again, and their sessions end with it', async () => {
  const there = { DATABASE_URL: fresh.url, KEYLINE_DATA: join(folder, 'there') };
  await ask(
    fresh.url,
    `with demo as (insert into users (email, is_demo) values ('demo@example.com', true) returning id)
     insert into sessions (user_id, kind, secret_hash, idle_expires_at, expires_at) select id, 'cookie', 'a', now() + interval '1 h', now() + interval '1 h' from demo`,
  );
  expect(await npmRun('accounts', 'disable-demo', there)).toEqual({ code: 0, said: 'Demo users disabled: 1\n' });
  expect(await ask(fresh.url, 'select 1 from sessions')).toEqual([]);
  expect(await npmRun('accounts', 'list', there)).toMatchObject({ code: 0, said: expect.stringMatching(/demo@example.com .*disabled/) });
  expect(await npmRun('accounts', 'enable-demo', there)).toEqual({ code: 0, said: 'Demo users enabled: 1\n' });
  expect(existsSync(join(there.KEYLINE_DATA, 'secrets.json'))).toBe(false);
});

test('what cannot be done is said in words, and nothing is made for it', async () => {
  const nowhere = join(folder, 'nowhere');
  const none = join(folder, 'none.backup');
  writeFileSync(none, 'no backup');
  for (const [command, path, words] of [
    ['backup', join(folder, 'new.backup'), `${nowhere} holds no installation of Keyline`],
    ['accounts', 'list', `${nowhere} holds no installation of Keyline`],
    ['backup', join(nowhere, 'new.backup'), `Folder ${nowhere} not found`],
    ['backup', backup, `${backup} exists already`],
    ['restore', join(folder, 'missing.backup'), 'missing.backup not found'],
    ['restore', none, 'Not a Keyline backup'],
  ] as const) {
    const { code, said } = await npmRun(command, path, { KEYLINE_DATA: nowhere });
    expect([code, said]).toEqual([1, expect.stringContaining(words)]);
    expect(existsSync(nowhere)).toBe(false);
  }
});
