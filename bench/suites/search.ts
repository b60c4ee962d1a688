/** Searching what was written and said among a million items: the first page beside its bare SQL, pages at any depth, and what being found costs a message. */

import { createAppPool } from '../../server/db/pool.ts';
import { createTenancy } from '../../server/db/tenancy.ts';
import { searchItems } from '../../server/domains/conversations/itemSearch.ts';
import { addItem } from '../../server/domains/conversations/repository.ts';
import { writeCursor } from '../../server/lists/cursors.ts';
import type { Services } from '../../server/services.ts';
import { type Asker, createRequester } from '../lib/http.ts';
import { openWorld, serveWorld, type World } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';
import { captureStatements, inTurns, type Statement } from './server.ts';

const perPage = 30;
const rounds = 60;

/** Searches as people type them: words that every text has, that some have, that few have, that one has, that none has; begun, in quotes, narrowed. */
const searches: readonly string[] = [
  'the',
  'thanks',
  'trade',
  'sorento',
  'perc',
  'carys',
  'k4845',
  'xylophone',
  '"trade in"',
  'oil change thurs',
  'thanks -you',
  'warranty is:call',
  'bank is:note',
  'trade is:voicemail',
  'the before:2025-06',
  'sorento after:2025-02 before:2025-05',
  'is:failed',
  'is:voicemail is:received',
];

const getPath = (companyId: number, q: string, cursor?: string): string =>
  `/api/companies/${companyId}/items/search?${new URLSearchParams({ q, perPage: String(perPage), ...(cursor === undefined ? {} : { cursor }) })}`;

async function fetchPage(asker: Asker, path: string): Promise<number> {
  const { status, body } = await asker.get(path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString('utf8').slice(0, 300)}`);
  return (JSON.parse(body.toString('utf8')) as { data: unknown[] }).data.length;
}

const createMembership = (companyId: number) => ({ companyId, role: 'owner', numberIds: null, accountStatus: 'active', may: () => true }) as const;
/** Somebody who works in the company, as the server knows them. */
export const toAuthUser = (userId: number) =>
  ({
    userId,
    name: 'Bench',
    email: 'bench@example.com',
    isStaff: false,
    sessionId: '',
    sessionKind: 'cookie',
    impersonatorId: null,
    onlyCompanyId: null,
    apiKey: null,
  }) as const;

/** First pages of all searches in turns with the statements they send, as the owner. */
async function measureFirstPages(world: World, asker: Asker): Promise<Row> {
  const { companyId, sealer } = world;
  await world.owner.query("select set_config('app.company_ids', $1, false)", [`{${companyId}}`]);
  const services = { sealer } as Services;
  const ours: number[] = [];
  const bare: number[] = [];
  for (const q of searches) {
    const statements = await captureStatements(world, () =>
      searchItems(services, createMembership(companyId), toAuthUser(world.userId), { q, cursor: undefined, perPage }),
    );
    const ask = async (only: readonly Statement[]) => {
      for (const { text, values } of only) await world.owner.query(text, values);
    };
    const path = getPath(companyId, q);
    const found = await fetchPage(asker, path);
    const times = await inTurns({ ours: () => fetchPage(asker, path), sql: () => ask(statements) }, rounds);
    process.stderr.write(`  ${q}: ${found} items, ${JSON.stringify(computeSpread(times.ours))} to ${JSON.stringify(computeSpread(times.sql))}\n`);
    ours.push(...times.ours);
    bare.push(...times.sql);
  }
  return {
    work: `First page of a search of messages, ${searches.length} searches of 1,000,000 items`,
    ours: computeSpread(ours),
    peers: [{ name: 'pg as owner', ...computeSpread(bare) }],
    bar: { at: 'p95', most: 50, ratio: 2 },
  };
}

/** Pages of one search by cursor behind 500,000 items, in turns with its first page. */
async function measureAnyDepth({ companyId, owner, sealer }: World, asker: Asker): Promise<Row> {
  const { rows } = await owner.query<{ at: string; id: string }>(
    'select created_at::text as at, item_id as id from item_texts where company_id = $1 order by created_at desc, item_id desc offset 500000 limit 1',
    [companyId],
  );
  const far = getPath(companyId, 'trade', writeCursor(sealer, 'itemSearch', companyId, { at: rows[0]?.at ?? '', id: Number(rows[0]?.id) }));
  const times = await inTurns({ start: () => fetchPage(asker, getPath(companyId, 'trade')), far: () => fetchPage(asker, far) }, rounds);
  return {
    work: 'Page of a search of messages behind 500,000 items',
    ours: computeSpread(times.far),
    peers: [{ name: 'first page', ...computeSpread(times.start) }],
    bar: { at: 'median', ratio: 1.5 },
  };
}

/** Adds texts with and without the words they are found by. */
async function measureAdding(world: World): Promise<Row> {
  const { owner, companyId } = world;
  const pool = createAppPool({ databaseUrl: world.databaseUrl, max: 1 });
  const tenancy = createTenancy(pool);
  const { rows } = await owner.query<{ id: string; number_id: string; recipient: string }>(
    'select id, number_id, recipient from conversations where company_id = $1 order by id limit 1',
    [companyId],
  );
  const [thread] = rows;
  if (!thread) throw new Error('The large world has no conversation');
  const body = 'Can you send the invoice for the blue one? We would like to pick it up on Friday before noon, if that works for you.';
  const item = {
    conversationId: Number(thread.id),
    numberId: Number(thread.number_id),
    recipient: thread.recipient,
    type: 'message',
    isInbound: false,
    body,
  } as const;
  const added: number[] = [];
  const add = async () => {
    const { id } = await tenancy.company([companyId], null, () => addItem({ ...item, createdAt: new Date() }));
    added.push(id);
  };
  const measure = async (count: number) => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const startedAt = performance.now();
      await add();
      times.push(performance.now() - startedAt);
    }
    return times;
  };
  const [found, plain]: [number[], number[]] = [[], []];
  try {
    await measure(50);
    for (let turn = 0; turn < 10; turn += 1) {
      found.push(...(await measure(60)));
      await owner.query('alter table items disable trigger keep_item_text');
      plain.push(...(await measure(60)));
      await owner.query('alter table items enable trigger keep_item_text');
    }
  } finally {
    await owner.query('alter table items enable trigger keep_item_text');
    await owner.query('delete from items where id = any ($1::bigint[])', [added]);
    await pool.end();
  }
  return {
    work: 'Adding a text with its words, beside one that no search finds',
    ours: computeSpread(found),
    peers: [{ name: 'without words', ...computeSpread(plain) }],
    bar: { at: 'median', ratio: 1.25 },
  };
}

/** Measures. */
export async function search(): Promise<Row[]> {
  const world = await openWorld();
  try {
    const { rows } = await world.owner.query<{ done: boolean }>(
      "select coalesce(last_vacuum, last_autovacuum) is not null as done from pg_stat_user_tables where relname = 'item_texts'",
    );
    if (rows[0]?.done !== true) await world.owner.query('vacuum (analyze) item_texts');
    const served = await serveWorld(world);
    try {
      const asker = await createRequester(served.port, served.headers);
      const measured = [await measureFirstPages(world, asker), await measureAnyDepth(world, asker)];
      asker.close();
      return [...measured, await measureAdding(world)];
    } finally {
      await served.close();
    }
  } finally {
    await world.close();
  }
}
