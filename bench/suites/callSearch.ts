/** Searching a million calls, by filters and by what was said: the first page beside its bare SQL, and pages at any depth. */

import type { Tenancy } from '../../server/db/tenancy.ts';
import { searchCalls } from '../../server/domains/calls/search.ts';
import { writeCursor } from '../../server/lists/cursors.ts';
import type { Services } from '../../server/services.ts';
import { type Asker, createRequester } from '../lib/http.ts';
import { openWorld, serveWorld, type World } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';
import { toAuthUser } from './search.ts';
import { captureTransactions, inTurns, type Statement } from './server.ts';

type Query = Parameters<typeof searchCalls>[1];

const size = 50;
const rounds = 60;

/** Searches as the app sends them. */
const filtered: readonly Partial<Query>[] = [
  {},
  { answerStatus: ['missed'] },
  { answerStatus: ['missed', 'voicemail'], startDate: '2026-03-01', endDate: '2026-05-31', tz: 'America/Los_Angeles' },
  { minDuration: 120, isInbound: true },
  { minDuration: 900 },
  { caller: '+1415', answerStatus: ['answered'] },
  { isLead: true },
  { tag_ids: [] },
];
const worded: readonly Partial<Query>[] = [
  { q: 'appointment' },
  { q: '"extended warranty"' },
  { q: '"extended warranty"', speaker: 'customer', minDuration: 60 },
  { q: 'invoice -refund', answerStatus: ['answered'] },
  { q: 'brakes', startDate: '2025-06-01', endDate: '2025-08-31', tz: 'America/Los_Angeles' },
  { q: '"blue one on your site"', isInbound: true },
  { q: 'xylophone' },
  { q: 'warranty', caller: '+1510' },
];

/** The number and the tags of the company stand for those of the searches. */
async function addTags({ owner, companyId }: World, queries: readonly Partial<Query>[]): Promise<Partial<Query>[]> {
  const { rows } = await owner.query<{ id: string }>('select id from tags where company_id = $1 order by id limit 1', [companyId]);
  return queries.map((query) => (query.tag_ids ? { ...query, tag_ids: rows.map(({ id }) => Number(id)) } : query));
}

const getPath = (companyId: number, query: Partial<Query>): string => {
  const fields = new URLSearchParams({ company_id: String(companyId), size: String(size) });
  for (const [name, value] of Object.entries(query)) fields.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  return `/api/calls/search?${fields}`;
};

async function fetchPage(asker: Asker, path: string): Promise<number> {
  const { status, body } = await asker.get(path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString('utf8').slice(0, 300)}`);
  return (JSON.parse(body.toString('utf8')) as { data: unknown[] }).data.length;
}
const createMembership = (companyId: number) => ({ companyId, role: 'owner', numberIds: null, accountStatus: 'active', may: () => true }) as const;

/** First pages of all searches in turns with the statements they send, as the owner. */
async function measureFirstPages(world: World, asker: Asker, work: string, given: readonly Partial<Query>[]): Promise<Row> {
  const { companyId, sealer } = world;
  const queries = await addTags(world, given);
  // Functions that read as the owner keep to the companies that are named, whoever asks.
  await world.owner.query("select set_config('app.company_ids', $1, false)", [`{${companyId}}`]);
  const asking = { authUser: toAuthUser(world.userId), membership: createMembership(companyId) };
  const ours: number[] = [];
  const bare: number[] = [];
  for (const query of queries) {
    const whole = { company_id: companyId, page: 1, size, ...query } as Query;
    const search = (tenancy: Tenancy) => searchCalls({ ...asking, services: { sealer, tenancy } as Services }, whole);
    // The second time: what the server reads once (the zones there are) is no part of a search.
    await captureTransactions(world, search);
    const statements = await captureTransactions(world, search);
    const asked = async (only: readonly Statement[]) => {
      for (const { text, values } of only) await world.owner.query(text, values);
    };
    const path = getPath(companyId, query);
    const found = await fetchPage(asker, path);
    const times = await inTurns({ ours: () => fetchPage(asker, path), sql: () => asked(statements) }, rounds);
    process.stderr.write(
      `  ${decodeURIComponent(path.slice(path.indexOf('size=50') + 7)) || '(all)'}: ${found} calls, ${JSON.stringify(computeSpread(times.ours))} to ${JSON.stringify(computeSpread(times.sql))}\n`,
    );
    ours.push(...times.ours);
    bare.push(...times.sql);
  }
  return { work, ours: computeSpread(ours), peers: [{ name: 'pg as owner', ...computeSpread(bare) }], bar: { at: 'p95', most: 50, ratio: 2 } };
}

/** Pages of one search by cursor at 10,000 and at half of all calls, in turns with its first page. */
async function measureAnyDepth({ companyId, owner, sealer }: World, asker: Asker, work: string, query: Partial<Query>): Promise<Row[]> {
  const depths = [10_000, 500_000] as const;
  const at = async (depth: number) => {
    const { rows } = await owner.query<{ at: string; id: string }>(
      'select started_at::text as at, id from calls where company_id = $1 order by started_at desc, id desc offset $2 limit 1',
      [companyId, depth],
    );
    return writeCursor(sealer, 'calls', companyId, { at: rows[0]?.at ?? '', id: Number(rows[0]?.id) });
  };
  const first = writeCursor(sealer, 'calls', companyId, { at: '9999-01-01', id: 1 });
  const cursors = [first, await at(depths[0]), await at(depths[1])];
  const [start = '', near = '', far = ''] = cursors.map((cursor) => getPath(companyId, { ...query, cursor }));
  const times = await inTurns({ start: () => fetchPage(asker, start), near: () => fetchPage(asker, near), far: () => fetchPage(asker, far) });
  const peers = [{ name: 'first page', ...computeSpread(times.start) }];
  return [
    { work: `${work} behind 10,000 calls`, ours: computeSpread(times.near), peers, bar: { at: 'median', ratio: 1.2 } },
    { work: `${work} behind 500,000 calls`, ours: computeSpread(times.far), peers, bar: { at: 'median', ratio: 1.2 } },
  ];
}

/** Measures. */
export async function callSearch(): Promise<Row[]> {
  const world = await openWorld();
  try {
    const served = await serveWorld(world);
    try {
      const asker = await createRequester(served.port, served.headers);
      const rows = [
        await measureFirstPages(world, asker, 'First page of calls by filters, 8 searches of 1,000,000', filtered),
        await measureFirstPages(world, asker, 'First page of calls by filters and words, 8 searches', worded),
        ...(await measureAnyDepth(world, asker, 'Page of missed calls', { answerStatus: ['missed'] })),
        ...(await measureAnyDepth(world, asker, 'Page of calls that say “warranty”', { q: 'warranty' })),
      ];
      asker.close();
      return rows;
    } finally {
      await served.close();
    }
  } finally {
    await world.close();
  }
}
