/** Values of custom fields: one text for a field and a row. Choices are kept to where a field has them. */
import { sql } from 'kysely';
import type { EavEntityType } from '#contract/enums.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';

/** A value to be set; none empties the field. */
export interface FieldValue {
  readonly attributeId: number;
  readonly value?: string | undefined;
}

/** Refuses a field that is not there for this kind of row, and a value that is none of its choices. */
export async function checkValues(entityType: EavEntityType, values: readonly FieldValue[], field: string): Promise<void> {
  const ids = [...new Set(values.map(({ attributeId }) => attributeId))];
  const known = await db()
    .selectFrom('eav_attributes')
    .select(['id', 'name', 'choices'])
    .where('entity_type', '=', entityType)
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute();
  for (const [at, { attributeId, value }] of values.entries()) {
    const attribute = known.find(({ id }) => id === attributeId);
    if (!attribute) throw new Refusal('invalid', { field: `${field}.${at}.attribute_id`, message: 'There is no such custom field here' });
    const isFree = value === undefined || value.trim() === '' || attribute.choices.length === 0;
    if (!isFree && !attribute.choices.some((choice) => choice.value === value.trim()))
      throw new Refusal('invalid', {
        field: `${field}.${at}.value`,
        message: `${attribute.name} is one of: ${attribute.choices.map((choice) => choice.value).join(', ')}`,
      });
  }
}

/** What these rows have in a field; rows without a value are left out. */
export async function previousValues(entityIds: readonly number[], attributeId: number): Promise<Map<number, string>> {
  const rows = await db()
    .selectFrom('eav_values')
    .select(['entity_id', 'value'])
    .where('company_id', '=', companyId())
    .where('attribute_id', '=', attributeId)
    .where(sql<boolean>`entity_id = any (${entityIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row.value]));
}

/** Sets a field of rows, or empties it. */
export async function setValues(entityIds: readonly number[], { attributeId, value }: FieldValue): Promise<void> {
  const text = value?.trim() ?? '';
  await putValues(entityIds.map((entityId) => ({ entityId, attributeId, value: text === '' ? null : text })));
}

/** Puts values as they were; null: there was none. */
export async function putValues(entries: readonly { readonly entityId: number; readonly attributeId: number; readonly value: string | null }[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = JSON.stringify(entries);
  await sql`delete from eav_values using jsonb_to_recordset(${rows}::jsonb) as given ("entityId" bigint, "attributeId" bigint, value text)
    where eav_values.company_id = ${companyId()} and eav_values.entity_id = given."entityId" and eav_values.attribute_id = given."attributeId" and given.value is null`.execute(
    db(),
  );
  await sql`insert into eav_values (attribute_id, company_id, entity_id, value)
    select given."attributeId", ${companyId()}, given."entityId", given.value
    from jsonb_to_recordset(${rows}::jsonb) as given ("entityId" bigint, "attributeId" bigint, value text)
    join eav_attributes on eav_attributes.id = given."attributeId" where given.value is not null
    on conflict (attribute_id, entity_id, company_id) do update set value = excluded.value`.execute(db());
}

/** Every field of a kind with what a row has in it: its own value, else the field's default, else nothing. */
export async function valuesOf(entityType: EavEntityType, entityId: number) {
  const { rows } = await sql<{ attributeId: number; name: string; value: string | null }>`
    select a.id as "attributeId", a.name, coalesce(v.value, a.default_value) as value
    from eav_attributes a
    left join eav_values v on v.attribute_id = a.id and v.company_id = ${companyId()} and v.entity_id = ${entityId}
    where a.entity_type = ${entityType} order by lower(a.name)`.execute(db());
  return rows;
}
