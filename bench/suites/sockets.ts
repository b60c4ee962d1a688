/** From a commit to a thousand sockets: through the database's notification, the server that hears it, and its sockets. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getCompanyChannel } from '../../contract/core/realtime.ts';
import { endChild } from '../../scripts/lib/children.ts';
import { readConfig } from '../../server/config.ts';
import { createAppPool } from '../../server/db/pool.ts';
import { createTenancy, recordChange, type Tenancy } from '../../server/db/tenancy.ts';
import { openWorld, serveWorld, type World } from '../lib/large.ts';
import { computePercentile } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const listeners = 1_000;
const seconds = 10;
/** Before what is measured, without a pause between: a processor that has rested for seconds is slow at first, and so is code that has not run for long. */
const warmSeconds = 2;
const writers = 32;
/** Of one turn, and turns of each; the first of them warms up. */
const writeMs = 2_000;
const rounds = 6;
const readClock = () => performance.timeOrigin + performance.now();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Heard {
  /** First position, last position, time; one after the other. */
  readonly heard: Float64Array;
  readonly gaps: number;
}

async function listen(world: World, port: number): Promise<ChildProcess> {
  const { rows } = await world.owner.query<{ id: string }>('select id from sessions where user_id = $1 order by created_at desc limit 1', [world.userId]);
  const { realtime } = readConfig({ ...world.environment, DATABASE_URL: world.databaseUrl });
  const child = fork(fileURLToPath(new URL('../lib/listeners.ts', import.meta.url)), {
    serialization: 'advanced',
    env: {
      ...process.env,
      LISTEN_PORT: String(port),
      LISTEN_KEY: realtime.key,
      LISTEN_SECRET: realtime.secret,
      LISTEN_CHANNEL: getCompanyChannel(world.companyId),
      LISTEN_COUNT: String(listeners),
      LISTEN_USER: String(world.userId),
      LISTEN_SESSION: rows[0]?.id ?? '',
    },
  });
  await new Promise<void>((done, fail) => child.once('message', () => done()).once('exit', () => fail(new Error('The sockets did not open'))));
  return child;
}

const waitForMessage = (child: ChildProcess) =>
  new Promise<Heard>((done) => {
    child.once('message', (said) => done(said as Heard));
    child.send('tell');
  });

interface Lateness {
  /** Of each frame at each socket, by the oldest change in it. */
  readonly frames: readonly number[];
  /** Of each commit: until the writer had it. */
  readonly commits: readonly number[];
}

/** So many commits a second, each with so many changes: how late each frame came to each socket, and each commit to its writer. */
async function measureLateness(world: World, tenancy: Tenancy, child: ChildProcess, commits: number, changes: number): Promise<Lateness> {
  const startedAt = readClock();
  const written: Promise<{ readonly saidAt: number; readonly took: number }>[] = [];
  for (let at = 0; at < commits * (warmSeconds + seconds); at += 1) {
    const due = startedAt + (at * 1_000) / commits;
    if (due > readClock()) await pause(due - readClock());
    written.push(
      tenancy
        .company([world.companyId], null, async () => {
          for (let change = 0; change < changes; change += 1) recordChange({ kind: 'contact-updated', id: change + 1 });
          // All that is left is to write the changes down and to commit.
          return readClock();
        })
        .then((saidAt) => ({ saidAt, took: readClock() - saidAt })),
    );
  }
  const done = await Promise.all(written);
  const saidAt = done.map((each) => each.saidAt);
  await pause(2_000);
  const { heard, gaps } = await waitForMessage(child);
  const { rows } = await world.owner.query<{ seq: string }>('select seq from company_cursors where company_id = $1', [world.companyId]);
  const end = Number(rows[0]?.seq ?? 0);
  const begin = end - saidAt.length * changes;
  // Commits are numbered in the order in which they commit, which is the order in which they came.
  const times = [...saidAt].sort((one, other) => one - other);
  const late: number[] = [];
  let came = 0;
  for (let at = 0; at + 2 < heard.length; at += 3) {
    const [first = 0, last = 0, time = 0] = heard.subarray(at, at + 3);
    came += last - first + 1;
    const commit = Math.floor((first - begin - 1) / changes);
    if (commit >= commits * warmSeconds) late.push(time - (times[commit] ?? Number.NaN));
  }
  if (gaps > 0 || came !== listeners * saidAt.length * changes) throw new Error(`${came} of ${listeners * saidAt.length * changes} changes came, ${gaps} gaps`);
  return { frames: late, commits: done.slice(commits * warmSeconds).map(({ took }) => took) };
}

/** Commits of 32 writers who each write to a company of their own, a second. */
async function countCommits(tenancy: Tenancy, companyIds: readonly number[]): Promise<number> {
  const startedAt = readClock();
  const endsAt = startedAt + writeMs;
  let commits = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      const companyId = companyIds[at % companyIds.length] ?? 0;
      for (; readClock() < endsAt; commits += 1) {
        await tenancy.company([companyId], null, async () => recordChange({ kind: 'contact-updated', id: at + 1 }));
      }
    }),
  );
  return (commits * 1_000) / (readClock() - startedAt);
}

/** What telling costs those who write: commits with it, and of a tenancy that announces nothing, in turns. */
async function measureWriters(world: World): Promise<Row> {
  const pool = createAppPool({ databaseUrl: world.databaseUrl, max: writers + 1 });
  try {
    const { rows } = await world.owner.query<{ id: string }>('select id from companies order by id limit $1', [writers]);
    const companyIds = rows.map(({ id }) => Number(id));
    const [telling, silent] = [createTenancy(pool), createTenancy(pool, () => {})];
    const counts = { telling: [] as number[], silent: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      counts.telling.push(await countCommits(telling, companyIds));
      counts.silent.push(await countCommits(silent, companyIds));
    }
    const [told, bare] = [counts.telling, counts.silent].map((each) => computePercentile(each.slice(1), 0.5));
    return {
      work: `32 writers in ${companyIds.length} companies: commits to those with telling off (${Math.round(bare ?? 0)} a second)`,
      count: (told ?? 0) / (bare ?? 1),
      unit: '×',
      peers: [{ name: 'telling off', count: 1 }],
      least: 0.9,
    };
  } finally {
    await pool.end();
  }
}

/** Measures. */
export async function sockets(): Promise<Row[]> {
  const world = await openWorld();
  const pool = createAppPool({ databaseUrl: world.databaseUrl, max: 10 });
  const tenancy = createTenancy(pool);
  try {
    const served = await serveWorld(world);
    try {
      const child = await listen(world, served.port);
      // Each was told once how far the company is; that is no change.
      await pause(2_000);
      await waitForMessage(child);
      const rows: Row[] = [await measureWriters(world)];
      for (const [work, commits, changes] of [
        ['1,000 sockets, 50 events a second, from commit to received: p99', 50, 1],
        ['1,000 sockets, 1,000 events a second in 100 commits, from commit to received: p99', 100, 10],
      ] as const) {
        const late = await measureLateness(world, tenancy, child, commits, changes);
        rows.push({
          work: `${work} (median ${computePercentile(late.frames, 0.5).toFixed(1)}; of the commit alone p99 ${computePercentile(late.commits, 0.99).toFixed(1)})`,
          count: computePercentile(late.frames, 0.99),
          unit: ' ms',
          peers: [],
          most: 20,
        });
      }
      child.disconnect();
      await endChild(child);
      return rows;
    } finally {
      await served.close();
    }
  } finally {
    await pool.end();
    await world.close();
  }
}
