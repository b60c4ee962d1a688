/** The days of a company's calls and their parts, against the calls themselves: whatever happens to calls, in whatever order, by however many at once. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRegion } from '#contract/text/regions.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';

interface CallRow {
  readonly id: number;
  readonly number_id: number;
  readonly recipient: string;
  readonly is_inbound: boolean;
  readonly result: string;
  readonly started_at: Date;
  readonly ring_seconds: number;
  readonly duration: number;
  readonly is_lead: boolean;
  readonly is_appointment: boolean;
  readonly qualification: number | null;
  readonly value: string | null;
  readonly is_first_contact: boolean;
  readonly answered_by: string | null;
  readonly traffic_source: string | null;
  readonly dni_pool_id: string | null;
}

const zones = ['America/New_York', 'Pacific/Auckland', 'UTC'] as const;
const workers = 4;
let server: TestServer;
let company: TestCompany;
let lines: number[];
let clients: pg.Client[];
let owner: pg.Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: zones[0] });
  lines = await Promise.all([1, 2, 3].map(async () => (await server.number(company)).id));
  clients = await Promise.all(
    Array.from({ length: workers + 1 }, async () => {
      const client = new pg.Client({ connectionString: server.database.url });
      await client.connect();
      // Transactions that wait in a ring give way at once: here that is the rule, not an accident.
      await client.query("set deadlock_timeout = '10ms'");
      return client;
    }),
  );
  const [first, ...rest] = clients;
  if (!first) throw new Error('No connection');
  owner = first;
  clients = rest;
});
afterAll(async () => {
  await Promise.all([owner, ...clients].map((client) => client.end()));
  await server.close();
});

/** Events of calls. Calls are named by a slot: the same slot twice is the same call, reported again. */
const call = fc.record({
  slot: fc.integer({ min: 0, max: 11 }),
  line: fc.integer({ min: 0, max: 2 }),
  recipient: fc.constantFrom('+12125550001', '+14155550002', '+442079460003'),
  by: fc.constantFrom(null, '', 'Ana K.', 'Bo'),
  source: fc.constantFrom(null, 'google', 'direct'),
  pool: fc.constantFrom(null, 7),
  isInbound: fc.boolean(),
  result: fc.constantFrom('none', 'answered', 'missed', 'voicemail', 'blocked'),
  // Around midnight in the zones, and over a change of the clocks.
  hours: fc.integer({ min: 0, max: 80 }),
  duration: fc.constantFrom(0, 30, 31, 91, 121, 301),
  marks: fc.record({ lead: fc.boolean(), appointment: fc.boolean(), qualification: fc.constantFrom(null, 1, 2, 3), value: fc.constantFrom(null, 12.5) }),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;
const happening = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('told' as const), calls: fc.array(call, { minLength: 1, maxLength: 4 }) }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('moved' as const), slot: fc.integer({ min: 0, max: 11 }), hours: fc.integer({ min: -30, max: 30 }) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('gone' as const), slots: fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 3 }) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }), weight: 1 },
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const sid = (slot: number) => `CA-slot-${slot}`;
const hourMs = 3_600_000;
const start = Date.parse('2026-03-07T20:00:00Z');

/** A call as it is told: made when it is new, else brought to what is told now. */
async function tell(client: pg.Client, told: Call): Promise<void> {
  const { lead, appointment, qualification, value } = told.marks;
  await client.query(
    `insert into calls (company_id, number_id, recipient, is_inbound, result, started_at, ring_seconds, duration, is_lead, is_appointment, qualification, value, carrier_sid, answered_by, traffic_source, dni_pool_id)
     values ($1, $2, $3, $4, $5, $6, 7, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (carrier_sid) do update set number_id = excluded.number_id, recipient = excluded.recipient, is_inbound = excluded.is_inbound, result = excluded.result,
       started_at = excluded.started_at, duration = excluded.duration, is_lead = excluded.is_lead, is_appointment = excluded.is_appointment,
       qualification = excluded.qualification, value = excluded.value, answered_by = excluded.answered_by, traffic_source = excluded.traffic_source,
       dni_pool_id = excluded.dni_pool_id`,
    [
      company.id,
      lines[told.line],
      told.recipient,
      told.isInbound,
      told.result,
      new Date(start + told.hours * hourMs),
      told.duration,
      lead,
      appointment,
      qualification,
      value,
      sid(told.slot),
      told.by,
      told.source,
      told.pool,
    ],
  );
}

