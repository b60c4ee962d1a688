/** A backup of an installation that works on meanwhile, read into an empty one: everything is there, and it works. */

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { demoPassword } from '#sandbox/world/people.ts';
import { writeBackup } from '#scripts/lib/backup.ts';
import { restoreBackup } from '#scripts/lib/restore.ts';
import { seedSmall } from '#scripts/seed.ts';
import { createServer } from '#server/createServer.ts';
import { migrate } from '#server/db/migrate.ts';
import { numbersRelease } from '#server/domains/purchase/jobs.ts';
import { Client, freshDatabase, type TestDatabase } from './harness.ts';
import { fateOf, type Outside, startOutside } from './outside.ts';
import { freePort } from './ports.ts';
import { png } from './samples.ts';

const { messaging, auth, conversations } = routes;
/** Tables a restore changes on purpose: all users are signed out, nothing waits to be sent; what is canceled is counted no more. */
const changed = new Set(['sessions', 'challenges', 'throttles', 'items', 'item_hours', 'campaigns']);

async function ask<T extends pg.QueryResultRow>(url: string, question: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(question)).rows;
  } finally {
    await client.end();
  }
}

/** A sum of each table's rows, whatever their order. */
async function sumsOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const columns = name === 'keyline_migrations' ? 'name || checksum' : `t::text`;
    const [row] = await ask<{ sum: string }>(url, `select count(*) || ':' || coalesce(sum(hashtextextended(${columns}, 0)), 0) as sum from "${name}" t`);
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile())
      found[relative(folder, path)] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
  }
  return found;
}

