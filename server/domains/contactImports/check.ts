/** Says of the rows of an import what saving them will do. */
import { type RawBuilder, sql } from 'kysely';
import { refreshStatistics } from '../../db/statistics.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { eachField, isOptedOut, isSameField } from './columns.ts';

/** Contacts a company may have. */
const maxContacts = 1_000_000;

/** Rows judged by one statement: none runs for longer than a statement may. */
const rowsAtOnce = 25_000;

/** The contact that has a row's number: the one there is, else the one deleted last. */
const holder = sql`lateral (
  (select h.* from contacts h where h.company_id = ${sql.ref('r.company_id')} and h.number = ${sql.ref('r.number')} and h.deleted_at is null)
  union all
  (select h.* from contacts h where h.company_id = ${sql.ref('r.company_id')} and h.number = ${sql.ref('r.number')} and h.deleted_at is not null
    order by h.deleted_at desc, h.id desc limit 1)
  limit 1
) c`;

/** The rows `r` of the open company with the contact `c` that has their number. */
const rowsWithHolders = sql`import_rows r left join ${holder} on r.number is not null`;

const sameFields = eachField(isSameField, ' and ');

/**
 * Checks the rows of an import against the contacts there are now; with `numbers` only the rows of those, which tells what changes when one of them does.
 * The first row of a number counts, the others are duplicates. An opt-out is the number's, and stays. `most`: contacts the company may have.
 */
export async function checkRows(importId: string, numbers: readonly string[] | null = null, most = maxContacts): Promise<void> {
  if (numbers === null) {
    await refreshStatistics('contacts', 'import_rows');
    const { first, last } = await currentTransaction()
      .selectFrom('import_rows')
      .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
      .where('company_id', '=', companyId())
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    for (let from = first; from !== null && last !== null && from <= last; from += rowsAtOnce)
      await judge(importId, sql`r.id >= ${from} and r.id < ${from + rowsAtOnce}`);
  } else await judge(importId, sql`(r.number = any (${numbers}::text[]) or r.number is null)`);
  await checkLimit(importId, most);
}

/** Judges those rows of an import that meet a condition on `r`. */
async function judge(importId: string, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`
    with judged as (
      select r.id, c.id as contact_id, c.updated_at as seen_at,
        r.number is not null and ${isOptedOut} as is_opted_out,
        coalesce(g.id is not null and (c.id is null
          or not exists (select from contact_group_members m where m.contact_id = c.id and m.group_id = g.id)), false) as joins,
        exists (select from import_rows o where o.import_id = r.import_id and o.number = r.number and not o.is_left_out
          and (o.problem is not null, o.line) < (r.problem is not null, r.line)) as is_again,
        r.number is null or r.problem is not null as is_invalid, c.deleted_at,
        coalesce(${sameFields}, false) as is_same
      from ${rowsWithHolders}
        join contact_imports i on i.id = r.import_id
        left join contact_groups g on g.id = coalesce(r.group_id, i.group_id) and g.deleted_at is null and g.filter is null
      where r.company_id = ${companyId()} and r.import_id = ${importId} and not r.is_left_out and ${isMeant}
    )
    update import_rows set contact_id = j.contact_id, seen_at = j.seen_at, is_opted_out = j.is_opted_out, joins = j.joins,
      verdict = case
        when j.is_invalid then 'invalid' when j.is_again then 'duplicate' when j.contact_id is null then 'create' when j.deleted_at is not null then 'restore'
        when j.is_same and not j.joins then 'unchanged' else 'update' end
    from judged j where import_rows.id = j.id`.execute(currentTransaction());
}

/** Marks the rows, in the order of the file, for which the company has no room. */
async function checkLimit(importId: string, most: number): Promise<void> {
  const company = companyId();
  const { rows } = await sql<{ wanted: number; marked: number; present: number }>`
    select count(*) filter (where verdict in ('create', 'restore'))::int as wanted, count(*) filter (where verdict = 'over_limit')::int as marked,
      (select count(*)::int from contacts where company_id = ${company} and deleted_at is null) as present
    from import_rows where company_id = ${company} and import_id = ${importId} and not is_left_out`.execute(currentTransaction());
  const [{ wanted, marked, present } = { wanted: 0, marked: 0, present: 0 }] = rows;
  const room = Math.max(0, most - present);
  if (marked === 0 && wanted <= room) return;
  await sql`
    with placed as (
      select id, row_number() over (order by line) as nth from import_rows
      where company_id = ${company} and import_id = ${importId} and not is_left_out and verdict in ('create', 'restore', 'over_limit')
    )
    update import_rows set verdict = case when p.nth > ${room} then 'over_limit' when contact_id is null then 'create' else 'restore' end
    from placed p where import_rows.id = p.id`.execute(currentTransaction());
}
