/** Values of custom fields: one text for a field and a row. Choices are kept to where a field has them. */
import { sql } from 'kysely';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

/** A value to be set; none empties the field. */
export interface FieldValue {
  readonly attributeId: number;
  readonly value?: string | undefined;
}

/** Refuses a field that is not there for this kind of row, and a value that is none of its choices. */
export async function checkValues(entityType: EavEntityType, values: readonly FieldValue[], field: string): Promise<void> {
  const ids = [...new Set(values.map(({ attributeId }) => attributeId))];
  const known = await currentTransaction()
    .selectFrom('eav_attributes')
    .select(['id', 'name', 'choices'])
    .where('entity_type', '=', entityType)
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute();
  for (const [at, { attributeId, value }] of values.entries()) {
    const attribute = known.find(({ id }) => id === attributeId);
    if (!attribute) throw new AppError('invalid', { field: `${field}.${at}.attribute_id`, message: 'Custom field not found' });
    const isFree = value === undefined || value.trim() === '' || attribute.choices.length === 0;
    if (!isFree && !attribute.choices.some((choice) => choice.value === value.trim()))
      throw new AppError('invalid', {
        field: `${field}.${at}.value`,
        message: `${attribute.name} must be one of: ${attribute.choices.map((choice) => choice.value).join(', ')}`,
      });
  }
}

/** Values of this kind of rows: the company's own, an organization's those of all its companies (row-level security shows no other's). */
const ofKind = (entityType: EavEntityType) => (entityType === 'Organization' ? sql<boolean>`true` : sql<boolean>`eav_values.company_id = ${companyId()}`);

/** Returns the values of these rows in a field; rows without a value are left out. */
export async function findPreviousValues(entityType: EavEntityType, entityIds: readonly number[], attributeId: number): Promise<Map<number, string>> {
  const rows = await currentTransaction()
    .selectFrom('eav_values')
    .select(['entity_id', 'value'])
    .where(ofKind(entityType))
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

/** Sets a field of an organization, or empties it: whichever of its companies said it before, there is one value. Two who set it at once take turns. */
export async function setOrganizationValues(entityIds: readonly number[], field: FieldValue): Promise<void> {
  for (const id of [...entityIds].sort((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`organization field ${field.attributeId}`}, ${id}))`.execute(currentTransaction());
  await currentTransaction()
    .deleteFrom('eav_values')
    .where('attribute_id', '=', field.attributeId)
    .where(sql<boolean>`entity_id = any (${entityIds}::bigint[])`)
    .execute();
  await setValues(entityIds, field);
}

/** Puts values as they were; null: there was none. */
export async function putValues(entries: readonly { readonly entityId: number; readonly attributeId: number; readonly value: string | null }[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = JSON.stringify(entries);
  await sql`delete from eav_values using jsonb_to_recordset(${rows}::jsonb) as given ("entityId" bigint, "attributeId" bigint, value text)
    where eav_values.company_id = ${companyId()} and eav_values.entity_id = given."entityId" and eav_values.attribute_id = given."attributeId" and given.value is null`.execute(
    currentTransaction(),
  );
  await sql`insert into eav_values (attribute_id, company_id, entity_id, value)
    select given."attributeId", ${companyId()}, given."entityId", given.value
    from jsonb_to_recordset(${rows}::jsonb) as given ("entityId" bigint, "attributeId" bigint, value text)
    join eav_attributes on eav_attributes.id = given."attributeId" where given.value is not null
    on conflict (attribute_id, entity_id, company_id) do update set value = excluded.value`.execute(currentTransaction());
}

/** A field and what a row has in it. */
interface FieldOfRow {
  readonly attributeId: number;
  readonly name: string;
  readonly value: string | null;
}

/** Every field of a kind with what each of these rows has in it: its own value, else the field's default, else nothing. */
export async function loadFieldsOfRows(entityType: EavEntityType, entityIds: readonly number[]): Promise<ReadonlyMap<number, FieldOfRow[]>> {
  const { rows } = await sql<FieldOfRow & { entityId: number }>`
    select row.id as "entityId", a.id as "attributeId", a.name, coalesce(v.value, a.default_value) as value
    from unnest(${entityIds}::bigint[]) as row (id)
    cross join eav_attributes a
    left join eav_values v on v.attribute_id = a.id and v.entity_id = row.id and (v.company_id = ${companyId()} or a.entity_type = 'Organization')
    where a.entity_type = ${entityType} order by lower(a.name)`.execute(currentTransaction());
  return new Map(
    [...Map.groupBy(rows, ({ entityId }) => entityId)].map(([id, fields]) => [
      id,
      fields.map(({ attributeId, name, value }) => ({ attributeId, name, value })),
    ]),
  );
}

/** The same of one row. */
export const loadFields = async (entityType: EavEntityType, entityId: number): Promise<FieldOfRow[]> =>
  (await loadFieldsOfRows(entityType, [entityId])).get(entityId) ?? [];