describe('a backup', () => {
  let outside: Outside;
  let fresh: TestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'keyline-backup-'));
  const path = join(folder, 'keyline.backup');
  const elsewhere = join(folder, 'elsewhere');
  const ana = { email: 'ana@northwind.example', password: demoPassword };
  const trial = { sandboxUrl: 'http://127.0.0.1:9' };
  let stopWriting: () => Promise<number>;
  /** Sums of the tables when the backup was written. */
  let there: Record<string, string> = {};

  async function signIn(url: string): Promise<Client> {
    const client = new Client(url);
    expect(await client.call(auth.login, { body: ana })).toMatchObject({ result: 'success' });
    return client.in(1);
  }
  const waiting = { numberId: 1, recipient: '+12125550166', message: 'Later', clientId: 'backup-waiting-01' };

  beforeAll(async () => {
    outside = await startOutside({ config: trial });
    const { server } = outside;
    await seedSmall({ databaseUrl: server.database.url, filesDir: join(server.config.dataDir, 'files'), secret: server.config.secret });
    writeFileSync(join(server.config.dataDir, 'secrets.json'), '{"KEYLINE_SECRET":"the secret"}');
    const ana1 = await signIn(server.url);
    await ana1.call(messaging.send, {
      body: { numberId: 1, recipient: findMagicNumber('Delivered'), message: 'Look', clientId: 'backup-picture-01' },
      files: [{ name: 'a.png', type: 'image/png', bytes: png }],
    });
    await ana1.call(messaging.schedule, { body: { ...waiting, sendAt: new Date(Date.now() + 86_400_000).toISOString() }, files: [] });
    const faxed = { company_id: 1, number_id: 1, recipient: waiting.recipient, is_inbound: false, is_read: true, created_at: new Date() };
    await server.owner
      .insertInto('items')
      .values({ ...faxed, type: 'fax', client_id: 'backup-waiting-02', delivery_state: 'queued' })
      .execute();
    await server.owner
      .insertInto('campaigns')
      .values({
        company_id: 1,
        key: 'backup-campaign-01',
        title: 'Scheduled before the backup',
        number_id: 1,
        state: 'queued',
        deliver_at: new Date(Date.now() + 86_400_000),
        wake_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    await server.services.tenancy.company([1], null, () =>
      server.services.jobs.enqueue(numbersRelease, { companyId: 1, carrierSid: 'PN-removed' }, { startAt: new Date(Date.now() + 86_400_000) }),
    );
    // The installation goes on being used: none of it may be in half.
    let [isOn, written] = [true, 0];
    const writing = (async () => {
      while (isOn) {
        await server.person();
        written += 1;
      }
    })();
    stopWriting = async () => {
      isOn = false;
      await writing;
      return written;
    };
    fresh = await freshDatabase({ empty: true });
  });
  afterAll(async () => {
    await outside.close();
    await fresh.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is written while people work, and only its owner may read it', async () => {
    const before = Number((await ask<{ count: string }>(outside.server.database.url, 'select count(*) from users'))[0]?.count);
    const { rows } = await writeBackup({ databaseUrl: outside.server.database.url, dataDir: outside.server.config.dataDir, path });
    expect(await stopWriting()).toBeGreaterThan(0);
    expect(rows['public.users']).toBeGreaterThanOrEqual(before);
    expect((await stat(path)).mode & 0o077).toBe(0);
    // The contents at the moment of the backup are only known when nothing else changes them.
    await expect
      .poll(
        async () => {
          rmSync(path);
          there = await sumsOf(outside.server.database.url);
          await writeBackup({ databaseUrl: outside.server.database.url, dataDir: outside.server.config.dataDir, path });
          return sumsOf(outside.server.database.url);
        },
        { timeout: 90_000 },
      )
      .toEqual(expect.toSatisfy((sums) => JSON.stringify(sums) === JSON.stringify(there)));
  });

  test('leaves a file alone that another backup is writing', async () => {
    const taken = join(folder, 'taken.backup');
    writeFileSync(`${taken}.part`, 'somebody else’s');
    const { url } = outside.server.database;
    await expect(writeBackup({ databaseUrl: url, dataDir: elsewhere, path: taken })).rejects.toThrow('another backup is being written');
    expect(readFileSync(`${taken}.part`, 'utf8')).toBe('somebody else’s');
  });

  test('that is cut off, or none, is refused, and leaves the installation empty', async () => {
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, readFileSync(path));
    truncateSync(cut, Math.floor(readFileSync(path).length / 2));
    await expect(restoreBackup({ databaseUrl: fresh.url, dataDir: elsewhere, path: cut })).rejects.toThrow();
    writeFileSync(cut, 'no backup');
    await expect(restoreBackup({ databaseUrl: fresh.url, dataDir: elsewhere, path: cut })).rejects.toThrow();
    expect(await ask(fresh.url, 'select 1 from users')).toEqual([]);
    await expect(readdir(join(elsewhere, 'files'))).rejects.toThrow('ENOENT');
  });

  test('brings every row and every file to an empty installation', async () => {
    const restored = await restoreBackup({ databaseUrl: fresh.url, dataDir: elsewhere, path });
    const here = await sumsOf(fresh.url);
    expect(Object.keys(here)).toEqual(Object.keys(there));
    for (const table of Object.keys(there)) if (!changed.has(table)) expect([table, here[table]]).toEqual([table, there[table]]);
    expect(here.items?.split(':')[0]).toBe(there.items?.split(':')[0]);
    expect(await filesIn(join(elsewhere, 'files'))).toEqual(await filesIn(join(outside.server.config.dataDir, 'files')));
    expect(readFileSync(join(elsewhere, 'secrets.json'), 'utf8')).toContain('the secret');
    expect(restored.files).toBeGreaterThan(0);
    expect(restored).toMatchObject({ heldMessages: 2, pausedCampaigns: 1, keptNumbers: 1 });
    expect(await migrate(fresh.url)).toEqual([]);
  });

  test('keeps the laws of the database: foreign keys, triggers and the next ids', async () => {
    const laws = `select conname || pg_get_constraintdef(oid) as law from pg_constraint where connamespace = 'public'::regnamespace
                  union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal order by 1`;
    expect(await ask(fresh.url, laws)).toEqual(await ask(outside.server.database.url, laws));
    const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
    expect(await ask(fresh.url, sequences)).toEqual(await ask(outside.server.database.url, sequences));
  });

  test('signs nobody in, and sends nothing by itself', async () => {
    expect(await ask(fresh.url, 'select 1 from sessions')).toEqual([]);
    expect(await ask(fresh.url, `select distinct delivery_state from items where client_id like 'backup-waiting-%'`)).toEqual([{ delivery_state: 'unknown' }]);
    expect(await ask(fresh.url, 'select state, paused_reason, wake_at from campaigns')).toEqual([
      { state: 'paused', paused_reason: 'restored', wake_at: null },
    ]);
    expect(await ask(fresh.url, `select 1 from keyline_jobs.job where name in ('message.send', 'numbers.release')`)).toEqual([]);
  });

  test('works: a person signs in, reads, and sends', async () => {
    const port = await freePort();
    const config = { ...outside.server.config, databaseUrl: fresh.url, dataDir: elsewhere, port, publicUrl: `http://127.0.0.1:${port}` };
    const built = await createServer(config);
    const url = await built.app.listen({ port, host: '127.0.0.1' });
    try {
      const client = await signIn(url);
      const message = await client.call(messaging.send, {
        body: { ...waiting, recipient: findMagicNumber('Delivered'), clientId: 'backup-after-01' },
        files: [],
      });
      const reread = () => client.call(conversations.item, { params: { id: message.conversationId, itemId: message.id } });
      await expect.poll(async () => fateOf(await reread()), { timeout: 15_000 }).toMatch(/sent|delivered/);
      expect(outside.sandbox.ledger.list({ to: findMagicNumber('Delivered') }).map(({ body }) => body)).toContain('Later');
      expect(outside.sandbox.ledger.list({ to: waiting.recipient })).toEqual([]);
    } finally {
      await built.close();
    }
  });

  test('is refused where somebody works, and where files are', async () => {
    await expect(restoreBackup({ databaseUrl: fresh.url, dataDir: join(folder, 'third'), path })).rejects.toThrow('This database is in use');
    await expect(restoreBackup({ databaseUrl: outside.server.database.url, dataDir: join(folder, 'third'), path })).rejects.toThrow(
      'Keyline runs with this database',
    );
    const empty = await freshDatabase({ empty: true });
    await mkdir(join(folder, 'fourth', 'files', '1'), { recursive: true });
    await expect(restoreBackup({ databaseUrl: empty.url, dataDir: join(folder, 'fourth'), path })).rejects.toThrow('There are files in');
    await empty.drop();
  });
});