async function happen(client: pg.Client, what: Happening): Promise<void> {
  if (what.kind === 'told') for (const told of what.calls) await tell(client, told);
  if (what.kind === 'moved')
    await client.query('update calls set started_at = started_at + make_interval(hours => $2) where carrier_sid = $1', [sid(what.slot), what.hours]);
  if (what.kind === 'gone') await client.query('delete from calls where carrier_sid = any ($1)', [what.slots.map(sid)]);
  if (what.kind === 'zone') await client.query('update companies set timezone = $2 where id = $1', [company.id, what.zone]);
}

/** In one transaction; once more when the database chose it to give way, as a job would be. */
async function settled(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await client.query('begin');
    try {
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error;
    }
  }
}

const settle = (client: pg.Client, what: Happening) => settled(client, () => happen(client, what));

const dayIn = (zone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

function factsOf(row: CallRow, isFirst: boolean): Record<string, number> {
  const is = (truth: boolean) => Number(truth);
  return {
    calls: 1,
    inbound: is(row.is_inbound),
    answered: is(row.result === 'answered'),
    missed: is(row.result === 'missed'),
    voicemail: is(row.result === 'voicemail'),
    blocked: is(row.result === 'blocked'),
    first_time: is(isFirst),
    leads: is(row.is_lead),
    appointments: is(row.is_appointment),
    qualified: is(row.qualification === 1),
    over_30: is(row.duration > 30),
    over_90: is(row.duration > 90),
    over_120: is(row.duration > 120),
    over_300: is(row.duration > 300),
    duration: row.duration,
    ring_seconds: row.ring_seconds,
    value: Number(row.value ?? 0),
  };
}

const hourIn = (zone: string, at: Date) => String(Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(at)));

/** Parts a call counts in; null: it is in no row. */
const partsOf = (row: CallRow, zone: string): [part: string, key: string | null][] => [
  ['hour', hourIn(zone, row.started_at)],
  ['answered_by', row.answered_by || null],
  ['source', row.traffic_source],
  ['pool', row.dni_pool_id],
  ['area', row.recipient.startsWith('+1') ? findRegion(row.recipient.slice(2, 5)) : null],
  ['day', ''],
];

/** The days as they must be, from the calls as they are. */
async function expected() {
  const { rows } = await owner.query<CallRow>('select * from calls where company_id = $1 order by started_at, id', [company.id]);
  const zone = (await owner.query<{ timezone: string }>('select timezone from companies where id = $1', [company.id])).rows[0]?.timezone ?? '';
  const known = new Set<string>();
  const days = new Map<string, Record<string, number>>();
  const parts = new Map<string, Record<string, number>>();
  const firsts: number[] = [];
  const add = (to: Map<string, Record<string, number>>, key: string, facts: Record<string, number>) => {
    const sums = to.get(key) ?? {};
    for (const [name, value] of Object.entries(facts)) sums[name] = (sums[name] ?? 0) + value;
    to.set(key, sums);
  };
  for (const row of rows) {
    const isFirst = !known.has(row.recipient);
    known.add(row.recipient);
    if (isFirst) firsts.push(Number(row.id));
    const day = dayIn(zone, row.started_at);
    add(days, `${day} ${row.number_id}`, factsOf(row, isFirst));
    for (const [part, key] of partsOf(row, zone)) if (key !== null) add(parts, `${day} ${part} ${key}`, factsOf(row, isFirst));
  }
  return { days: Object.fromEntries(days), parts: Object.fromEntries(parts), firsts };
}

const toNumbers = (sums: Record<string, unknown>) => Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)]));

async function kept() {
  const { rows } = await owner.query<Record<string, unknown>>('select *, day::text as date from call_days where company_id = $1', [company.id]);
  const days = rows.map(({ company_id: _company, number_id: line, day: _day, date, ...sums }): [string, Record<string, number>] => [
    `${date} ${line}`,
    toNumbers(sums),
  ]);
  const stored = await owner.query<Record<string, unknown>>('select *, day::text as date from call_parts where company_id = $1', [company.id]);
  const parts = stored.rows.map(({ company_id: _company, part, key, day: _day, date, ...sums }): [string, Record<string, number>] => [
    `${date} ${part} ${key}`,
    toNumbers(sums),
  ]);
  const { rows: firsts } = await owner.query<{ id: string }>('select id from calls where company_id = $1 and is_first_contact order by started_at, id', [
    company.id,
  ]);
  return { days: Object.fromEntries(days), parts: Object.fromEntries(parts), firsts: firsts.map(({ id }) => Number(id)) };
}

