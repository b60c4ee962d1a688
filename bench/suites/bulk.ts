/**
 * Bulk update of ten thousand numbers by the server: row-level security, what each row was, the events that tell of it; how the server answers meanwhile, and the
 * frames of the interface of who asked for it.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { routes } from '../../contract/index.ts';
import { Client } from '../../tests/server/client.ts';
import { type Frames, watchFrames } from '../lib/frames.ts';
import { type Asker, createRequester } from '../lib/http.ts';
import { openWorld, type Served, serveWorld, signIn, type World } from '../lib/large.ts';
import { computePercentile, computeSpread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const numbers = 10_000;
const rounds = 5;

/** Takes the company away with every row of it, past the triggers: ten thousand numbers one by one would each be looked for among a million calls. */
async function forget(owner: World['owner']): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'`,
  );
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const { name } of rows) await owner.query(`delete from ${name} where company_id in (select id from companies where slug = 'bulk-bench')`);
  await owner.query(`delete from companies where slug = 'bulk-bench'`);
  await owner.query('commit');
}

/** A company of ten thousand numbers, made for a run and gone after it. */
async function openCompany(world: World): Promise<World & { close(): Promise<void> }> {
  const { owner } = world;
  await forget(owner);
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (name, slug, timezone, number_limit) values ('Bulk', 'bulk-bench', 'America/Los_Angeles', 20000) returning id`,
  );
  const companyId = Number(rows[0]?.id);
  await owner.query(`insert into memberships (company_id, user_id, role) values ($1, $2, 'owner')`, [companyId, world.userId]);
  await owner.query(
    `insert into phone_numbers (company_id, number, label) select $1, '+1929' || lpad((5560000 + at)::text, 7, '0'), 'Line ' || at from generate_series(1, $2::int) at`,
    [companyId, numbers],
  );
  // The company they were in last is the one they come back to.
  await owner.query(`update users set preferences = preferences || jsonb_build_object('lastCompanyId', $2::bigint) where id = $1`, [world.userId, companyId]);
  await owner.query('vacuum (analyze) phone_numbers');
  return { ...world, companyId, close: () => forget(owner) };
}

/** Somebody who may write, as a browser does. */
async function createWriter(world: World, { port }: Served): Promise<Client> {
  const client = new Client(`http://localhost:${port}`);
  client.cookies.set('keyline_session', await signIn(world));
  return client.in({ id: world.companyId });
}

const getList = ({ companyId }: World) => `/api/companies/${companyId}/numbers/datatable?per_page=50`;

/** One update of all of them, from the request to the end of the last chunk; ms. Meanwhile somebody reads a list, whose times are noted. */
async function update(world: World, writer: Client, asker: Asker, round: number, meanwhile: number[]): Promise<number> {
  const key = `bulk-bench-${world.companyId}-${round}`;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await asker.get(getList(world));
      meanwhile.push(performance.now() - askedAt);
      await pause(16);
    }
  })();
  const startedAt = performance.now();
  const set = { label: `Round ${round}`, smsEnabled: round % 2 === 1 };
  await writer.call(routes.numbers.bulkUpdate, { body: { key, all: true, count: numbers, set } });
  for (;;) {
    const { rows } = await world.owner.query<{ finished: boolean }>('select finished_at is not null as finished from batches where id = $1', [key]);
    if (rows[0]?.finished) break;
    await pause(5);
  }
  const took = performance.now() - startedAt;
  isOver = true;
  await reading;
  return took;
}

/** Server and database keep to one core: the other is the browser's, as a person's own machine is. */
async function standBack({ owner }: World, { pid }: Served): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity');
  for (const one of [pid, ...rows.map((row) => row.pid)]) execFileSync('taskset', ['-acp', '0', String(one)], { stdio: 'ignore' });
}

const waitForState = (page: Page, flow: string, name: string) => page.waitForSelector(`[data-flow="${flow}"][data-state="${name}"]`, { state: 'attached' });

