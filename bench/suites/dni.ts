/** Dynamic numbers: what the script costs a page of 5,000 nodes at a quarter of the speed, and leases of numbers at 200 visits a second. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import type pg from 'pg';
import { z } from 'zod';
import { buildVisitorScript } from '../../server/web/visitorScript.ts';
import { throttle } from '../lib/browser.ts';
import { openWorld, serveWorld, type World } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const site = 'http://shop.bench.example';
const app = 'http://app.bench.example';
const own = '4155550100';
const leased = '+16285550142';
const nodes = 5_000;
const numbers = 20;
const loads = 7;

const spellings = ['415-555-0100', '415.555.0100', '(415) 555-0100', '+1 415 555 0100'];
/** Paragraphs of a shop; in twenty of them its number, in four spellings, every other one a link. */
const page = `<!doctype html><html lang="en"><head><title>Shop</title><style>p{margin:0;height:20px}</style></head><body>${Array.from(
  { length: nodes },
  (_, at) => {
    if (at % (nodes / numbers) !== 0) return `<p>Bike ${at}, in stock, from $${390 + (at % 90)} on ${at % 12}/${at % 28}</p>`;
    const spelled = spellings[(at / (nodes / numbers)) % spellings.length] ?? own;
    return at % 500 === 0 ? `<p>Call <a href="tel:+1${own}">${spelled}</a></p>` : `<p>Call ${spelled}</p>`;
  },
).join('')}</body></html>`;

async function routeSite(context: BrowserContext, code: string): Promise<void> {
  const reply = JSON.stringify({ session: 'a'.repeat(32), visitor: 'b'.repeat(32), number: leased, targets: [`+1${own}`], holdSeconds: 1_200 });
  await context.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body: page }));
  await context.route(`${app}/dni/bench/v1.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await context.route(`${app}/dni/v1/*`, (route) =>
    route.fulfill({ contentType: 'application/json', headers: { 'access-control-allow-origin': '*' }, body: reply }),
  );
}

/** Milliseconds of the main thread below functions of the script, what they call in the browser included. */
async function profileScript(cdp: CDPSession, work: () => Promise<unknown>): Promise<number> {
  await cdp.send('Profiler.enable');
  // More often, the looking itself would be most of what is seen.
  await cdp.send('Profiler.setSamplingInterval', { interval: 1_000 });
  await cdp.send('Profiler.start');
  await work();
  const { profile } = await cdp.send('Profiler.stop');
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const ofScript = new Set<number>();
  const mark = (id: number, isInside: boolean): void => {
    const node = byId.get(id);
    if (!node) return;
    const isOwn = isInside || node.callFrame.url.endsWith('/v1.js');
    if (isOwn) ofScript.add(id);
    for (const child of node.children ?? []) mark(child, isOwn);
  };
  mark(profile.nodes[0]?.id ?? 0, false);
  return (profile.samples ?? []).reduce((sum, id, at) => sum + (ofScript.has(id) ? (profile.timeDeltas?.[at] ?? 0) : 0), 0) / 1_000;
}

/** Layouts that the script forced: those under a function of it. */
async function countForcedLayouts(browser: Browser, context: BrowserContext, work: () => Promise<unknown>): Promise<number> {
  const opened = context.pages()[0];
  await browser.startTracing(opened, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'] });
  await work();
  const Trace = z.object({ traceEvents: z.array(z.object({ name: z.string(), args: z.record(z.string(), z.unknown()).optional() })) });
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  return traceEvents.filter(({ name, args }) => ['Layout', 'UpdateLayoutTree'].includes(name) && JSON.stringify(args).includes('/v1.js')).length;
}

async function measureScript(browser: Browser): Promise<Row[]> {
  const code = await buildVisitorScript();
  const times: number[] = [];
  const counts = { forced: 0, shift: 0, swapped: 0 };
  for (let at = 0; at <= loads; at += 1) {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 860 } });
    await routeSite(context, code);
    const opened = await context.newPage();
    await opened.goto(site);
    await opened.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')) });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const cdp = await context.newCDPSession(opened);
    await throttle(cdp, 4);
    const run = async () => {
      await opened.addScriptTag({ url: `${app}/dni/bench/v1.js` });
      await opened.waitForFunction(() => document.querySelector('a')?.href === 'tel:+16285550142');
      // What it does after an answer is over once the page has nothing to do.
      await opened.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    };
    // Tracing slows what it watches: the last load is for it alone.
    if (at < loads) times.push(await profileScript(cdp, run));
    else counts.forced = await countForcedLayouts(browser, context, run);
    counts.shift += await opened.evaluate(() => Number(Reflect.get(window, 'shift')));
    counts.swapped = await opened.evaluate(() => document.body.textContent?.match(/628\D{0,2}555\D0142/g)?.length ?? 0);
    await context.close();
  }
  return [
    {
      work: `Script on a page of ${nodes.toLocaleString('en-US')} paragraphs, CPU slowed 4×: main thread`,
      ours: computeSpread(times),
      peers: [],
      bar: { at: 'median', most: 5 },
    },
    { work: 'Script: numbers shown in place of the page’s own', count: counts.swapped, of: numbers, peers: [], least: numbers },
    { work: 'Script: layouts it forced', count: counts.forced, peers: [], most: 0 },
    { work: 'Script: layout shift', count: counts.shift, peers: [], most: 0 },
  ];
}

