/** Bulk update of ten thousand numbers by the server: row-level security, what each row was, the events that tell of it; and how the server answers meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '../../contract/index.ts';
import { Client } from '../../tests/server/client.ts';
import { type Asker, askerOf } from '../lib/http.ts';
import { openWorld, type Served, serveWorld, signIn, type World } from '../lib/large.ts';
import { spreadOf } from '../lib/stats.ts';
import { type Row, say } from '../lib/table.ts';

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
  await owner.query('vacuum (analyze) phone_numbers');
  return { ...world, companyId, close: () => forget(owner) };
}

/** Somebody who may write, as a browser does. */
async function writerOf(world: World, { port }: Served): Promise<Client> {
  const client = new Client(`http://localhost:${port}`);
  client.cookies.set('keyline_session', await signIn(world));
  return client.in({ id: world.companyId });
}

const listOf = ({ companyId }: World) => `/api/companies/${companyId}/numbers/datatable?per_page=50`;

/** One update of all of them, from the request to the end of the last chunk; ms. Meanwhile somebody reads a list, whose times are noted. */
async function update(world: World, writer: Client, asker: Asker, round: number, meanwhile: number[]): Promise<number> {
  const key = `bulk-bench-${world.companyId}-${round}`;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await asker.get(listOf(world));
      meanwhile.push(performance.now() - askedAt);
      await pause(16);
    }
  })();
  const startedAt = performance.now();
  const set = { label: `Round ${round}`, smsEnabled: round % 2 === 1 };
  await writer.call(routes.numbers.bulkUpdate, { body: { key, all: true, count: numbers, set } });
  for (;;) {
    const { rows } = await world.owner.query<{ finished: boolean; took: number }>('select finished_at is not null as finished from batches where id = $1', [
      key,
    ]);
    if (rows[0]?.finished) break;
    await pause(5);
  }
  const took = performance.now() - startedAt;
  isOver = true;
  await reading;
  return took;
}

/** Measures. */
export async function bulk(): Promise<Row[]> {
  const opened = await openWorld();
  const world = await openCompany(opened);
  try {
    const served = await serveWorld(world);
    try {
      const asker = await askerOf(served.port, served.headers);
      const writer = await writerOf(world, served);
      const meanwhile: number[] = [];
      await update(world, writer, asker, 0, []);
      const alone: number[] = [];
      for (let at = 0; at < 50; at += 1) {
        const askedAt = performance.now();
        const { status } = await asker.get(listOf(world));
        if (status !== 200) throw new Error(`The list of numbers was answered with ${status}`);
        alone.push(performance.now() - askedAt);
      }
      const times: number[] = [];
      for (let round = 1; round <= rounds; round += 1) times.push(await update(world, writer, asker, round, meanwhile));
      asker.close();
      say(`  rounds: ${times.map((ms) => Math.round(ms)).join(', ')} ms`);
      const slowest = Math.max(...times);
      return [
        {
          work: `Rows a second of a bulk update of ${numbers.toLocaleString('en-US')} numbers, from the request to its end (slowest of ${rounds})`,
          count: Math.round(numbers / (slowest / 1_000)),
          peers: [],
          least: 5_000,
        },
        { work: 'A page of numbers, asked for while it runs', ours: spreadOf(meanwhile), peers: [{ name: 'alone', ...spreadOf(alone) }], bar: { at: 'p95' } },
      ];
    } finally {
      await served.close();
    }
  } finally {
    await world.close();
    await opened.close();
  }
}
