/** Changing contacts. A number is one contact's in a company; an opt-out is the number's, and no edit clears it (COMPLIANCE.md). */

import { isDeepStrictEqual } from 'node:util';
import { sql, type Updateable } from 'kysely';
import { formatContactName, type GivenName } from '#contract/contacts/name.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import { publishConversationChanges } from '../conversations/readState.ts';
import { optionalColumns } from './columns.ts';
import { type GroupRef, type LabelRef, lockContacts, setMemberships } from './memberships.ts';
import type { ContactsTable } from './tables.ts';

interface Fields extends GivenName {
  readonly companyName?: string | undefined;
  readonly email?: string | undefined;
  readonly address1?: string | undefined;
  readonly address2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly notes?: string | undefined;
  readonly optinType?: string | undefined;
  readonly optinSource?: string | undefined;
  readonly custom?: { readonly country?: string | undefined; readonly title?: string | undefined } | undefined;
  readonly groups?: readonly GroupRef[] | undefined;
  readonly labels?: readonly LabelRef[] | undefined;
}

function parseNumber(typed: string): string {
  const number = normalisePhone(typed);
  if (number === null) throw new AppError('invalid', { field: 'number', message: 'Invalid phone number. Use the format +1 212-555-0123.' });
  return number;
}

/** Columns of the fields that are given; blank ones are as if not given (spec 1.5). An e-mail address is taken as it is typed (RULE-082). */
function toColumns(fields: Fields): Updateable<ContactsTable> {
  const given = (text: string | undefined) => (text === undefined || text.trim() === '' ? undefined : text.trim());
  const name = formatContactName(fields);
  const columns: Updateable<ContactsTable> = {
    name: name === '' ? undefined : name,
    company_name: given(fields.companyName),
    email: given(fields.email),
    address1: given(fields.address1),
    address2: given(fields.address2),
    city: given(fields.city),
    state: given(fields.state),
    zip: given(fields.zip),
    notes: given(fields.notes),
    optin_type: given(fields.optinType),
    optin_source: given(fields.optinSource),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

async function taken(number: string): Promise<AppError> {
  const other = await currentTransaction()
    .selectFrom('contacts')
    .select('name')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return new AppError('conflict', { title: alreadyThere, field: 'number', message: `${other?.name || 'Another contact'} already has this number` });
}

const optedOut = (number: string) => sql<boolean>`exists (select from opt_outs where company_id = ${companyId()} and number = ${number})`;

/** Creates a contact. Refuses a number that is none (`number`), or that another contact has. */
export async function createContact(fields: Fields & { readonly number: string }, cause: Cause): Promise<number> {
  const number = parseNumber(fields.number);
  const made = await currentTransaction()
    .insertInto('contacts')
    .values({
      ...toColumns(fields),
      company_id: companyId(),
      number,
      custom: JSON.stringify(fields.custom ?? {}),
      is_unsubscribed: optedOut(number),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw await taken(number);
  await setMemberships(made.id, fields, cause);
  await linkContacts([number], cause);
  recordChange({ kind: 'contact-updated', id: made.id, ...cause });
  return made.id;
}

type Clearable = keyof typeof optionalColumns | 'country' | 'title';

/** Changes a contact; `clear` empties fields. What changes nothing is told to nobody. A person who opted out stays so, also under another number. */
export async function updateContact(
  id: number,
  fields: Fields & { readonly number?: string | undefined; readonly clear?: readonly Clearable[] | undefined },
  cause: Cause,
): Promise<void> {
  const company = companyId();
  const before = await currentTransaction()
    .selectFrom('contacts')
    .selectAll()
    .where('company_id', '=', company)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('not_found');
  const number = fields.number === undefined ? before.number : parseNumber(fields.number);
  const emptied = fields.clear ?? [];
  const custom: Record<string, unknown> = { ...before.custom, ...fields.custom };
  for (const field of emptied) if (field === 'country' || field === 'title') delete custom[field];
  const cleared = emptied.flatMap((field) => (field === 'country' || field === 'title' ? [] : [[optionalColumns[field], null] as const]));
  const columns: Updateable<ContactsTable> = { ...toColumns(fields), ...Object.fromEntries(cleared), number };
  const differs = Object.entries(columns).some(([column, value]) => Reflect.get(before, column) !== value) || !isDeepStrictEqual(custom, before.custom);
  const moved = await setMemberships(id, fields, cause);
  if (!differs) {
    if (moved) recordChange({ kind: 'contact-updated', id, ...cause });
    return;
  }
  if (number !== before.number) await assertFreeNumber(number, id);
  await currentTransaction()
    .updateTable('contacts')
    .set({ ...columns, custom: JSON.stringify(custom), is_unsubscribed: sql<boolean>`is_unsubscribed or ${optedOut(number)}`, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  if (before.is_unsubscribed && number !== before.number) await keepOptOuts([before.number, number]);
  await linkContacts([...new Set([before.number, number])], cause);
  recordChange({ kind: 'contact-updated', id, ...cause });
}

/** Refuses a number that a contact other than this one has. */
export async function assertFreeNumber(number: string, id: number): Promise<void> {
  const other = await currentTransaction()
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) throw await taken(number);
}

/** Writes down that numbers get no texts; those that are written down already stay as they are. */
export async function keepOptOuts(numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  await currentTransaction()
    .insertInto('opt_outs')
    .values(numbers.map((number) => ({ company_id: companyId(), number, source: 'contact' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes contacts; answers those that were there. Their opt-outs stay. */
export async function deleteContacts(ids: readonly number[], cause: Cause): Promise<number[]> {
  await lockContacts(ids);
  const rows = await currentTransaction()
    .updateTable('contacts')
    .set({ deleted_at: new Date() })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .returning(['id', 'number', 'is_unsubscribed'])
    .execute();
  await keepOptOuts(rows.flatMap((row) => (row.is_unsubscribed ? [row.number] : [])));
  for (const row of rows) recordChange({ kind: 'contact-deleted', id: row.id, ...cause });
  await linkContacts(
    rows.map((row) => row.number),
    cause,
  );
  return rows.map((row) => row.id);
}

/** Brings deleted contacts back; those whose number another contact has meanwhile stay deleted. Answers those that are back. */
export async function restoreContacts(ids: readonly number[], cause: Cause): Promise<number[]> {
  await lockContacts(ids);
  const rows = await sql<{ id: number; number: string }>`
    update contacts set deleted_at = null, updated_at = now(),
      is_unsubscribed = exists (select from opt_outs o where o.company_id = contacts.company_id and o.number = contacts.number)
    where id in (
      select distinct on (gone.number) gone.id from contacts gone
      where gone.company_id = ${companyId()} and gone.id = any (${ids}::bigint[]) and gone.deleted_at is not null
        and not exists (select from contacts other where other.company_id = gone.company_id and other.number = gone.number and other.deleted_at is null)
      order by gone.number, gone.deleted_at desc
    )
    returning id, number`.execute(currentTransaction());
  for (const row of rows.rows) recordChange({ kind: 'contact-updated', id: row.id, ...cause });
  await linkContacts(
    rows.rows.map((row) => row.number),
    cause,
  );
  return rows.rows.map((row) => row.id);
}

/** Brings one contact back; one that is there stays. Refuses one that never was, and one whose number is another's now. */
export async function restoreContact(id: number, cause: Cause): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('contacts')
    .select(['number', 'deleted_at'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  if (row.deleted_at === null) return;
  if ((await restoreContacts([id], cause)).length === 0) throw await taken(row.number);
}

/** Makes conversations with these numbers follow the contacts that have them now (RULE-078, RULE-079): link, and what a search finds them by. */
export async function linkContacts(numbers: readonly string[], cause: Cause): Promise<void> {
  if (numbers.length === 0) return;
  const rows = await sql<{ id: number }>`
    update conversations set contact_id = held.contact_id, search = held.search
    from (
      select threads.id, contacts.id as contact_id,
        lower(trim(threads.recipient || ' ' || coalesce(contacts.name, '') || ' ' || coalesce(contacts.company_name, ''))) as search
      from conversations threads
      left join contacts on contacts.deleted_at is null and contacts.id = coalesce(
        (select own.id from contacts own where own.company_id = threads.company_id and own.number = threads.recipient and own.deleted_at is null),
        (select other.contact_id from contact_phones other where other.company_id = threads.company_id and other.number = threads.recipient))
      where threads.company_id = ${companyId()} and threads.recipient in (
        select unnest(${numbers}::text[])
        union select other.number from contact_phones other join contacts c on c.id = other.contact_id
          where other.company_id = ${companyId()} and c.number = any (${numbers}::text[]))
    ) held
    where conversations.id = held.id
    returning conversations.id`.execute(currentTransaction());
  publishConversationChanges(
    rows.rows.map((row) => row.id),
    cause,
  );
}
