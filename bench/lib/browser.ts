/** The built pages behind a small server, and Chromium to open them in. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/lib/chromium.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** Serves the built pages on a free port, isolated, so that their clock counts in 5 µs instead of 100. */
export async function servePages(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, reply) => {
    const path = join(dist, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!path.startsWith(dist) || !existsSync(path)) {
      reply.writeHead(404).end();
      return;
    }
    reply.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    createReadStream(path).pipe(reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Chromium as it comes, installed where there is none; `isFree` lets frames come as fast as they are drawn, so that a time to a frame is not rounded to 16.7 ms. */
export async function openChromium(isFree = false, more: readonly string[] = []): Promise<Browser> {
  const free = isFree ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : [];
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-smooth-scrolling', '--enable-precise-memory-info', '--js-flags=--expose-gc', ...free, ...more],
  });
}

export interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens a bench page of its own context; what the page throws ends the run. */
export async function openPage(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 860 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${url}: ${error.message}\n`));
  await page.goto(url);
  await page.waitForFunction(() => Object.keys(window).some((name) => name.endsWith('Bench')), undefined, { timeout: 60_000 });
  const cdp = await context.newCDPSession(page);
  return { page, cdp, close: () => context.close() };
}

/** Slows the processor for the page by this factor; 1 is as it is. */
export const throttle = (cdp: CDPSession, rate: number): Promise<unknown> => cdp.send('Emulation.setCPUThrottlingRate', { rate });

async function readTaskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Milliseconds the page's main thread worked meanwhile: its own time, not the clock's, so that what else the machine does is no part of it. */
export async function measureTaskMs(cdp: CDPSession, work: () => Promise<unknown>): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readTaskSeconds(cdp);
  await work();
  return ((await readTaskSeconds(cdp)) - before) * 1_000;
}
