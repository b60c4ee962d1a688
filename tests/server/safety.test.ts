/** Demo users, whose password everybody knows, on an installation that is none of the demo; and the start that refuses them. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { demoMfaSecret, demoPassword, demoSignIns } from '#sandbox/world/people.ts';
import { seedSmall } from '#scripts/seed.ts';
import type { Config } from '#server/config.ts';
import { createServer } from '#server/createServer.ts';
import { Client, freshDatabase, type Person, Refused, startServer, type TestDatabase, type TestServer } from './harness.ts';
import { freePort } from './ports.ts';

const ana = { email: 'ana@northwind.example', password: demoPassword };
const staff = { email: 'staff@keyline.example', password: demoPassword };
const trial = { sandboxUrl: 'http://127.0.0.1:9' };

describe('demo users', () => {
  let server: TestServer;
  let demoStaff: Person;
  beforeAll(async () => {
    server = await startServer({ config: trial });
    await seedSmall({ databaseUrl: server.database.url, filesDir: null, secret: server.config.secret });
    demoStaff = { ...staff, id: 7, name: 'Sunniva Dahl' };
  });
  afterAll(() => server.close());

  /** The same data behind another configuration; resolves with its address. */
  async function elsewhere(config: Partial<Config>, work: (url: string) => Promise<void>): Promise<void> {
    const port = await freePort();
    const built = await createServer({ ...server.config, port, ...config, hosts: [`127.0.0.1:${port}`] });
    try {
      await work(await built.app.listen({ port, host: '127.0.0.1' }));
    } finally {
      await built.close();
    }
  }
  const device = { deviceName: 'keyline-phone' };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'let in',
      (error: unknown) => (error instanceof Refused ? error.code : Promise.reject(error)),
    );
  async function tokenOf(who: typeof ana) {
    const answer = await server.stranger().call(routes.auth.createTokenSession, { body: { ...who, ...device } });
    if (answer.result === 'token') return answer.tokens;
    // The code of this half minute may have been used by the test before.
    await server.owner.updateTable('users').set({ mfa_last_step: null }).where('email', '=', who.email).execute();
    const code = new TOTP({ secret: Secret.fromBase32(demoMfaSecret) }).generate();
    const second = await server.stranger().call(routes.auth.mfaToken, { body: { mfaToken: answer.mfaToken, code, ...device } });
    return second.tokens;
  }
  const bearer = (accessToken: string) => ({ headers: { authorization: `Bearer ${accessToken}` } });

  test('are named to a browser on a trial that asks for them, and nothing of them elsewhere', async () => {
    const demo = { wantsDemo: true, demoUsers: demoSignIns };
    const namedBy = (url: string) => new Client(url).call(routes.system.config).then(({ demoUsers }) => demoUsers);
    await elsewhere(demo, async (url) => expect(await namedBy(url)).toEqual(demoSignIns));
    for (const live of [{ wantsDemo: false }, { sandboxUrl: null }, { publicUrl: 'https://phones.example.com' }])
      await elsewhere({ ...demo, ...live }, async (url) => {
        expect(await namedBy(url)).toEqual([]);
        expect(JSON.stringify((await new Client(url).fetch('/api/client-config')).body)).not.toMatch(/northwind|keyline demo|SECRET/);
      });
  });

  test('are named no more once the operator has disabled them', async () => {
    const disable = (disabled_at: Date | null) => server.owner.updateTable('users').set({ disabled_at }).where('email', '=', ana.email).execute();
    await disable(new Date());
    try {
      await elsewhere({ wantsDemo: true, demoUsers: demoSignIns }, async (url) => {
        const { demoUsers } = await new Client(url).call(routes.system.config);
        expect(demoUsers.map(({ email }) => email)).toEqual(demoSignIns.map(({ email }) => email).filter((email) => email !== ana.email));
      });
    } finally {
      await disable(null);
    }
  });

  test('sign in beside the sandbox', async () => {
    expect(await tokenOf(ana)).toMatchObject({ accessToken: expect.any(String) });
  });

  test.each([
    ['the sandbox is off', { sandboxUrl: null }],
    ['people come by https', { ...trial, publicUrl: 'https://phones.example.com' }],
  ])('cannot sign in when %s, and what they had begun is over', async (_why, config) => {
    const { accessToken, refreshToken } = await tokenOf(staff);
    expect(await server.stranger().call(routes.auth.currentUser, bearer(accessToken))).toMatchObject({ isStaff: true });
    await elsewhere(config, async (url) => {
      const stranger = () => new Client(url);
      for (const who of [ana, staff])
        expect(await codeOf(stranger().call(routes.auth.createTokenSession, { body: { ...who, ...device } }))).toBe('credentials');
      expect(await codeOf(stranger().call(routes.auth.currentUser, bearer(accessToken)))).toBe('unauthenticated');
      expect(await codeOf(stranger().call(routes.auth.refreshTokenSession, { body: { refreshToken } }))).toBe('unauthenticated');
    });
    expect(await server.stranger().call(routes.auth.currentUser, bearer(accessToken))).toMatchObject({ isStaff: true });
  });

  test('who are staff no longer act as a real person when the sandbox is off', async () => {
    const real = await server.person();
    const acting = await server.signedIn(real, { impersonator: demoStaff });
    expect(await acting.call(routes.auth.currentUser)).toMatchObject({ isAdmin: true });
    await elsewhere({ sandboxUrl: null }, async (url) => {
      expect(await codeOf(new Client(url, acting.cookies).call(routes.auth.currentUser))).toBe('unauthenticated');
      expect(await new Client(url, (await server.signedIn(real)).cookies).call(routes.auth.currentUser)).toMatchObject({ id: real.id });
    });
  });
});

describe('a server that starts', () => {
  let database: TestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'keyline-safety-'));
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(environment: Readonly<Record<string, string>>): Promise<{ code: number | null; words: string }> {
    const child = spawn(process.execPath, ['server/start.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: database.url,
        KEYLINE_SECRET: randomBytes(32).toString('base64'),
        KEYLINE_DATA: folder,
        KEYLINE_PORT: String(await freePort()),
        KEYLINE_TRUSTED_PROXIES: '1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    const listening = new Promise<void>((done) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          words += chunk.toString('utf8');
          if (words.includes('Keyline listening')) done();
        });
    });
    const ended = once(child, 'exit');
    await Promise.race([listening, ended]);
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return { code, words };
  }
  const change = async (statement: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const live = { KEYLINE_PUBLIC_URL: 'https://phones.example.com' };

  test('listens where nothing is unsafe', async () => {
    expect(await start(live)).toMatchObject({ code: 0, words: expect.stringContaining('Keyline listening') });
  });

  test('says what is unsafe in its settings and in its users, and ends', async () => {
    await change(`insert into users (email, is_demo) values ('ana@northwind.example', true)`);
    await change(`insert into users (email, is_staff) values ('ops@example.com', true)`);
    const refused = await start({ ...live, KEYLINE_SECRET: Buffer.alloc(32, 1).toString('base64'), KEYLINE_DEMO: '1' });
    expect(refused.code).toBe(1);
    expect(refused.words).toMatch(/Demo users would be created[\s\S]*1 active demo users[\s\S]*two-factor[\s\S]*KEYLINE_SECRET can be guessed/);
    expect(refused.words).not.toContain('@');
    await change('update users set disabled_at = now() where is_demo');
    await change(`update users set mfa_enabled_at = now(), mfa_secret = 'sealed' where is_staff`);
    expect(await start(live)).toMatchObject({ code: 0 });
  });
});
