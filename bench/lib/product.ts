/** The whole product as `npm start` begins it, on ports and in a folder of its own, with the demo world; and people signed in to it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demoPassword } from '../../sandbox/world/people.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startMs = 180_000;

interface Product {
  readonly url: string;
  readonly sandboxUrl: string;
  close(): Promise<void>;
}

async function findFreePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer();
      await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
      return probe;
    }),
  );
  const ports = probes.map((probe) => {
    const address = probe.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))));
  return ports;
}

/** Starts it and waits until it answers. */
export async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-bench-'));
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const [port, sandboxPort, smtpPort] = await findFreePorts(3);
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      KEYLINE_DATA: folder,
      KEYLINE_PORT: String(port),
      KEYLINE_SANDBOX_PORT: String(sandboxPort),
      KEYLINE_SANDBOX_SMTP_PORT: String(smtpPort),
      KEYLINE_RATE_FACTOR: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = new Promise<void>((done, fail) => {
    const late = setTimeout(() => fail(new Error('The product did not start')), startMs);
    child.once('exit', (code) => fail(new Error(`The product ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.toString('utf8').includes('ready in')) return;
      clearTimeout(late);
      done();
    });
  });
  // A run that ends in its midst leaves nothing behind.
  process.once('exit', () => child.kill('SIGTERM'));
  await ready.catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  return { url, sandboxUrl: `http://localhost:${sandboxPort}`, close };
}

const viewport = { width: 1_440, height: 900 };

/** A page of somebody who has just signed in and sees the inbox. */
export async function openSignedIn(browser: Browser, url: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  await page.goto(url);
  await page.fill('input[type="email"], input[autocomplete="username"]', email);
  await page.keyboard.press('Enter');
  await page.fill('input[type="password"]', demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-flow="companySwitch"][data-state="idle"]');
  return page;
}

/** A browser that has the session and nothing else: no file of the app is in its cache. */
export async function createFresh(browser: Browser, page: Page): Promise<BrowserContext> {
  return browser.newContext({ viewport, storageState: await page.context().storageState() });
}
