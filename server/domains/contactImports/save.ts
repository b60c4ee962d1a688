/** Saving the rows of an import as a batch, and taking them back. What the check said of a row is what happens to it, or it is held back. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { BatchHandler, PreviousValues } from '../../batches/batchHandler.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { deleteContacts, linkContacts } from '../contacts/commands.ts';
import { lockContacts, removeMembers } from '../contacts/memberships.ts';
import { checkRows } from './check.ts';
import { contactValue, fieldColumns, isInOptOuts, setGiven, textFields, withoutConsent } from './columns.ts';

/** Rows of one transaction. */
const chunkRows = 2_000;

/** `isDirect`: saved at once, without anybody having seen a check: what is so now counts. */
const Params = z.object({ importId: z.string(), isDirect: z._default(z.boolean(), false) });
const Texts = z.record(z.string(), z.nullable(z.string()));
/** A contact before its row was saved: nothing, or its values in the columns that were written, and since when it was deleted. */
const Before = z.object({
  contactId: z.number(),
  created: z.boolean(),
  deletedAt: z.nullable(z.string()),
  former: Texts,
  written: Texts,
  joined: z.nullable(z.number()),
});
type Before = z.output<typeof Before>;

/** A contact that has a number of the rows, deleted or not. */
interface Holder {
  readonly id: number;
  readonly number: string;
  readonly deleted_at: string | null;
  readonly updated_at: string;
  readonly is_opted_out: boolean;
  readonly values: Readonly<Record<string, string | null>>;
}

const readRows = async (ids: readonly number[]) =>
  (
    await sql<{
      readonly id: number;
      readonly number: string;
      readonly fields: Readonly<Record<string, string>>;
      readonly verdict: string;
      readonly contact_id: number | null;
      readonly seen_at: string | null;
      readonly group_id: number | null;
    }>`
    select r.id, r.number, r.fields, r.verdict, r.contact_id, r.seen_at::text as seen_at, g.id as group_id
    from import_rows r
      join contact_imports i on i.id = r.import_id
      left join contact_groups g on g.id = coalesce(r.group_id, i.group_id) and g.deleted_at is null and g.filter is null
    where r.company_id = ${companyId()} and r.id = any (${ids}::bigint[]) and r.number is not null and not r.is_left_out
    order by r.line`.execute(currentTransaction())
  ).rows;

/**
 * The rows with the contacts they were checked against, locked; only those of which what was said is so now. Rows and contacts are joined here: the
 * database, which doesn’t know yet how many there are, would look through all contacts for each row.
 */
async function readStanding(ids: readonly number[]) {
  const rows = await readRows(ids);
  const ofIds = rows.flatMap(({ contact_id: id }) => id ?? []);
  await lockContacts(ofIds);
  const holders = await sql<Holder>`
    select c.id, c.number, c.deleted_at::text as deleted_at, jsonb_build_object(${sql.join(
      textFields.flatMap((field) => [sql.lit(fieldColumns[field]), contactValue(field, 'c')]),
    )}) as values, c.updated_at::text as updated_at,
      c.is_unsubscribed or ${isInOptOuts('c')} as is_opted_out
    from contacts c where c.company_id = ${companyId()} and c.number = any (${rows.map(({ number }) => number)}::text[])
      and (c.deleted_at is null or c.id = any (${ofIds}::bigint[]))`.execute(currentTransaction());
  const live = new Map(holders.rows.filter((holder) => holder.deleted_at === null).map((holder) => [holder.number, holder]));
  const byId = new Map(holders.rows.map((holder) => [holder.id, holder]));
  return rows.flatMap((row) => {
    const now = live.get(row.number);
    const holder = row.contact_id === null ? null : (byId.get(row.contact_id) ?? null);
    const fields = holder?.is_opted_out ? withoutConsent(row.fields) : row.fields;
    const standing = { ...row, fields, deleted_at: holder?.deleted_at ?? null, values: holder?.values ?? null };
    if (row.verdict === 'create') return now === undefined ? [{ ...standing, contact_id: null, deleted_at: null, values: null }] : [];
    if (holder === null || holder.updated_at !== row.seen_at || holder.number !== row.number) return [];
    const isThere = row.verdict === 'update' || row.verdict === 'unchanged' ? now?.id === holder.id : row.verdict === 'restore' && now === undefined;
    return isThere ? [standing] : [];
  });
}