/** Somebody who has the list of numbers before them, all of them chosen. */
async function openChosen(browser: Browser, world: World, { port }: Served): Promise<Page> {
  const url = `http://localhost:${port}`;
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  await context.addCookies([{ name: 'keyline_session', value: await signIn(world), url }]);
  const page = await context.newPage();
  await page.goto(`${url}/numbers`);
  await page.waitForSelector('[data-company="bulk-bench"]');
  await page.waitForSelector('[data-pane="numbers"] [data-row]');
  await waitForState(page, 'realtime', 'open.live');
  await page.keyboard.press('*');
  await page.keyboard.press('a');
  return page;
}

/** Frames of the interface from the Enter that starts an update of all numbers until the last one is changed and the list shows it. */
async function measureFrames(page: Page, { owner, companyId }: World, label: string): Promise<Frames> {
  await page.keyboard.press('Control+k');
  await waitForState(page, 'palette', 'open.choosing');
  await page.keyboard.insertText('>Edit number label');
  await page.waitForSelector('[data-flow="palette"] [role="option"][aria-selected="true"]:has-text("Edit number label")');
  await page.keyboard.press('Enter');
  await waitForState(page, 'palette', 'open.asking');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(label);
  await page.keyboard.press('Enter');
  await waitForState(page, 'palette', 'open.reviewing');
  const frames = await watchFrames(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-pane="numbers"] [data-row]:has-text("${label}")`);
  while ((await owner.query('select from batches where company_id = $1 and finished_at is null', [companyId])).rowCount !== 0) await pause(50);
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll('[data-pane="numbers"] [data-row]')].every((row) => row.textContent?.includes(wanted)),
    label,
  );
  await pause(300);
  return frames();
}

/** Measures. */
export async function bulk(browser: Browser): Promise<Row[]> {
  const opened = await openWorld();
  const world = await openCompany(opened);
  try {
    const served = await serveWorld(world, { pages: true });
    try {
      const asker = await createRequester(served.port, served.headers);
      const writer = await createWriter(world, served);
      const meanwhile: number[] = [];
      await update(world, writer, asker, 0, []);
      const alone: number[] = [];
      for (let at = 0; at < 50; at += 1) {
        const askedAt = performance.now();
        const { status } = await asker.get(getList(world));
        if (status !== 200) throw new Error(`The list of numbers was answered with ${status}`);
        alone.push(performance.now() - askedAt);
      }
      const times: number[] = [];
      for (let round = 1; round <= rounds; round += 1) times.push(await update(world, writer, asker, round, meanwhile));
      await standBack(world, served);
      const page = await openChosen(browser, world, served);
      const drawn: Frames[] = [];
      for (let round = 0; round <= rounds; round += 1) drawn.push(await measureFrames(page, world, `Drawn ${round}`));
      const idle = await watchFrames(page);
      await pause(2_000);
      const still = await idle();
      await page.context().close();
      asker.close();
      print(`  frames: ${JSON.stringify(drawn)}; with nothing going on: ${JSON.stringify(still)}`);
      const rates = drawn.slice(1).map(({ due, missed }) => (60 * (due - missed)) / due);
      print(`  rounds: ${times.map((ms) => Math.round(ms)).join(', ')} ms`);
      const slowest = Math.max(...times);
      return [
        {
          work: `Rows a second of a bulk update of ${numbers.toLocaleString('en-US')} numbers, from the request to its end (slowest of ${rounds})`,
          count: Math.round(numbers / (slowest / 1_000)),
          peers: [],
          least: 5_000,
        },
        {
          work: 'A page of numbers, asked for while it runs',
          ours: computeSpread(meanwhile),
          peers: [{ name: 'alone', ...computeSpread(alone) }],
          bar: { at: 'p95' },
        },
        {
          work: `Frames a second in the browser of who changes them, from Enter to the list that shows it (median of ${rounds})`,
          count: computePercentile(rates, 0.5),
          peers: [{ name: 'nothing going on', count: (60 * (still.due - still.missed)) / still.due }],
          least: 59,
        },
      ];
    } finally {
      await served.close();
    }
  } finally {
    await world.close();
    await opened.close();
  }
}
