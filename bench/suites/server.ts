/** The server alone: a page of the inbox beside its bare SQL, pages at any depth, the start on an existing database. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createAppPool } from '../../server/db/pool.ts';
import { createTenancy, type Tenancy } from '../../server/db/tenancy.ts';
import { listConversations } from '../../server/domains/conversations/queries.ts';
import { writeCursor } from '../../server/lists/cursors.ts';
import { freePort } from '../../tests/server/ports.ts';
import { type Asker, createRequester } from '../lib/http.ts';
import { dataDir, openWorld, serveWorld, type World } from '../lib/large.ts';
import { computePercentile, computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const repeats = 300;
const warmUp = 60;

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Statements that a piece of work in the open company sends to the database, except those that open and end its transaction. */
export const captureStatements = (world: World, work: () => Promise<unknown>): Promise<Statement[]> =>
  captureTransactions(world, (tenancy) => tenancy.companyReading([world.companyId], world.userId, work));

/** Statements of a piece of work that opens its transactions itself, except those that open and end them. */
export async function captureTransactions(world: World, work: (tenancy: Tenancy) => Promise<unknown>): Promise<Statement[]> {
  const asked: Statement[] = [];
  const pool = createAppPool({ databaseUrl: world.databaseUrl, max: 1 });
  pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      // Statements come with their values; what opens and ends the transaction comes as text alone.
      query: (given: string | Statement) => {
        if (typeof given !== 'string') asked.push({ text: given.text, values: given.values });
        return query(given);
      },
    });
  });
  try {
    await work(createTenancy(pool));
    return asked;
  } finally {
    await pool.end();
  }
}

/** Times pieces of work in turns, so that what else the machine does falls on all alike; ms. */
export async function inTurns<K extends string>(work: Readonly<Record<K, () => Promise<unknown>>>, rounds = repeats): Promise<Record<K, number[]>> {
  const names = Object.keys(work) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const startedAt = performance.now();
      await work[name]();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  return times;
}

const fetchPage = async (asker: Asker, path: string) => {
  const { status, body } = await asker.get(path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString('utf8').slice(0, 200)}`);
};

async function measureFirstPage(world: World, asker: Asker): Promise<Row[]> {
  const membership = { companyId: world.companyId, role: 'owner', numberIds: null, accountStatus: 'active', may: () => true } as const;
  const statements = await captureStatements(world, () =>
    listConversations(world.sealer, membership, { isArchived: false }, { sort: 'newest', perPage: 100 }, world.userId),
  );
  const bare = async (only: readonly Statement[]) => {
    for (const { text, values } of only) await world.owner.query(text, values);
  };
  const path = `/api/companies/${world.companyId}/conversations?perPage=100&sort=newest&isArchived=0`;
  const times = await inTurns({ ours: () => fetchPage(asker, path), sql: () => bare(statements) });
  const ours = computeSpread(times.ours);
  return [
    {
      work: 'First inbox page, everything included, to its SQL alone',
      ours,
      peers: [{ name: 'pg as owner', ...computeSpread(times.sql) }],
      bar: { at: 'median', ratio: 3 },
    },
  ];
}

const depths = [100_000, 500_000] as const;

async function measureAnyDepth(world: World, asker: Asker): Promise<Row[]> {
  const { companyId, owner, sealer } = world;
  const total = Number((await owner.query('select count(*) as total from items where company_id = $1 and deleted_at is null', [companyId])).rows[0]?.total);
  const after = async (depth: number) => {
    const { rows } = await owner.query<{ at: string; id: string }>(
      'select created_at::text as at, id from items where company_id = $1 and deleted_at is null order by created_at desc, id desc offset $2 limit 1',
      [companyId, depth - 1],
    );
    return encodeURIComponent(writeCursor(sealer, 'activity', companyId, { at: rows[0]?.at ?? '', id: Number(rows[0]?.id), total }));
  };
  const path = `/api/activity?companyId=${companyId}&per_page=50`;
  // The first page in the same words: by a cursor that stands before everything, with the count in it.
  const first = encodeURIComponent(writeCursor(sealer, 'activity', companyId, { at: '9999-01-01', id: 1, total }));
  const [hundred, half] = await Promise.all(depths.map(after));
  const times = await inTurns({
    first: () => fetchPage(asker, `${path}&cursor=${first}`),
    hundred: () => fetchPage(asker, `${path}&cursor=${hundred}`),
    half: () => fetchPage(asker, `${path}&cursor=${half}`),
    byOffset: () =>
      owner.query('select id from items where company_id = $1 and deleted_at is null order by created_at desc, id desc offset $2 limit 50', [
        companyId,
        depths[1],
      ]),
  });
  const peers = [
    { name: 'first page', ...computeSpread(times.first) },
    { name: 'OFFSET in pg', ...computeSpread(times.byOffset) },
  ];
  return [
    { work: 'Page of the activity list at 100,000', ours: computeSpread(times.hundred), peers, bar: { at: 'median', ratio: 1.2 } },
    { work: 'Page of the activity list at 500,000', ours: computeSpread(times.half), peers, bar: { at: 'median', ratio: 1.2 } },
  ];
}

const starts = 5;

/** `npm start` on the world's data until it says that it is ready; ms. */
async function startOnce(): Promise<number> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    detached: true,
    env: {
      ...process.env,
      KEYLINE_DATA: dataDir,
      KEYLINE_PORT: String(port),
      KEYLINE_SANDBOX_PORT: String(sandboxPort),
      KEYLINE_SANDBOX_SMTP_PORT: String(smtpPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const ready = new Promise<number>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`The product ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('ready in')) done(performance.now() - startedAt);
    });
  });
  try {
    return await ready;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

async function measureColdStart(): Promise<Row> {
  await startOnce();
  const times: number[] = [];
  for (let at = 0; at < starts; at += 1) times.push(await startOnce());
  return {
    work: `npm start on an existing database until it is ready (slowest of ${starts}: ${(computePercentile(times, 1) / 1_000).toFixed(1)} s)`,
    ours: computeSpread(times),
    peers: [],
    bar: { at: 'median', most: 2_000 },
  };
}

/** Measures. */
export async function server(): Promise<Row[]> {
  const rows: Row[] = [];
  const world = await openWorld();
  try {
    const served = await serveWorld(world);
    try {
      const asker = await createRequester(served.port, served.headers);
      rows.push(...(await measureFirstPage(world, asker)), ...(await measureAnyDepth(world, asker)));
      asker.close();
    } finally {
      await served.close();
    }
  } finally {
    await world.close();
  }
  return [...rows, await measureColdStart()];
}
