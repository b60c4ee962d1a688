/** Event to paint: from the outside world to two browsers; and the socket endpoint with a thousand listeners. */
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from '@playwright/test';
import { createHub } from '../../server/realtime/channelHub.ts';
import { acceptConnections } from '../../server/realtime/endpoint.ts';
import { openSignedIn, startProduct } from '../lib/product.ts';
import { computePercentile, computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const readClock = () => performance.timeOrigin + performance.now();
const events = 50;
const sockets = 1_000;
const seconds = 10;

/** Hears when a text is on the screen: the time of the frame after it came into the list. */
const waitForPaint = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done, fail) => {
        const pane = document.querySelector('[data-pane="inbox"]');
        if (!pane) return fail(new Error('There is no inbox'));
        const look = () => {
          if (!pane.textContent?.includes(wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(pane, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );

/** A number of the company on the page, and a person who wrote to it before. */
const findLine = (page: Page) =>
  page.evaluate(async () => {
    const companies = await (await fetch('/api/me/companies')).json();
    const slug = document.querySelector('[data-company]')?.getAttribute('data-company');
    const company = companies.data.find((entry: { slug: string }) => entry.slug === slug);
    const list = await (await fetch(`/api/companies/${company.id}/conversations?perPage=1`, { headers: { 'x-company-id': String(company.id) } })).json();
    return { to: String(list.data[0].number.number), from: String(list.data[0].recipient) };
  });

async function measurePaint(browser: Browser): Promise<Row> {
  const product = await startProduct();
  try {
    const control = (what: string, body: object) =>
      fetch(`${product.sandboxUrl}/control/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await control('pause', { paused: true });
    const pages = [await openSignedIn(browser, product.url, 'uma@northwind.example'), await openSignedIn(browser, product.url, 'ana@northwind.example')];
    for (const page of pages) await page.waitForSelector('[data-flow="realtime"][data-state="open.live"]');
    const [first] = pages;
    if (!first) throw new Error('Nobody is signed in');
    const line = await findLine(first);
    const times: number[] = [];
    for (let event = 0; event < events + 5; event += 1) {
      const text = `Event ${event} of the bench`;
      const seen = pages.map((page) => waitForPaint(page, text));
      const sentAt = readClock();
      await control('text', { ...line, body: text });
      const painted = await Promise.all(seen);
      if (event >= 5) times.push(...painted.map((at) => at - sentAt));
    }
    return { work: 'A message from outside, on screen in two browsers', ours: computeSpread(times), peers: [], bar: { at: 'p95', most: 100 } };
  } finally {
    await product.close();
  }
}

/** 99 of 100 frames came within this many ms; `changes` in each of 50 frames a second. */
export async function measureFanOut(changes: number): Promise<number> {
  const credentials = { key: 'bench', secret: 'bench' };
  const channel = 'private-company-1';
  const server = createServer();
  const hub = createHub(credentials);
  const stop = acceptConnections(server, hub, credentials.key);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const worker = new Worker(new URL('../lib/sockets.ts', import.meta.url), {
    workerData: { url: `ws://127.0.0.1:${port}`, ...credentials, channel, count: sockets },
  });
  const told = () => new Promise<unknown>((done, fail) => worker.once('message', done).once('error', fail));
  await told();
  const lot = Array.from({ length: changes }, (_, seq) => ({ seq, company_id: 1, kind: 'item-created', id: seq, conversation_id: seq }));
  const say = async (frames: number) => {
    const startedAt = readClock();
    for (let frame = 0; frame < frames; frame += 1) {
      const due = startedAt + frame * 20;
      if (due > readClock()) await new Promise((done) => setTimeout(done, due - readClock()));
      hub.say(channel, 'changes', { at: readClock(), changes: lot });
    }
    await new Promise((done) => setTimeout(done, 2_000));
    const answer = told();
    worker.postMessage('tell');
    return (await answer) as number[];
  };
  await say(50);
  const late = await say(50 * seconds);
  stop();
  server.close();
  await worker.terminate();
  if (late.length !== sockets * 50 * seconds) throw new Error(`${late.length} of ${sockets * 50 * seconds} frames came`);
  return computePercentile(late, 0.99);
}

/** Measures. */
export async function live(browser: Browser): Promise<Row[]> {
  const rows: Row[] = [await measurePaint(browser)];
  const single = await measureFanOut(1);
  const many = await measureFanOut(20);
  return [
    ...rows,
    { work: '1,000 sockets, 50 events a second: p99', count: single, unit: ' ms', peers: [], most: 20 },
    { work: '1,000 sockets, 1,000 events a second, a frame a tick: p99', count: many, unit: ' ms', peers: [], most: 20 },
  ];
}
