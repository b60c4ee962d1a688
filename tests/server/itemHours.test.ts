/** The hours of a company's messages, faxes and voicemails, against the items themselves: whatever happens to items, in whatever order. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestCompany, type TestServer } from './harness.ts';

const zones = ['America/New_York', 'Pacific/Auckland'] as const;
let server: TestServer;
let company: TestCompany;
let lines: number[];
let owner: pg.Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: zones[0] });
  lines = await Promise.all([1, 2].map(async () => (await server.number(company)).id));
  owner = new pg.Client({ connectionString: server.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const item = fc.record({
  slot: fc.integer({ min: 0, max: 7 }),
  line: fc.integer({ min: 0, max: 1 }),
  type: fc.constantFrom('message', 'fax', 'voicemail', 'note', 'call'),
  isInbound: fc.boolean(),
  hours: fc.integer({ min: 0, max: 60 }),
  state: fc.constantFrom(null, 'held', 'scheduled', 'canceled', 'sent', 'delivered'),
});
const happening = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('told' as const), item }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('read' as const) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('deleted' as const), slot: fc.integer({ min: 0, max: 7 }) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('gone' as const), slot: fc.integer({ min: 0, max: 7 }) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }), weight: 1 },
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;
const start = Date.parse('2026-03-07T20:00:00Z');
const keyOf = (slot: number) => `slot-${slot}`;

async function happen(what: Happening): Promise<void> {
  if (what.kind === 'told') {
    const { slot, line, type, isInbound, hours, state } = what.item;
    await owner.query(
      `insert into items (company_id, number_id, recipient, type, is_inbound, created_at, delivery_state, client_id) values ($1, $2, '+12125550001', $3, $4, $5, $6, $7)
       on conflict (company_id, client_id) do update set number_id = excluded.number_id, type = excluded.type, is_inbound = excluded.is_inbound,
         created_at = excluded.created_at, delivery_state = excluded.delivery_state, deleted_at = null`,
      [company.id, lines[line], type, isInbound, new Date(start + hours * 3_600_000), state, keyOf(slot)],
    );
  }
  if (what.kind === 'read') await owner.query('update items set is_read = not is_read where company_id = $1', [company.id]);
  if (what.kind === 'deleted') await owner.query('update items set deleted_at = now() where client_id = $1', [keyOf(what.slot)]);
  if (what.kind === 'gone') await owner.query('delete from items where client_id = $1', [keyOf(what.slot)]);
  if (what.kind === 'zone') await owner.query('update companies set timezone = $2 where id = $1', [company.id, what.zone]);
}

/** The hours as they must be, from the items as they are. */
async function expected() {
  const { rows } = await owner.query<{
    type: string;
    number_id: number;
    created_at: Date;
    is_inbound: boolean;
    delivery_state: string | null;
    deleted_at: Date | null;
  }>('select * from items where company_id = $1', [company.id]);
  const zone = (await owner.query<{ timezone: string }>('select timezone from companies where id = $1', [company.id])).rows[0]?.timezone ?? '';
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const hours = new Map<string, { inbound: number; outbound: number }>();
  for (const row of rows) {
    if (!['message', 'fax', 'voicemail'].includes(row.type) || row.deleted_at !== null) continue;
    if (['held', 'scheduled', 'canceled'].includes(row.delivery_state ?? '')) continue;
    const at = clock.format(row.created_at);
    const key = `${row.type} ${at.slice(0, 10)} ${Number(at.slice(11, 13))} ${row.number_id}`;
    const sums = hours.get(key) ?? { inbound: 0, outbound: 0 };
    hours.set(key, { inbound: sums.inbound + Number(row.is_inbound), outbound: sums.outbound + Number(!row.is_inbound) });
  }
  return Object.fromEntries(hours);
}

async function kept() {
  const { rows } = await owner.query<{ type: string; day: string; hour: number; number_id: number; inbound: number; outbound: number }>(
    'select type, day::text, hour, number_id, inbound, outbound from item_hours where company_id = $1',
    [company.id],
  );
  return Object.fromEntries(rows.map(({ type, day, hour, number_id, inbound, outbound }) => [`${type} ${day} ${hour} ${number_id}`, { inbound, outbound }]));
}

test('the hours of items are right after whatever is told, read, deleted or taken away', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      await owner.query('delete from items where company_id = $1', [company.id]);
      for (const what of happenings) await happen(what);
      expect(await kept()).toEqual(await expected());
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  );
});

test('the hours go with the company', async () => {
  const other = await server.company();
  const line = await server.number(other);
  await owner.query(
    `insert into items (company_id, number_id, recipient, type, is_inbound, created_at) values ($1, $2, '+12125550001', 'message', true, now())`,
    [other.id, line.id],
  );
  expect((await owner.query('select from item_hours where company_id = $1', [other.id])).rowCount).toBe(1);
  await owner.query('delete from companies where id = $1', [other.id]);
  expect((await owner.query('select from item_hours where company_id = $1', [other.id])).rowCount).toBe(0);
});