const clear = async () => {
  await owner.query('delete from calls where company_id = $1', [company.id]);
};

describe('the days of a company’s calls', () => {
  test('are right after whatever is told, moved or taken away, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
        await clear();
        for (const what of happenings) await settle(owner, what);
        expect(await kept()).toEqual(await expected());
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
    );
  });

  test('are right when four tell at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(happening, { minLength: 1, maxLength: 5 }), { minLength: workers, maxLength: workers }), async (lots) => {
        await clear();
        await Promise.all(
          lots.map(async (lot, at) => {
            const client = clients[at];
            if (!client) throw new Error('No connection');
            for (const what of lot) await settle(client, what);
          }),
        );
        expect(await kept()).toEqual(await expected());
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 20) },
    );
  });

  test('let a caller who calls several numbers in the same moment through: no call waits for one that waits for it', async () => {
    await clear();
    const recipient = '+12125550177';
    const [late, early, holder] = clients;
    if (!late || !early || !holder) throw new Error('No connection');
    const add = (client: pg.Client, line: number | undefined, at: string) =>
      client.query(
        `insert into calls (company_id, number_id, recipient, is_inbound, started_at, carrier_sid) values ($1, $2, $3, true, $4, 'CA' || gen_random_uuid())`,
        [company.id, line, recipient, `2026-06-01T12:0${at}Z`],
      );
    const countWaiting = async () =>
      (await owner.query('select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0')).rows.length;
    await add(owner, lines[0], '1:00');
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [recipient, company.id]);
    // This one is the caller's first, and changes what the one before counts for on its day.
    const first = add(early, lines[1], '0:00');
    await expect.poll(countWaiting).toBe(1);
    const second = add(late, lines[0], '2:00');
    await expect.poll(countWaiting).toBe(2);
    await holder.query('commit');
    await Promise.all([first, second]);
    expect(await kept()).toEqual(await expected());
  });

  test('are right when hundreds come in one statement, beside single ones', async () => {
    await clear();
    const many = () =>
      owner.query(
        `insert into calls (company_id, number_id, recipient, is_inbound, result, started_at, duration)
         select $1, $2, '+1212555' || lpad((at % 150)::text, 4, '0'), at % 2 = 0, 'answered', timestamptz '2026-03-07T20:00:00Z' + (at * 7 % 600) * interval '5 minutes', at % 130
         from generate_series(1, 400) at`,
        [company.id, lines[0]],
      );
    const singles = clients.map(async (client, at) => {
      for (const told of fc.sample(call, { numRuns: 15, seed: at })) await settle(client, { kind: 'told', calls: [told] });
    });
    await Promise.all([settled(owner, many), ...singles]);
    expect(await kept()).toEqual(await expected());
  });

  test('go with the last call, with the number and with the company', async () => {
    await clear();
    await settle(owner, { kind: 'told', calls: fc.sample(call, { numRuns: 5, seed: 1 }) });
    await clear();
    expect(await kept()).toEqual({ days: {}, parts: {}, firsts: [] });
    const other = await server.company();
    const line = await server.number(other);
    const put = () =>
      owner.query(`insert into calls (company_id, number_id, recipient, is_inbound, started_at) values ($1, $2, '+12125550009', true, now())`, [
        other.id,
        line.id,
      ]);
    await put();
    await owner.query('delete from phone_numbers where id = $1', [line.id]);
    expect((await owner.query('select from call_days where company_id = $1', [other.id])).rowCount).toBe(0);
    const next = await server.number(other);
    await owner.query(`insert into calls (company_id, number_id, recipient, is_inbound, started_at) values ($1, $2, '+12125550009', true, now())`, [
      other.id,
      next.id,
    ]);
    await owner.query('delete from companies where id = $1', [other.id]);
    expect((await owner.query('select from call_days where company_id = $1', [other.id])).rowCount).toBe(0);
    expect((await owner.query('select from call_parts where company_id = $1', [other.id])).rowCount).toBe(0);
  });

  test('are counted anew from calls that were loaded past the triggers', async () => {
    await clear();
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    for (const told of fc.sample(call, { numRuns: 30, seed: 2 })) await tell(owner, told);
    await owner.query('commit');
    expect((await kept()).days).toEqual({});
    await owner.query('select count_calls($1)', [company.id]);
    expect(await kept()).toEqual(await expected());
  });
});