const perSecond = 200;
const seconds = 10;
/** Seconds of visits at a quarter of the pace before it is measured: a server that has just started compiles its code and opens its connections under the first of them. */
const warmSeconds = 6;
const warmVisits = (perSecond / 4) * warmSeconds;
const free = warmVisits + perSecond * (seconds + 1);

/** Takes the company away with its pool and all that was noted of visitors, past the triggers. */
async function forget(owner: pg.Client): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'company_id' and table_schema = 'public'
       and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );
  for (const { name } of rows) await owner.query(`delete from ${name} where company_id in (select id from companies where slug = 'dni-bench')`);
  await owner.query(`delete from companies where slug = 'dni-bench'`);
  await owner.query('commit');
}

async function createPool({ owner }: World): Promise<string> {
  await forget(owner);
  const { rows } = await owner.query<{ key: string }>(
    `with company as (insert into companies (name, slug, timezone) values ('Visits', 'dni-bench', 'America/Los_Angeles') returning id)
     select id::text as key from company`,
  );
  const companyId = Number(rows[0]?.key);
  const pool = await owner.query<{ id: string }>(
    `insert into dni_pools (company_id, name, source, origins, target_numbers) values ($1, 'All', 'always', array['shop.bench.example'], array['+14155550100']) returning id`,
    [companyId],
  );
  await owner.query(
    `insert into phone_numbers (company_id, number, label, pool_id) select $1, '+1628' || lpad(at::text, 7, '0'), 'Line ' || at, $2 from generate_series(2000000, 1999999 + $3::int) at`,
    [companyId, pool.rows[0]?.id, free],
  );
  await owner.query('analyze dni_slots, phone_numbers');
  const found = await owner.query<{ key: string }>('select public_key as key from dni_sites where company_id = $1', [companyId]);
  return found.rows[0]?.key ?? '';
}

const Reply = z.object({ number: z.string().nullable() });

/** Visits begun at a fixed pace, from addresses of their own, whether or not the ones before are answered. */
async function measureLeases(world: World): Promise<Row[]> {
  const key = await createPool(world);
  const served = await serveWorld(world);
  const agents = Array.from({ length: 200 }, (_, at) => new Agent({ keepAlive: true, localAddress: `127.1.0.${at + 1}` }));
  const begin = async (at: number): Promise<{ readonly ms: number; readonly number: string | null }> => {
    const startedAt = performance.now();
    const asked = request({
      host: '127.0.0.1',
      port: served.port,
      path: '/dni/v1/sessions',
      method: 'POST',
      agent: agents[at % agents.length],
      headers: {
        'content-type': 'text/plain',
        origin: site,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
      },
    });
    asked.end(JSON.stringify({ key, url: `${site}/`, title: 'Shop' }));
    const [answer] = await once(asked, 'response');
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`A visit was answered with ${answer.statusCode}: ${body.slice(0, 200)}`);
    const { number } = Reply.parse(JSON.parse(body));
    return { ms: performance.now() - startedAt, number };
  };
  try {
    const visits: Promise<{ readonly ms: number; readonly number: string | null }>[] = [];
    const beginAt = async (pace: number, count: number) => {
      const startedAt = performance.now();
      for (let at = 0; at < count; at += 1) {
        const wait = startedAt + (at * 1_000) / pace - performance.now();
        if (wait > 1) await new Promise((done) => setTimeout(done, wait));
        visits.push(begin(visits.length));
      }
    };
    await beginAt(perSecond / 4, warmVisits);
    await beginAt(perSecond, perSecond * seconds);
    const all = await Promise.all(visits);
    const measured = all.slice(warmVisits);
    const given = all.flatMap(({ number }) => number ?? []);
    return [
      {
        work: `Number leased to a visit, ${perSecond} visits a second over HTTP, by a server that is warm`,
        ours: computeSpread(measured.map(({ ms }) => ms)),
        peers: [],
        bar: { at: 'p95', most: 10 },
      },
      { work: 'Visits that got a number of their own', count: new Set(given).size, of: all.length, peers: [], least: all.length },
    ];
  } finally {
    for (const agent of agents) agent.destroy();
    await served.close();
    await forget(world.owner);
  }
}

/** Measures. */
export async function dni(browser: Browser): Promise<Row[]> {
  const script = await measureScript(browser);
  const world = await openWorld();
  try {
    return [...script, ...(await measureLeases(world))];
  } finally {
    await world.close();
  }
}
