/** Values of records in custom fields, read and written for many at once. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';

/** A value, and the company under which it is kept: its record’s, for an organization’s record the one that wrote it. */
export interface StoredValue {
  readonly attributeId: number;
  readonly companyId: number;
  readonly entityId: number;
  readonly value: string;
}

/** A value that becomes another one; null: there is none. */
export interface ValueChange extends Omit<StoredValue, 'value'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** Values of fields; `entityIds` null: of all records. With `locks` nobody else changes them until the transaction ends. */
export async function listValues(attributeIds: readonly number[], entityIds: readonly number[] | null, locks: boolean): Promise<StoredValue[]> {
  const isWanted = entityIds === null ? sql`true` : sql`entity_id = any (${entityIds}::bigint[])`;
  const { rows } = await sql<StoredValue>`
    select attribute_id as "attributeId", company_id as "companyId", entity_id as "entityId", value from eav_values
    where attribute_id = any (${attributeIds}::bigint[]) and ${isWanted}
    order by attribute_id, entity_id, company_id ${locks ? sql`for update` : sql``}`.execute(currentTransaction());
  return rows;
}

const given = (changes: readonly ValueChange[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given ("attributeId" bigint, "companyId" bigint, "entityId" bigint, before text, after text)`;
const isSame = sql`v.attribute_id = given."attributeId" and v.company_id = given."companyId" and v.entity_id = given."entityId"`;

type Key = { readonly attributeId: number; readonly companyId: number; readonly entityId: number };
const keyColumns = sql`v.attribute_id as "attributeId", v.company_id as "companyId", v.entity_id as "entityId"`;

/** Writes the changes whose values are still what they were; answers those it made. A field that was deleted meanwhile is left out. */
export async function writeValues(changes: readonly ValueChange[]): Promise<Key[]> {
  if (changes.length === 0) return [];
  const trx = currentTransaction();
  const gone = await sql<Key>`delete from eav_values v using ${given(changes)} where ${isSame} and v.value = given.before and given.after is null
    returning ${keyColumns}`.execute(trx);
  const changed = await sql<Key>`update eav_values v set value = given.after from ${given(changes)}
    where ${isSame} and v.value = given.before and given.after is not null returning ${keyColumns}`.execute(trx);
  const made = await sql<Key>`insert into eav_values as v (attribute_id, company_id, entity_id, value)
    select given."attributeId", given."companyId", given."entityId", given.after from ${given(changes)} join eav_attributes a on a.id = given."attributeId"
    where given.before is null and given.after is not null on conflict do nothing returning ${keyColumns}`.execute(trx);
  return [...gone.rows, ...changed.rows, ...made.rows];
}
