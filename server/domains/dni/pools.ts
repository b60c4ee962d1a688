/** Pools: reading, creating, changing and deleting them. Runs in the open transaction of one company. */
import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { DniPool } from '#contract/dni/entities.ts';
import type { DniSourceId } from '#contract/dni/enums.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { parseLandingParameter, parseOrigin } from '#contract/dni/origins.ts';
import { needsValue } from '#contract/dni/sources.ts';
import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { toNumberSelection } from '../../access/numberSelection.ts';
import { canAccessNumber, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { checkAdministers, checkOrganization, type SharingUser } from '../../access/sharing.ts';
import { createBatch } from '../../batches/batches.ts';
import { companyId, currentTransaction, type PendingChange, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { checkValues, loadFieldsOfRows, setValues } from '../customFields/values.ts';
import { removeNumbers } from '../numbers/removal.ts';
import { getTemplate, getTemplateRouting } from '../templates/queries.ts';
import type { DniTables } from './tables.ts';

type PoolRow = Selectable<DniTables['dni_pools']>;
type CreateBody = RouteBody<typeof routes.dni.createPool>;
type UpdateBody = RouteBody<typeof routes.dni.updatePool>;
/** Person who changes a pool. */
interface Editor {
  readonly authUser: AuthUser;
  readonly membership: Membership;
}

/** Pools of the open company and of its organization. */
const selectPools = () =>
  currentTransaction()
    .selectFrom('dni_pools')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('company_id', '=', companyId()),
        eb('organization_id', '=', eb.selectFrom('companies').select('organization_id').where('id', '=', companyId())),
      ]),
    );

const selectPoolNumbers = () =>
  currentTransaction()
    .selectFrom('phone_numbers')
    .leftJoin('dni_slots', 'dni_slots.number_id', 'phone_numbers.id')
    .select([
      'phone_numbers.id',
      'phone_numbers.number',
      'phone_numbers.label',
      'phone_numbers.pool_id',
      'dni_slots.used_at',
      sql<boolean>`coalesce(dni_slots.until >= now(), false)`.as('is_held'),
    ])
    .where('phone_numbers.company_id', '=', companyId())
    .where('phone_numbers.pool_id', 'is not', null)
    .where('phone_numbers.status', '<>', 2)
    .orderBy('phone_numbers.number')
    .execute();

const formatNumbers = (count: number): string => (count === 1 ? '1 number' : `${count} numbers`);

/** Reasons to doubt results of a pool. */
function listWarnings(row: PoolRow, numbers: number, others: readonly PoolRow[]): string[] {
  const same = others.filter(
    (other) =>
      other.id !== row.id &&
      other.is_active &&
      other.source === row.source &&
      (other.source_value ?? '').toLowerCase() === (row.source_value ?? '').toLowerCase() &&
      other.origins.some((origin) => row.origins.includes(origin)),
  );
  return [
    ...(numbers === 0 ? ['No numbers: visitors see the website’s own number'] : []),
    ...(numbers > 0 && numbers < 4 ? [`Only ${formatNumbers(numbers)}: start with 4, so that visitors at the same time each get one`] : []),
    ...same.map(({ name }) => `“${name}” matches the same visitors. The older pool is used.`),
  ];
}