const optedOut = isInOptOuts('r');

/** Creates contacts; answers their ids by number. A number that has a contact meanwhile gets none. */
async function create(ids: readonly number[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; number: string }>`
      insert into contacts (company_id, number, name, company_name, email, address1, address2, city, state, zip, notes, optin_type, optin_source, custom, is_unsubscribed)
      select r.company_id, r.number, coalesce(f ->> 'name', ''), f ->> 'company_name', f ->> 'email', f ->> 'address1', f ->> 'address2', f ->> 'city', f ->> 'state',
        f ->> 'zip', f ->> 'notes', coalesce(case when not ${optedOut} then f ->> 'optin_type' end, 'manual'),
        coalesce(case when not ${optedOut} then f ->> 'optin_source' end, nullif('Import: ' || left(i.file_name, 180), 'Import: ')),
        jsonb_strip_nulls(jsonb_build_object('country', f ->> 'country', 'title', f ->> 'title')), ${optedOut}
      from import_rows r join contact_imports i on i.id = r.import_id cross join lateral (select r.fields as f) given
      where r.company_id = ${companyId()} and r.id = any (${ids}::bigint[]) order by r.line
      on conflict (company_id, number) where deleted_at is null do nothing
      returning id, number`.execute(currentTransaction());
  return new Map(rows.map((row) => [row.number, row.id]));
}

async function update(ids: readonly number[], isRestored: boolean): Promise<void> {
  if (ids.length === 0) return;
  const restored = isRestored ? sql`, deleted_at = null, is_unsubscribed = ${optedOut}` : sql``;
  await sql`
    update contacts c set ${setGiven()}, updated_at = now()${restored}
    from import_rows r where r.company_id = ${companyId()} and r.id = any (${ids}::bigint[]) and c.id = r.contact_id`.execute(currentTransaction());
}

/** Puts contacts into the groups of their rows; answers who joined which, as `contact group`. */
async function join(pairs: readonly { readonly contactId: number; readonly groupId: number }[], cause: Cause): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ contact_id: number; group_id: number }>`
    insert into contact_group_members (company_id, group_id, contact_id)
    select ${companyId()}::bigint, wanted.group_id, wanted.contact_id
    from unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ contactId }) => contactId)}::bigint[]) as wanted (group_id, contact_id)
    on conflict do nothing returning contact_id, group_id`.execute(currentTransaction());
  for (const id of new Set(rows.map((row) => row.group_id))) recordChange({ kind: 'group-updated', id, ...cause });
  return new Set(rows.map((row) => `${row.contact_id} ${row.group_id}`));
}

/** Checks rows against the contacts there are now: another call may have saved the same numbers meanwhile. Of those that do so at once one goes after the other. */
async function checkAgain(importId: string, ids: readonly number[]): Promise<void> {
  const rows = await readRows(ids);
  const numbers = rows.map(({ number }) => number);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts saved at once ${companyId()}`}, 0))`.execute(currentTransaction());
  await checkRows(importId, numbers);
}

