/** Lines of the large world that are called: made for a run and gone after it, with all that was told of them. */
import { join } from 'node:path';
import type { RingRoute } from '../../contract/routing/entities.ts';
import { createRoute } from '../../contract/routing/rules.ts';
import { createHours } from '../../contract/text/hours.ts';
import { createFolderStore } from '../../server/files/folder.ts';
import { dataDir, type World } from './large.ts';

/** Numbers with a menu: two phones at once, two one after another with a key, a message. */
export interface Lines {
  readonly numbers: readonly string[];
  /** Calls of these lines, as they are kept. */
  calls(): Promise<
    readonly { readonly carrier_sid: string; readonly result: string; readonly live_state: string | null; readonly steps: readonly { step: string }[] }[]
  >;
  /** Number of calls in a thread. */
  inThreads(): Promise<number>;
  close(): Promise<void>;
}

const count = 20;
const listPhones = (...numbers: string[]) => numbers.map((number, at) => ({ id: `f${at}`, number }));
const routes: readonly RingRoute[] = [
  { ...createRoute('r1', 1), label: 'Sales', type: 'simultaneous', forwards: listPhones('+14155550121', '+14155550122') },
  { ...createRoute('r2', 2), label: 'Service', type: 'sequential', stagger: true, confirmKey: true, forwards: listPhones('+14155550123', '+13125550124') },
  { ...createRoute('r3', 3), label: 'After hours' },
];

/** Makes them in the company of a million calls, whose caps are out of the way while they are there. */
export async function openLines({ owner, companyId }: World): Promise<Lines> {
  const { rows } = await owner.query<{ id: string; number: string }>(
    `insert into phone_numbers (company_id, number, label, routing_type)
     select $1, '+1929555' || lpad(at::text, 4, '0'), 'Called ' || at, 'simultaneous' from generate_series(1, $2::int) at
     on conflict (number) where status <> 2 do update set label = excluded.label returning id, number`,
    [companyId, count],
  );
  const ids = rows.map(({ id }) => Number(id));
  await owner.query(
    `insert into number_routings (number_id, company_id, routes, hours) select unnest($1::bigint[]), $2, $3, $4 on conflict (number_id) do nothing`,
    [ids, companyId, JSON.stringify(routes), JSON.stringify(createHours('America/New_York'))],
  );
  await owner.query(
    `insert into calling_limits (company_id, countries, dials_per_minute, cents_per_day) values ($1, '{US,CA}', 10000, 10000000)
     on conflict (company_id) do update set dials_per_minute = 10000, cents_per_day = 10000000`,
    [companyId],
  );
  const { rows: now } = await owner.query<{ now: Date }>('select now() as now');
  return {
    numbers: rows.map(({ number }) => number),
    calls: async () => (await owner.query('select carrier_sid, result, live_state, steps from calls where number_id = any ($1::bigint[])', [ids])).rows,
    inThreads: async () =>
      Number((await owner.query(`select count(*) as count from items where number_id = any ($1::bigint[]) and type = 'call'`, [ids])).rows[0]?.count),
    async close() {
      const { rows: kept } = await owner.query<{ id: string; storage_key: string }>(
        `select id, storage_key from files where id in (
           select recording_file_id from calls where number_id = any ($1::bigint[])
           union select m.file_id from item_media m join items i on i.id = m.item_id where i.number_id = any ($1::bigint[]))`,
        [ids],
      );
      // Past the triggers: each call would be looked for among all items of the world. What they would have taken along goes by name.
      await owner.query('begin');
      await owner.query('set local session_replication_role = replica');
      await owner.query('delete from call_legs where call_id in (select id from calls where number_id = any ($1::bigint[]))', [ids]);
      await owner.query('delete from item_media where item_id in (select id from items where number_id = any ($1::bigint[]))', [ids]);
      for (const table of ['items', 'conversations', 'calls', 'call_days', 'number_routings', 'number_directory'])
        await owner.query(`delete from ${table} where number_id = any ($1::bigint[])`, [ids]);
      await owner.query('delete from phone_numbers where id = any ($1::bigint[])', [ids]);
      await owner.query('delete from files where id = any ($1::bigint[])', [kept.map(({ id }) => id)]);
      await owner.query('delete from changes where company_id = $1 and at >= $2', [companyId, now[0]?.now]);
      await owner.query('commit');
      const files = createFolderStore(join(dataDir, 'files'));
      for (const { storage_key: key } of kept) await files.remove(key);
      await owner.query('delete from calling_limits where company_id = $1', [companyId]);
      await owner.query('delete from carrier_webhooks where received_at >= $1', [now[0]?.now]);
      // Else the next bench would do them beside what it measures.
      await owner.query('delete from keyline_jobs.job where created_on >= $1', [now[0]?.now]);
    },
  };
}