async function toPools(rows: readonly PoolRow[], membership: Membership): Promise<DniPool[]> {
  const numbers = await selectPoolNumbers();
  const all = await selectPools().execute();
  const fields = await loadFieldsOfRows(
    'TrackingPool',
    rows.map(({ id }) => id),
  );
  const fallbacks = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'number'])
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${rows.flatMap((row) => row.fallback_number_id ?? [])}::bigint[])`)
    .execute();
  return rows.map((row) => {
    const own = numbers.filter((number) => number.pool_id === row.id && canAccessNumber(membership, number.id));
    return {
      id: row.id,
      poolId: row.id,
      name: row.name,
      companyId: row.company_id,
      businessUnitId: row.organization_id,
      isActive: row.is_active,
      source: row.source,
      sourceValue: row.source_value,
      origins: row.origins,
      targetNumbers: row.target_numbers,
      templateId: row.template_id,
      sessionMinutes: row.session_minutes,
      holdMinutes: row.hold_minutes,
      fallbackNumber: fallbacks.find(({ id }) => id === row.fallback_number_id) ?? null,
      numbers: own.map(({ id, number, label, is_held: isHeld, used_at: usedAt }) => ({ id, number, label, isHeld, lastUsedAt: usedAt?.toISOString() ?? null })),
      warnings: listWarnings(row, numbers.filter((number) => number.pool_id === row.id).length, all),
      eavAttributeValues: [...(fields.get(row.id) ?? [])],
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  });
}

/** Pools of the company and of its organization, by name. */
export async function listPools(membership: Membership): Promise<DniPool[]> {
  return toPools(await selectPools().orderBy(sql`lower(name)`).orderBy('id').execute(), membership);
}

/** The row of a pool. Refuses one that is missing or another company's. */
export async function readPool(id: number): Promise<PoolRow> {
  const row = await selectPools().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, locked for a change: what the change does not name is written back as it is then. Sessions may begin meanwhile. */
async function lockPool(id: number): Promise<PoolRow> {
  const row = await selectPools().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** One pool. Refuses one that is missing or another company's. */
export async function getPool(id: number, membership: Membership): Promise<DniPool> {
  const [pool] = await toPools([await readPool(id)], membership);
  if (!pool) throw new AppError('not_found');
  return pool;
}

/** Tells the company, and where the pool is an organization's all of its companies. */
async function publish({ id, organization_id: organization }: Pick<PoolRow, 'id' | 'organization_id'>, actorId: number): Promise<void> {
  const change: PendingChange = { kind: 'pool-updated', id, actorId };
  if (organization === null) return recordChange(change);
  const { rows } = await sql<{ id: number }>`select sharing_companies(${organization}::bigint) as id`.execute(currentTransaction());
  for (const row of rows) recordChange(change, Number(row.id));
}

/** Refuses who does not administer the organization of a pool, and an organization that is not the company's. */
async function checkScope(organizationId: number | null, user: SharingUser): Promise<void> {
  if (organizationId === null) return;
  await checkOrganization(organizationId);
  await checkAdministers(organizationId, user, 'pools');
}

/** Lets one change of names through at a time, and refuses a name another pool has, whatever its case. */
async function checkName(name: string, self: number | null): Promise<void> {
  // Companies of an organization share some of their pools: they take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended('dni_pools ' || coalesce('o' || organization_id, 'c' || id), 0)) from companies where id = ${companyId()}`.execute(
    currentTransaction(),
  );
  const twin = (await selectPools().execute()).find((row) => row.id !== self && row.name.toLowerCase() === name.toLowerCase());
  if (twin) throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A pool named “${name}” already exists` });
}

/** The value of a source as it is stored; refuses one that does not fit. */
function toSourceValue(source: DniSourceId, typed: string | null): string | null {
  if (typed === null) {
    if (needsValue(source)) throw new AppError('invalid', { field: 'source_value', message: 'Enter a parameter like utm_source=newsletter' });
    return null;
  }
  if (source === 'landing_parameter') {
    if (parseLandingParameter(typed) === null)
      throw new AppError('invalid', { field: 'source_value', message: 'Enter a parameter like utm_source=newsletter' });
    return typed;
  }
  if (source !== 'referral') throw new AppError('invalid', { field: 'source_value', message: 'Only landing parameters and referrals have a value' });
  const host = parseOrigin(typed);
  if (host === null || host.includes('://')) throw new AppError('invalid', { field: 'source_value', message: 'Enter a domain like example.com' });
  return host;
}

/** The numbers of a site in E.164. */
function toTargets(typed: readonly string[]): string[] {
  return typed.map((text, at) => {
    const number = normalisePhone(text);
    if (number === null) throw new AppError('invalid', { field: `target_numbers.${at}`, message: 'Enter a phone number like +1 212-555-0123' });
    return number;
  });
}

/** Locks numbers in one order, so that no two changes wait for each other: a number is in one pool, or one's fallback. */
const lockNumbers = (ids: readonly number[]) =>
  currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Refuses numbers that are not the company’s to use, that fax, or are in another pool. */
async function checkNumbers(ids: readonly number[], poolId: number | null, targets: readonly string[], membership: Membership): Promise<void> {
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'number', 'pool_id', 'line_type', 'status'])
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .execute();
  const fallbacks = new Map((await selectPools().execute()).map(({ fallback_number_id: fallback, name }) => [fallback, name]));
  for (const [at, id] of ids.entries()) {
    const row = rows.find((each) => each.id === id);
    const field = `number_ids.${at}`;
    if (!row || row.status === 2 || !canAccessNumber(membership, id))
      throw new AppError('invalid', { field, message: 'Number not found, or you don’t have access' });
    const name = displayPhone(row.number);
    if (row.line_type === 2) throw new AppError('invalid', { field, message: `${name} is a fax number` });
    if (row.pool_id !== null && row.pool_id !== poolId) throw new AppError('invalid', { field, message: `${name} is in another pool` });
    // Shown to every visitor who finds a pool full: leased as well, it would be two visitors' at once.
    const pool = fallbacks.get(id);
    if (pool !== undefined) throw new AppError('invalid', { field, message: `${name} is the fallback number of “${pool}”` });
    if (targets.includes(row.number)) throw new AppError('invalid', { field, message: `${name} is a number on the website, so it can’t be in the pool` });
  }
}

/** Refuses to replace a number that the pool itself shows. */
async function checkTargets(poolId: number, targets: readonly string[]): Promise<void> {
  const own = new Set((await selectPoolNumbers()).flatMap((number) => (number.pool_id === poolId ? [number.number] : [])));
  const at = targets.findIndex((target) => own.has(target));
  if (at >= 0) throw new AppError('invalid', { field: `target_numbers.${at}`, message: `${displayPhone(targets[at] ?? '')} is a number of this pool` });
}

async function checkFallback(id: number | null, membership: Membership): Promise<void> {
  if (id === null) return;
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'pool_id', 'line_type'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('status', '<>', 2)
    .executeTakeFirst();
  if (!row || !canAccessNumber(membership, id))
    throw new AppError('invalid', { field: 'fallback_number_id', message: 'Number not found, or you don’t have access' });
  if (row.pool_id !== null || row.line_type === 2)
    throw new AppError('invalid', { field: 'fallback_number_id', message: 'Choose a number that isn’t in a pool and takes calls' });
}

/** Puts numbers into a pool and takes all others of the company out, of those the editor works; those that came. */
async function saveNumbers(poolId: number, ids: readonly number[], { authUser: { userId: actorId }, membership }: Editor): Promise<number[]> {
  const gone = await currentTransaction()
    .updateTable('phone_numbers')
    .set({ pool_id: null })
    .where('company_id', '=', companyId())
    .where('pool_id', '=', poolId)
    .where(limitToAccessibleNumbers('id', membership.numberIds))
    .where(sql<boolean>`not id = any (${[...ids]}::bigint[])`)
    .returning('id')
    .execute();
  const come = await currentTransaction()
    .updateTable('phone_numbers')
    .set({ pool_id: poolId })
    .where('company_id', '=', companyId())
    .where('pool_id', 'is', null)
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .returning('id')
    .execute();
  for (const { id } of [...gone, ...come]) recordChange({ kind: 'number-updated', id, actorId });
  return come.map(({ id }) => id);
}

/** Routes numbers by the pool’s template, as the batch that applies one. */
async function applyTemplate(services: Services, templateId: number | null, ids: readonly number[], { authUser, membership }: Editor): Promise<void> {
  if (templateId === null || ids.length === 0) return;
  const { version } = await getTemplate(templateId);
  await createBatch(services.jobs, {
    key: randomUUID(),
    type: 'numbers.template',
    createdBy: authUser.userId,
    chosen: toNumberSelection({ numbers: ids }, membership),
    params: { ...(await getTemplateRouting(templateId, version)) },
  });
}

const toFieldValues = (values: CreateBody['eavAttributeValues']) =>
  (values ?? []).map(({ attributeId, value }) => ({ attributeId, ...(value === null ? {} : { value }) }));

async function saveFields(id: number, values: CreateBody['eavAttributeValues']): Promise<void> {
  const fields = toFieldValues(values);
  await checkValues('TrackingPool', fields, 'eav_attribute_values');
  for (const field of fields) await setValues([id], field);
}

async function checkTemplate(id: number | null): Promise<void> {
  if (id === null) return;
  const row = await currentTransaction()
    .selectFrom('number_templates')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('invalid', { field: 'template_id', message: 'Template not found' });
}

/** Refuses what belongs to one company in a pool of several. */
function checkShared(
  organizationId: number | null,
  { templateId, fallbackNumberId }: { readonly templateId: number | null; readonly fallbackNumberId: number | null },
): void {
  if (organizationId === null) return;
  if (templateId !== null)
    throw new AppError('invalid', { field: 'template_id', message: 'Pools of an organization have no template: templates belong to one company' });
  if (fallbackNumberId !== null)
    throw new AppError('invalid', { field: 'fallback_number_id', message: 'Pools of an organization have no fallback number: numbers belong to one company' });
}

/** Creates a pool and puts its numbers into it. */
export async function createPool(services: Services, body: CreateBody, editor: Editor): Promise<DniPool> {
  const organizationId = body.businessUnitId ?? null;
  await checkScope(organizationId, editor.authUser);
  await checkName(body.name, null);
  if ((await selectPools().execute()).length >= dniLimits.pools)
    throw new AppError('invalid', { field: 'name', message: `Up to ${dniLimits.pools} pools. Delete one first.` });
  const shared = { templateId: body.templateId ?? null, fallbackNumberId: body.fallbackNumberId ?? null };
  checkShared(organizationId, shared);
  await checkTemplate(shared.templateId);
  const targets = toTargets(body.targetNumbers);
  const numberIds = [...new Set(body.numberIds)];
  await lockNumbers([...numberIds, ...(shared.fallbackNumberId === null ? [] : [shared.fallbackNumberId])]);
  await checkNumbers(numberIds, null, targets, editor.membership);
  await checkFallback(shared.fallbackNumberId, editor.membership);
  if (shared.fallbackNumberId !== null && numberIds.includes(shared.fallbackNumberId))
    throw new AppError('invalid', { field: 'fallback_number_id', message: 'Choose a number that isn’t in a pool and takes calls' });
  const row = await currentTransaction()
    .insertInto('dni_pools')
    .values({
      ...(organizationId === null ? { company_id: companyId() } : { organization_id: organizationId }),
      name: body.name,
      is_active: body.isActive ?? true,
      source: body.source,
      source_value: toSourceValue(body.source, body.sourceValue ?? null),
      origins: [...new Set(body.origins)],
      target_numbers: targets,
      template_id: shared.templateId,
      session_minutes: body.sessionMinutes ?? dniLimits.sessionMinutes.initial,
      hold_minutes: body.holdMinutes ?? dniLimits.holdMinutes.initial,
      fallback_number_id: shared.fallbackNumberId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const come = await saveNumbers(row.id, numberIds, editor);
  await saveFields(row.id, body.eavAttributeValues);
  await applyTemplate(services, row.template_id, come, editor);
  await publish(row, editor.authUser.userId);
  return getPool(row.id, editor.membership);
}

const pick = <T>(isCleared: boolean, sent: T | undefined, before: T | null): T | null => (isCleared ? null : (sent ?? before));

/** Changes a pool. */
export async function updatePool(services: Services, id: number, body: UpdateBody, editor: Editor): Promise<DniPool> {
  await checkScope((await readPool(id)).organization_id, editor.authUser);
  if (body.name !== undefined) await checkName(body.name, id);
  const before = await lockPool(id);
  const isCleared = (field: 'sourceValue' | 'templateId' | 'fallbackNumberId') => body.clear?.includes(field) === true;
  const source = body.source ?? before.source;
  // A value is of its source: another source begins without one.
  const value = pick(isCleared('sourceValue'), body.sourceValue, source === before.source ? before.source_value : null);
  const shared = {
    templateId: pick(isCleared('templateId'), body.templateId, before.template_id),
    fallbackNumberId: pick(isCleared('fallbackNumberId'), body.fallbackNumberId, before.fallback_number_id),
  };
  checkShared(before.organization_id, shared);
  if (shared.templateId !== before.template_id) await checkTemplate(shared.templateId);
  const targets = body.targetNumbers === undefined ? before.target_numbers : toTargets(body.targetNumbers);
  const numberIds = body.numberIds === undefined ? null : [...new Set(body.numberIds)];
  await lockNumbers([...(numberIds ?? []), ...(shared.fallbackNumberId === null ? [] : [shared.fallbackNumberId])]);
  if (numberIds !== null) await checkNumbers(numberIds, id, targets, editor.membership);
  else await checkTargets(id, targets);
  if (shared.fallbackNumberId !== before.fallback_number_id) await checkFallback(shared.fallbackNumberId, editor.membership);
  if (shared.fallbackNumberId !== null && numberIds?.includes(shared.fallbackNumberId))
    throw new AppError('invalid', { field: 'fallback_number_id', message: 'Choose a number that isn’t in a pool and takes calls' });
  await currentTransaction()
    .updateTable('dni_pools')
    .set({
      name: body.name ?? before.name,
      is_active: body.isActive ?? before.is_active,
      source,
      source_value: toSourceValue(source, value),
      origins: body.origins === undefined ? before.origins : [...new Set(body.origins)],
      target_numbers: targets,
      template_id: shared.templateId,
      session_minutes: body.sessionMinutes ?? before.session_minutes,
      hold_minutes: body.holdMinutes ?? before.hold_minutes,
      fallback_number_id: shared.fallbackNumberId,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  const come = numberIds === null ? [] : await saveNumbers(id, numberIds, editor);
  await saveFields(id, body.eavAttributeValues);
  const isOtherTemplate = shared.templateId !== null && shared.templateId !== before.template_id;
  const routed = isOtherTemplate
    ? (await selectPoolNumbers()).flatMap((number) => (number.pool_id === id && canAccessNumber(editor.membership, number.id) ? [number.id] : []))
    : come;
  await applyTemplate(services, shared.templateId, routed, editor);
  await publish(before, editor.authUser.userId);
  return getPool(id, editor.membership);
}

/** Deletes a pool; its numbers stay, or are removed and leave the carrier a day later. Refuses a count other than the one that was shown. */
export async function deletePool(
  services: Services,
  id: number,
  { shouldDeleteNumbers, count }: { readonly shouldDeleteNumbers: boolean; readonly count: number | undefined },
  { authUser, membership }: Editor,
): Promise<{ poolId: number; numbersRemoved: number; numbersKept: number }> {
  const row = await readPool(id);
  await checkScope(row.organization_id, authUser);
  const numbers = (await selectPoolNumbers()).filter((number) => number.pool_id === id);
  if (!numbers.every((number) => canAccessNumber(membership, number.id)))
    throw new AppError('forbidden', { message: 'The pool has numbers you don’t have access to. Ask an owner to delete it.' });
  if (count !== undefined && count !== numbers.length)
    throw new AppError('conflict', { field: 'count', message: `The pool has ${formatNumbers(numbers.length)} now, not ${count}. Check them and try again.` });
  if (shouldDeleteNumbers) {
    if (!membership.may('numbers.buy')) throw new AppError('forbidden', { message: 'You don’t have permission to buy and remove numbers' });
    const { rows } = await sql<{ beside: number }>`select dni_numbers_beside(${id}::bigint) as beside`.execute(currentTransaction());
    if (Number(rows[0]?.beside ?? 0) > 0)
      throw new AppError('conflict', { message: 'Other companies of the organization have numbers in this pool. Delete it without its numbers.' });
  }
  const removed = shouldDeleteNumbers
    ? await removeNumbers(
        services.jobs,
        numbers.map((number) => number.id),
        { actorId: authUser.userId },
      )
    : new Map<number, 0 | 1>();
  if (!shouldDeleteNumbers) for (const number of numbers) recordChange({ kind: 'number-updated', id: number.id, actorId: authUser.userId });
  await currentTransaction().deleteFrom('dni_pools').where('id', '=', id).execute();
  await publish(row, authUser.userId);
  return { poolId: id, numbersRemoved: removed.size, numbersKept: numbers.length - removed.size };
}
