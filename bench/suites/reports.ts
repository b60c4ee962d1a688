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

const sums = ['insert', 'update', 'delete'] as const;

/** Takes a call down, tells that it was answered and ended, and that it is a lead: three writes, each committed. */
async function writeCall(owner: pg.Client, at: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into calls (company_id, number_id, recipient, is_inbound, result, started_at, traffic_source)
     values (1, $1, $2, true, 'missed', now(), 'google_ads') returning id`,
    [1 + (at % 20), `+1310${String(5_000_000 + at).padStart(7, '0')}`],
  );
  await owner.query(`update calls set result = 'answered', duration = 90, answered_by = '+12135550001' where id = $1`, [rows[0]?.id]);
  await owner.query('update calls set is_lead = true where id = $1', [rows[0]?.id]);
}

/** The sums by number and day as they were kept before there were others (migration 0040): one function of all three writes, its statements put together at each. */
const daysAlone = `create or replace function bench_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
declare
  touched bigint[];
  company bigint;
begin
  execute format('select array(select distinct company_id from %I order by 1)', case tg_op when 'DELETE' then 'old_calls' else 'new_calls' end) into touched;
  foreach company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(company)); end loop;
  execute add_to_call_days(case tg_op
    when 'INSERT' then call_facts('new_calls', 1)
    when 'DELETE' then call_facts('old_calls', -1)
    else call_facts('new_calls', 1) || ' union all ' || call_facts('old_calls', -1) end);
  if tg_op <> 'INSERT' then delete from call_days where calls = 0 and company_id = any (touched); end if;
  return null;
end $body$`;

/** Writes of a call with all sums that are kept, in turns with the sums by number and day alone, as they were before there were others. */
async function measureWrites(owner: pg.Client): Promise<Row> {
  const tables = { insert: 'new table as new_calls', update: 'old table as old_calls new table as new_calls', delete: 'old table as old_calls' };
  await owner.query(daysAlone);
  for (const sum of sums)
    await owner.query(
      `create or replace trigger bench_days_${sum} after ${sum} on calls referencing ${tables[sum]} for each statement execute function bench_days()`,
    );
  const use = async (given: 'call_days' | 'bench_days') => {
    const other = given === 'call_days' ? 'bench_days' : 'call_days';
    await owner.query(sums.map((sum) => `alter table calls enable trigger ${given}_${sum}; alter table calls disable trigger ${other}_${sum}`).join(';'));
  };
  const times = { all: [] as number[], days: [] as number[] };
  let at = 0;
  try {
    for (let round = -1; round < 12; round += 1)
      for (const [kind, triggers] of [
        ['all', 'call_days'],
        ['days', 'bench_days'],
      ] as const) {
        await use(triggers);
        for (let call = 0; call < 25; call += 1) {
          at += 1;
          const startedAt = performance.now();
          await writeCall(owner, at);
          if (round >= 0) times[kind].push(performance.now() - startedAt);
        }
      }
  } finally {
    await use('call_days');
    await owner.query('drop function bench_days() cascade');
    await owner.query(`delete from calls where recipient like '+13105%' and started_at > timestamptz '2026-11-20 12:00+00'`);
    await owner.query('select count_calls(1)');
  }
  return {
    work: 'A call written and changed twice, with all sums that are kept',
    ours: computeSpread(times.all),
    peers: [{ name: 'as it was with those by number and day alone', ...computeSpread(times.days) }],
    bar: { at: 'median', ratio: 1.2 },
  };
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
        const stored = (await captureStatements(reporting, ask)).filter(({ text }) => text.includes('call_parts'));
        if (stored.length === 0) throw new Error(`The report by ${group} does not read what is kept`);
        const readBare = async () => {
          for (const { text, values } of stored) await owner.query(text, values);
        };
        const each = await inTurns({ ours: () => tenancy.companyReading([1], 1, ask), bare: readBare });
        parts.push({
          work: `Report by ${[group, target].filter(Boolean).join('/')} of 30 days out of 5,000,000 calls`,
          ours: computeSpread(each.ours),
          peers: [{ name: 'its rollup queries, bare', ...computeSpread(each.bare) }],
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
        await measureWrites(owner),
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
