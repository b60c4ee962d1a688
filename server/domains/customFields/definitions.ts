/** Custom fields themselves: of the company, or of its organization (whose administrators alone change those). */
import { sql } from 'kysely';
import type { CustomField } from '#contract/customFields/entities.ts';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { checkAdministers, checkOrganization, publishSharing, type SharingUser } from '../../access/sharing.ts';
import { lockNames } from '../../db/names.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { EavChoice } from './tables.ts';

interface Choice {
  readonly id?: number | undefined;
  readonly value: string;
  readonly sortOrder?: number | undefined;
  readonly description?: string | undefined;
}
interface Wanted {
  readonly name?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly choices?: readonly Choice[] | undefined;
}

function shown() {
  return currentTransaction().selectFrom('eav_attributes').selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

const toField = (row: Row): CustomField => ({
  id: row.id,
  entityType: row.entity_type,
  name: row.name,
  defaultValue: row.default_value,
  choices: row.choices.map(({ id, value, sort_order, description }) => ({ id, value, sortOrder: sort_order, description })),
  companyId: row.company_id,
  businessUnitId: row.organization_id,
});

/** Fields of the company or of the organization it belongs to, by kind and name. */
export async function listFields(scope: { readonly companyId?: number | undefined; readonly businessUnitId?: number | undefined }) {
  if ((scope.companyId === undefined) === (scope.businessUnitId === undefined))
    throw new AppError('invalid', { field: 'companyId', message: 'Send either companyId or businessUnitId' });
  await checkOrganization(scope.businessUnitId);
  const rows = await shown()
    .where((eb) => (scope.businessUnitId === undefined ? eb('company_id', '=', companyId()) : eb('organization_id', '=', scope.businessUnitId)))
    .orderBy('entity_type')
    .orderBy('name')
    .execute();
  return { data: rows.map(toField), meta: { total: rows.length } };
}

/** One field the company has. Refuses one that is not there, or of another kind. */
async function oneField(id: number, entityType?: EavEntityType): Promise<CustomField> {
  const row = await shown().where('id', '=', id).executeTakeFirst();
  if (!row || (entityType !== undefined && row.entity_type !== entityType)) throw new AppError('not_found');
  return toField(row);
}

/** Choices in order, each with an id of its own, none twice. */
function toChoices(choices: readonly Choice[]): EavChoice[] {
  const seen = new Set<string>();
  for (const [at, { value }] of choices.entries()) {
    if (seen.has(value.toLowerCase())) throw new AppError('invalid', { field: `choices.${at}.value`, message: `${value} already exists` });
    seen.add(value.toLowerCase());
  }
  const used = new Set(choices.flatMap(({ id }) => id ?? []));
  let next = Math.max(0, ...used);
  return choices
    .map(({ id, value, sortOrder, description }, at) => ({ id: id ?? ++next, value, sort_order: sortOrder ?? at, description: description?.trim() || null }))
    .sort((one, other) => one.sort_order - other.sort_order);
}

function checkDefault(defaultValue: string | null, choices: readonly EavChoice[]): void {
  if (defaultValue !== null && choices.length > 0 && !choices.some(({ value }) => value === defaultValue))
    throw new AppError('invalid', { field: 'default_value', message: `The default must be one of: ${choices.map(({ value }) => value).join(', ')}` });
}

async function checkName(
  entityType: EavEntityType,
  name: string,
  owner: { readonly company_id: number | null; readonly organization_id: number | null },
  self: number | null,
): Promise<void> {
  await lockNames('eav_attributes');
  const twin = await shown()
    .where('entity_type', '=', entityType)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where(sql<boolean>`company_id is not distinct from ${owner.company_id}::bigint and organization_id is not distinct from ${owner.organization_id}::bigint`)
    .executeTakeFirst();
  if (twin && twin.id !== self)
    throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A custom field named “${name}” already exists` });
}

/** Creates a field. */
export async function createField(
  entityType: EavEntityType,
  wanted: Wanted & { readonly name: string; readonly businessUnitId?: number | undefined },
  user: SharingUser,
): Promise<CustomField> {
  await checkOrganization(wanted.businessUnitId);
  if (wanted.businessUnitId !== undefined) await checkAdministers(wanted.businessUnitId, user);
  const owner =
    wanted.businessUnitId === undefined ? { company_id: companyId(), organization_id: null } : { company_id: null, organization_id: wanted.businessUnitId };
  await checkName(entityType, wanted.name, owner, null);
  const choices = toChoices(wanted.choices ?? []);
  const defaultValue = wanted.defaultValue?.trim() || null;
  checkDefault(defaultValue, choices);
  const { id } = await currentTransaction()
    .insertInto('eav_attributes')
    .values({ entity_type: entityType, ...owner, name: wanted.name, default_value: defaultValue, choices: JSON.stringify(choices) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publishSharing(wanted.businessUnitId, { kind: 'field-updated', id, actorId: user.userId });
  return oneField(id);
}

/** Changes a field. */
export async function updateField(
  entityType: EavEntityType,
  id: number,
  wanted: Wanted & { readonly clear?: readonly string[] | undefined },
  user: SharingUser,
): Promise<CustomField> {
  const before = await oneField(id, entityType);
  if (before.businessUnitId !== null) await checkAdministers(before.businessUnitId, user);
  if (wanted.name !== undefined) await checkName(entityType, wanted.name, { company_id: before.companyId, organization_id: before.businessUnitId }, id);
  const kept = before.choices.map(({ sortOrder, ...choice }) => ({ ...choice, sort_order: sortOrder }));
  const choices = wanted.clear?.includes('choices') ? [] : wanted.choices === undefined ? kept : toChoices(wanted.choices);
  const defaultValue = wanted.clear?.includes('defaultValue') ? null : wanted.defaultValue?.trim() || before.defaultValue;
  checkDefault(defaultValue, choices);
  await currentTransaction()
    .updateTable('eav_attributes')
    .set({ name: wanted.name ?? before.name, default_value: defaultValue, choices: JSON.stringify(choices) })
    .where('id', '=', id)
    .execute();
  await publishSharing(before.businessUnitId, { kind: 'field-updated', id, actorId: user.userId });
  return oneField(id);
}

/** Deletes a field and its values. */
export async function deleteField(id: number, user: SharingUser): Promise<void> {
  const { businessUnitId } = await oneField(id);
  if (businessUnitId !== null) await checkAdministers(businessUnitId, user);
  await currentTransaction().deleteFrom('eav_attributes').where('id', '=', id).execute();
  await publishSharing(businessUnitId, { kind: 'field-updated', id, actorId: user.userId });
}
