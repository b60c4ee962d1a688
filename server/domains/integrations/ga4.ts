/** Streams of Google Analytics: reading, creating, changing, deleting and testing them. Runs in the open transaction of one company; a test opens its own. */
import { type Selectable, sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { ConversionCounts, Ga4Integration, Ga4Test } from '#contract/integrations/entities.ts';
import { ga4Kinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { initialParameters } from '#contract/integrations/parameters.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { createTestEvent, testEventName } from './events.ts';
import { lockIntegration, resendFailed, selectCounted, toCounts, withdrawWaiting } from './outbox.ts';
import { listRules } from './rules.ts';
import { openSecret, sealSecret, unreadableSecret } from './secrets.ts';
import type { IntegrationsTable } from './tables.ts';

type Row = Selectable<IntegrationsTable>;
type CreateBody = RouteBody<typeof routes.integrations.createGa4>;
type UpdateBody = RouteBody<typeof routes.integrations.updateGa4>;

type CountedRow = Row & ConversionCounts;

const toIntegration = (row: CountedRow): Ga4Integration => ({
  id: row.id,
  measurementId: row.external_id,
  hasApiSecret: row.secret !== '',
  events: ga4Kinds.filter((kind) => row.events.includes(kind)),
  parameters: row.parameters,
  isActive: row.is_active,
  rules: listRules(row.rules),
  conversions: toCounts(row),
  problem: row.problem,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Streams of the open company, by their measurement id. */
export const listGa4 = async (): Promise<Ga4Integration[]> => (await selectCounted('ga4').orderBy('external_id').execute()).map(toIntegration);

async function readStream(id: number): Promise<Ga4Integration> {
  const row = await selectCounted('ga4').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toIntegration(row);
}

const twinError = (measurementId: string) =>
  new AppError('conflict', { title: alreadyThere, field: 'measurement_id', message: `Events are already sent to ${measurementId}` });

/** Adds a stream. Refuses one the company has, and one above the limit. */
export async function createGa4(services: Pick<Services, 'sealer'>, body: CreateBody): Promise<Ga4Integration> {
  // Two who add at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integrations ${companyId()}`}, 0))`.execute(currentTransaction());
  const { count } = await currentTransaction()
    .selectFrom('integrations')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId())
    .where('provider', '=', 'ga4')
    .executeTakeFirstOrThrow();
  if (Number(count) >= integrationLimits.ga4) throw new AppError('invalid', { message: `A company has up to ${integrationLimits.ga4} GA4 integrations` });
  const row = await currentTransaction()
    .insertInto('integrations')
    .values({
      company_id: companyId(),
      provider: 'ga4',
      external_id: body.measurementId,
      secret: sealSecret(services, companyId(), body.apiSecret),
      events: body.events,
      parameters: JSON.stringify(body.parameters ?? initialParameters),
      is_active: body.isActive ?? true,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'provider', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw twinError(body.measurementId);
  recordChange({ kind: 'integration-updated', id: row.id });
  return readStream(row.id);
}

/** Changes a stream. Another measurement id needs its own secret; turned off, what waits is withdrawn. */
export async function updateGa4(services: Pick<Services, 'sealer'>, id: number, body: UpdateBody): Promise<Ga4Integration> {
  const row = await lockIntegration('ga4', id);
  const { measurementId = row.external_id, apiSecret, events, parameters, isActive } = body;
  if (measurementId !== row.external_id) {
    if (apiSecret === undefined) throw new AppError('invalid', { field: 'api_secret', message: 'Enter the API secret of the other stream' });
    const twin = await selectCounted('ga4').where('external_id', '=', measurementId).executeTakeFirst();
    if (twin) throw twinError(measurementId);
  }
  const isOther = measurementId !== row.external_id || apiSecret !== undefined || parameters !== undefined;
  await currentTransaction()
    .updateTable('integrations')
    .set({
      external_id: measurementId,
      updated_at: new Date(),
      ...(apiSecret === undefined ? {} : { secret: sealSecret(services, companyId(), apiSecret) }),
      ...(events === undefined ? {} : { events }),
      ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
      ...(isActive === undefined ? {} : { is_active: isActive }),
      // Events that are made in another way are checked again.
      ...(isOther ? { checked: [], problem: null } : {}),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  if (isActive === false) await withdrawWaiting(id);
  recordChange({ kind: 'integration-updated', id });
  return readStream(id);
}

/** Deletes a stream and the record of its conversions. */
export async function deleteGa4(id: number): Promise<void> {
  const deleted = await currentTransaction()
    .deleteFrom('integrations')
    .where('company_id', '=', companyId())
    .where('provider', '=', 'ga4')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw new AppError('not_found');
  recordChange({ kind: 'integration-updated', id });
}

/** Sends again what was refused or not confirmed. What no longer counts is withdrawn in place of it. Refuses another count than the one that was shown. */
export async function resendGa4(id: number, count: number): Promise<Ga4Integration> {
  await resendFailed('ga4', id, count);
  return readStream(id);
}

/** Has a test event checked, and sends it where it is well formed, so that the person finds it in Google Analytics. No transaction is open meanwhile. */
export async function testGa4(services: Services, id: number, actor: ActingUser): Promise<Ga4Test> {
  const row = await withCompanyTransaction(
    services,
    actor,
  )(() =>
    currentTransaction()
      .selectFrom('integrations')
      .select(['external_id', 'secret', 'company_id', 'parameters'])
      .where('company_id', '=', companyId())
      .where('provider', '=', 'ga4')
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not_found');
  const apiSecret = openSecret(services, row);
  if (apiSecret === null) throw new AppError('invalid', { field: 'api_secret', message: unreadableSecret });
  const stream = { measurementId: row.external_id, apiSecret };
  const event = createTestEvent(row.parameters, new Date());
  const silent = (cause: unknown) => new AppError('upstream', { message: 'Google Analytics didn’t respond. Try again.', cause });
  const messages = await services.measurement.check(stream, event).catch((cause: unknown) => {
    throw silent(cause);
  });
  if (messages.length > 0) return { isValid: false, messages: [...messages], eventName: testEventName, sentAt: null };
  const outcome = await services.measurement.collect(stream, event);
  if (outcome.kind === 'refused') return { isValid: false, messages: [outcome.reason], eventName: testEventName, sentAt: null };
  if (outcome.kind !== 'accepted') throw silent(outcome.reason);
  return { isValid: true, messages: [], eventName: testEventName, sentAt: event.at.toISOString() };
}