async function run(ids: readonly number[], cause: Cause, params: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<number, PreviousValues>> {
  const { importId, isDirect } = z.parse(Params, params);
  if (isDirect) await checkAgain(importId, ids);
  const standing = await readStanding(ids);
  const idsOf = (verdict: string) => standing.filter((row) => row.verdict === verdict).map(({ id }) => id);
  const created = await create(idsOf('create'));
  await update(idsOf('update'), false);
  await update(idsOf('restore'), true);
  const savedRows = standing.flatMap((row) => {
    const contactId = row.contact_id ?? created.get(row.number);
    return contactId === undefined ? [] : [{ ...row, contactId }];
  });
  const joined = await join(
    savedRows.flatMap(({ contactId, group_id: groupId }) => (groupId === null ? [] : [{ contactId, groupId }])),
    cause,
  );
  const outcome = sql`case when id = any (${savedRows.map(({ id }) => id)}::bigint[]) then 'saved' else 'held' end`;
  await sql`update import_rows set outcome = ${outcome} where company_id = ${companyId()} and id = any (${ids}::bigint[])`.execute(currentTransaction());
  await linkContacts(
    savedRows.map(({ number }) => number),
    cause,
  );
  recordChange({ kind: 'import-updated', key: importId, ...cause });
  return new Map(
    savedRows.map(({ id, contactId, group_id: groupId, deleted_at: deletedAt, values, fields }): [number, Before] => {
      const changed = values === null ? [] : Object.entries(fields).filter(([column, value]) => values[column] !== value);
      return [
        id,
        {
          contactId,
          created: values === null,
          deletedAt,
          former: Object.fromEntries(changed.map(([column]) => [column, values?.[column] ?? null])),
          written: Object.fromEntries(changed),
          joined: groupId !== null && joined.has(`${contactId} ${groupId}`) ? groupId : null,
        },
      ];
    }),
  );
}

/** The value a contact gets back: what it was, where what the import wrote still stands. */
const former = (column: string, value: ReturnType<typeof contactValue>) => sql<string | null>`
  case when e.former ? ${sql.lit(column)} and ${value} is not distinct from e.written ->> ${sql.lit(column)} then e.former ->> ${sql.lit(column)} else ${value} end`;

async function revert(rows: readonly Before[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = textFields.filter((field) => field !== 'country' && field !== 'title');
  const set = sql.join(
    columns.map((field) => {
      const value = former(fieldColumns[field], contactValue(field, 'c'));
      return sql`${sql.ref(fieldColumns[field])} = ${field === 'name' || field === 'optinType' ? sql`coalesce(${value}, ${contactValue(field, 'c')})` : value}`;
    }),
  );
  await sql`
    update contacts c set ${set}, updated_at = now(), deleted_at = coalesce(e.deleted_at, c.deleted_at),
      custom = c.custom - '{country,title}'::text[] || jsonb_strip_nulls(jsonb_build_object(
        'country', ${former('country', contactValue('country', 'c'))}, 'title', ${former('title', contactValue('title', 'c'))}))
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ contactId, deletedAt, former: was, written }) => ({ id: contactId, deleted_at: deletedAt, former: was, written })))}::jsonb)
      as e (id bigint, deleted_at timestamptz, former jsonb, written jsonb)
    where c.company_id = ${companyId()} and c.id = e.id and c.deleted_at is null`.execute(currentTransaction());
}

/** Of contacts that an import created, those somebody has changed since: they stay. */
async function findWorkedOn(ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where c.company_id = ${companyId()} and c.id = any (${ids}::bigint[]) and c.updated_at <> c.created_at`.execute(
    currentTransaction(),
  );
  return new Set(rows.map(({ id }) => id));
}

async function undo(rows: ReadonlyMap<number, PreviousValues>, cause: Cause): Promise<ReadonlyMap<number, PreviousValues>> {
  const entries = [...rows].map(([id, before]) => ({ id, ...z.parse(Before, before) }));
  await lockContacts(entries.map(({ contactId }) => contactId));
  const groups = new Map<number, number[]>();
  for (const { joined, contactId } of entries) if (joined !== null) groups.set(joined, [...(groups.get(joined) ?? []), contactId]);
  for (const [groupId, contactIds] of [...groups].sort(([one], [other]) => one - other)) await removeMembers('group', groupId, contactIds, cause);
  const worked = await findWorkedOn(entries.flatMap(({ created, contactId }) => (created ? [contactId] : [])));
  await deleteContacts(
    entries.flatMap(({ created, contactId }) => (created && !worked.has(contactId) ? [contactId] : [])),
    cause,
  );
  const kept = entries.filter(({ created }) => !created);
  await revert(kept);
  const ids = kept.map(({ contactId }) => contactId);
  const numbers = await sql<{ number: string }>`select number from contacts where company_id = ${companyId()} and id = any (${ids}::bigint[])`.execute(
    currentTransaction(),
  );
  await linkContacts(
    numbers.rows.map(({ number }) => number),
    cause,
  );
  recordChange({ kind: 'import-updated', ...cause });
  return new Map(entries.flatMap(({ id, contactId, created }) => (created && worked.has(contactId) ? [] : [[id, { contactId }]])));
}

/** The work of an import. */
export const importWork: BatchHandler = { chunkRows, run, undo };
