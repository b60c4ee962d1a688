/** The calls report of thirty days out of 5,000,000 calls, in a database of its own beside the large world's, made once. */
import pg from 'pg';
import { migrate } from '../../server/db/migrate.ts';
import { createAppPool } from '../../server/db/pool.ts';
import { createTenancy } from '../../server/db/tenancy.ts';
import { reportCalls } from '../../server/domains/analytics/calls.ts';
import { readKpi } from '../../server/domains/analytics/dashboard.ts';
import { openWorld, type World } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';
import { captureStatements, inTurns } from './server.ts';

const name = 'reports_bench';
const calls = 5_000_000;

/** Two years of calls of twenty numbers; every caller calls a dozen times. Loaded past the triggers, then counted. */
async function fill(client: pg.Client): Promise<void> {
  print('Making 5,000,000 calls, once…');
  await client.query('begin');
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = 'calls'::regclass and not indisprimary and not indisunique`,
  );
  for (const index of indexes) await client.query(`drop index ${index.name}`);
  await client.query(
    `set local session_replication_role = replica; set local synchronous_commit = off; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'`,
  );
  await client.query(`insert into users (id, email) values (1, 'reports@example.com');
    insert into companies (id, name, slug, timezone) values (1, 'Reports', 'reports', 'America/Los_Angeles');
    insert into memberships (company_id, user_id, role) values (1, 1, 'owner');
    insert into phone_numbers (id, company_id, number, label) select at, 1, '+1213555' || lpad(at::text, 4, '0'), 'Line ' || at from generate_series(1, 20) at`);
  await client.query(
    `insert into calls (company_id, number_id, recipient, is_inbound, result, started_at, ring_seconds, duration, answered_by, is_lead, is_appointment, qualification)
     select 1, 1 + at % 20, '+1310' || lpad((at::bigint * 7919 % 400000)::text, 7, '0'), at % 5 <> 0, (array['answered', 'answered', 'missed', 'voicemail'])[1 + at % 4],
       timestamptz '2026-11-20 12:00+00' - at * (interval '730 days' / $1), at % 30, at * 31 % 600, '+1213555' || lpad((at % 9)::text, 4, '0'), at % 17 = 0, at % 41 = 0,
       case when at % 3 = 0 then 1 + at % 3 end
     from generate_series(1, $1::int) at`,
    [calls],
  );
  for (const index of indexes) await client.query(index.made);
  await client.query('select count_calls(1)');
  await client.query('commit');
  await client.query('vacuum (analyze) calls, call_days, call_parts');
}

async function openReports(world: World): Promise<World> {
  const { rowCount } = await world.owner.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await world.owner.query(`create database ${name}`);
  const databaseUrl = world.urlOf(name);
  await migrate(databaseUrl);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ filled: boolean }>('select exists (select from companies) as filled');
    if (rows[0]?.filled !== true) await fill(owner);
  } catch (error) {
    await owner.end();
    throw error;
  }
  return { ...world, databaseUrl, owner, companyId: 1, userId: 1 };
}

/** Measures. */
export async function reports(): Promise<Row[]> {
  const world = await openWorld();
  try {
    const reporting = await openReports(world);
    const { owner } = reporting;
    const pool = createAppPool({ databaseUrl: reporting.databaseUrl });
    try {
      const membership = { companyId: 1, role: 'owner', numberIds: null, may: () => true } as const;
      const days = { startDate: '2026-10-20', endDate: '2026-11-18' };
      const query = { company_id: 1, group: 'number', target: 'day', ...days };
      const report = () => reportCalls(membership, query);
      const kept = (await captureStatements(reporting, report)).find(({ text }) => text.includes('call_days'));
      if (!kept) throw new Error('The report does not read the days that are kept');
      const tenancy = createTenancy(pool);
      const fromTable = `select number_id, (started_at at time zone 'America/Los_Angeles')::date as day, count(*), count(*) filter (where is_inbound),
          count(*) filter (where result = 'answered'), count(*) filter (where result = 'missed'), count(*) filter (where is_lead), sum(duration)
        from calls where company_id = 1 and started_at >= '2026-10-20'::timestamp at time zone 'America/Los_Angeles'
          and started_at < '2026-11-19'::timestamp at time zone 'America/Los_Angeles' group by 1, 2`;
      const [fast, slow] = [
        await inTurns({ ours: () => tenancy.companyReading([1], 1, report), bare: () => owner.query(kept.text, kept.values) }),
        await inTurns({ table: () => owner.query(fromTable) }, 20),
      ];
      const parts: Row[] = [];
      for (const [group, target] of [['day', 'hour'], ['answered_by', 'day'], ['trafficSource', 'day'], ['geo']] as const) {
        const ask = () => reportCalls(membership, { company_id: 1, group, ...(target === undefined ? {} : { target }), ...days });
        const stored = (await captureStatements(reporting, ask)).find(({ text }) => text.includes('call_parts'));
        if (!stored) throw new Error(`The report by ${group} does not read what is kept`);
        const each = await inTurns({ ours: () => tenancy.companyReading([1], 1, ask), bare: () => owner.query(stored.text, stored.values) });
        parts.push({
          work: `Report by ${[group, target].filter(Boolean).join('/')} of 30 days out of 5,000,000 calls`,
          ours: computeSpread(each.ours),
          peers: [{ name: 'bare rollup query', ...computeSpread(each.bare) }],
          bar: { at: 'median', ratio: 2 },
        });
      }
      const ranges = { currentRange: '2025-11-19..2026-11-18', previousRange: '2024-11-19..2025-11-18' };
      const year = await inTurns({
        kpi: () => tenancy.companyReading([1], 1, () => readKpi(membership, ranges)),
        areas: () =>
          tenancy.companyReading([1], 1, () => reportCalls(membership, { company_id: 1, group: 'geo', startDate: '2025-11-19', endDate: '2026-11-18' })),
      });
      return [
        ...parts,
        { work: 'Key figures of two years out of 5,000,000 calls', ours: computeSpread(year.kpi), peers: [], bar: { at: 'median', most: 5 } },
        { work: 'Report by area of 365 days out of 5,000,000 calls', ours: computeSpread(year.areas), peers: [], bar: { at: 'median', most: 10 } },
        {
          work: 'Calls report of 30 days out of 5,000,000 calls, with row-level security and names',
          ours: computeSpread(fast.ours),
          peers: [
            { name: 'bare rollup query', ...computeSpread(fast.bare) },
            { name: 'from the table', ...computeSpread(slow.table) },
          ],
          bar: { at: 'median', ratio: 2 },
        },
      ];
    } finally {
      await pool.end();
      await owner.end();
    }
  } finally {
    await world.close();
  }
}
