/** Webhooks of a company: reading, creating, changing, deleting and testing them, and their log. Runs in the open transaction of one company; a test opens its own. */
import { type Selectable, sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { EventHook, EventHookWithSecret, HookDelivery } from '#contract/eventHooks/entities.ts';
import { hookEvents, testEvent } from '#contract/eventHooks/enums.ts';
import { hookLimits } from '#contract/eventHooks/limits.ts';
import type { routes } from '#contract/index.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import type { Services } from '../../services.ts';
import { dropWaiting, postAttempt, settle, toReceiver, unreadableSecret } from './deliver.ts';
import { createBody } from './payloads.ts';
import { createSecret, sealSecret } from './signing.ts';
import type { EventDeliveriesTable, EventHooksTable } from './tables.ts';

type HookRow = Selectable<EventHooksTable>;
type DeliveryRow = Selectable<EventDeliveriesTable>;
type Counts = EventHook['deliveries'];
type CreateBody = RouteBody<typeof routes.eventHooks.create>;
type UpdateBody = RouteBody<typeof routes.eventHooks.update>;

const countState = (states: string) => sql<number>`(count(*) filter (where state in (${sql.raw(states)})))::int`;

const selectHooks = () =>
  currentTransaction()
    .selectFrom('event_hooks')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('event_deliveries')
          .whereRef('event_deliveries.hook_id', '=', 'event_hooks.id')
          .select([countState("'waiting', 'sending'").as('waiting'), countState("'delivered'").as('delivered'), countState("'failed'").as('failed')])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .selectAll('event_hooks')
    .select(['counts.waiting', 'counts.delivered', 'counts.failed'])
    .where('company_id', '=', companyId());

const toHook = ({ waiting, delivered, failed, ...row }: HookRow & Counts): EventHook => ({
  id: row.id,
  url: row.url,
  events: hookEvents.filter((event) => row.events.includes(event)),
  isActive: row.is_active,
  problem: row.problem,
  failingSince: row.failing_since?.toISOString() ?? null,
  lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  deliveries: { waiting, delivered, failed },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toDelivery = (row: DeliveryRow): HookDelivery => ({
  id: row.id,
  messageId: row.message_id,
  event: row.event,
  state: row.state,
  callId: row.call_id,
  itemId: row.item_id,
  campaignId: row.campaign_id,
  attempts: row.attempts,
  status: row.status,
  answer: row.answer,
  reason: row.reason,
  durationMs: row.duration_ms,
  occurredAt: row.occurred_at.toISOString(),
  attemptedAt: row.attempted_at?.toISOString() ?? null,
  dueAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
});

/** Webhooks of the open company, by their address. */
export const listHooks = async (): Promise<EventHook[]> => (await selectHooks().orderBy('url').execute()).map(toHook);

async function readHook(id: number): Promise<EventHook> {
  const row = await selectHooks().where('event_hooks.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toHook(row);
}

async function lockHook(id: number): Promise<HookRow> {
  const row = await currentTransaction()
    .selectFrom('event_hooks')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** One spelling of an address: that of the URL standard. */
const toUrl = (typed: string): string => new URL(typed).href;

async function checkTwin(url: string, id: number | null): Promise<void> {
  const twin = await currentTransaction()
    .selectFrom('event_hooks')
    .select('id')
    .where('company_id', '=', companyId())
    .where('url', '=', url)
    .executeTakeFirst();
  if (twin && twin.id !== id)
    throw new AppError('conflict', { title: alreadyThere, field: 'url', message: 'Events are already sent to this address. Change that webhook.' });
}

/** Two who add or move one at once are counted and compared one after the other. */
const lockAll = () => sql`select pg_advisory_xact_lock(hashtextextended(${`event hooks ${companyId()}`}, 0))`.execute(currentTransaction());

/** Creates a webhook. Refuses an address the company has, and one above the limit. */
export async function createHook(services: Pick<Services, 'sealer'>, body: CreateBody, userId: number): Promise<EventHookWithSecret> {
  await lockAll();
  const url = toUrl(body.url);
  await checkTwin(url, null);
  if ((await listHooks()).length >= hookLimits.hooks) throw new AppError('invalid', { message: `A company has up to ${hookLimits.hooks} webhooks` });
  const secret = createSecret();
  const { id } = await currentTransaction()
    .insertInto('event_hooks')
    .values({ company_id: companyId(), url, events: body.events, secret: sealSecret(services, companyId(), secret), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  recordChange({ kind: 'event-hook-updated', id });
  return { ...(await readHook(id)), secret };
}

/** Changes a webhook. Turned off, it drops what waits; turned on, or moved to another address, it begins without its past failures. */
export async function updateHook(id: number, body: UpdateBody): Promise<EventHook> {
  await lockAll();
  const hook = await lockHook(id);
  const url = body.url === undefined ? hook.url : toUrl(body.url);
  await checkTwin(url, id);
  const isActive = body.isActive ?? hook.is_active;
  const isFresh = url !== hook.url || (isActive && !hook.is_active);
  await currentTransaction()
    .updateTable('event_hooks')
    .set({
      url,
      events: body.events ?? hook.events,
      is_active: isActive,
      updated_at: new Date(),
      ...(isFresh ? { problem: null, failing_since: null } : {}),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  // An attempt that was under way as it was turned off may have come back to wait.
  if (!isActive || !hook.is_active) await dropWaiting(id, new Date());
  recordChange({ kind: 'event-hook-updated', id });
  return readHook(id);
}

/** Deletes a webhook with its log. */
export async function deleteHook(id: number): Promise<void> {
  await lockHook(id);
  await currentTransaction().deleteFrom('event_hooks').where('company_id', '=', companyId()).where('id', '=', id).execute();
  recordChange({ kind: 'event-hook-updated', id });
}

/** Makes another secret; the one before signs, too, for a day. */
export async function rotateSecret(services: Pick<Services, 'sealer'>, id: number): Promise<EventHookWithSecret> {
  await lockHook(id);
  const secret = createSecret();
  await currentTransaction()
    .updateTable('event_hooks')
    .set({
      previous_secret: sql<string>`secret`,
      previous_until: sql<Date>`now() + interval '1 day'`,
      secret: sealSecret(services, companyId(), secret),
      updated_at: new Date(),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'event-hook-updated', id });
  return { ...(await readHook(id)), secret };
}

/** Posts a test event once, now. A webhook that is off is tested, too: so that it is seen to work before it is turned on. Opens its own transactions. */
export async function testHook(services: Services, id: number, actor: ActingUser): Promise<HookDelivery> {
  const within = withCompanyTransaction(services, actor);
  const { receiver, attempt } = await within(async () => {
    const hook = await lockHook(id);
    const now = new Date();
    const to = toReceiver(services, hook, now);
    if (to === null) throw new AppError('invalid', { message: unreadableSecret });
    const body = (await createBody(services, { event: testEvent, call_id: null, item_id: null, campaign_id: null, occurred_at: now })) ?? '';
    const row = await currentTransaction()
      .insertInto('event_deliveries')
      .values({ company_id: companyId(), hook_id: id, event: testEvent, state: 'sending', body, attempts: 1, occurred_at: now, due_at: now, attempted_at: now })
      .returning(['id', 'message_id'])
      .executeTakeFirstOrThrow();
    return { receiver: to, attempt: { id: row.id, messageId: row.message_id, attempts: 1, body } };
  });
  const answer = await postAttempt(services, receiver, attempt);
  return within(async () => {
    await settle(services, id, attempt, answer, new Date(), false);
    return readDelivery(id, attempt.id);
  });
}

const selectDeliveries = (hookId: number) =>
  currentTransaction().selectFrom('event_deliveries').where('company_id', '=', companyId()).where('hook_id', '=', hookId);

async function readDelivery(hookId: number, id: number): Promise<HookDelivery> {
  const row = await selectDeliveries(hookId).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toDelivery(row);
}

/** Deliveries of a webhook by page, newest first. */
export async function listDeliveries(hookId: number, { page, per_page: perPage }: { readonly page: number; readonly per_page: number }) {
  await readHook(hookId);
  const { total } = await selectDeliveries(hookId).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await selectDeliveries(hookId)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(toDelivery), meta: createPageMeta(page, perPage, total) };
}

/** Sends a delivery again, from its first attempt, under the same message id. Refuses one that waits, and a webhook that is off. */
export async function resendDelivery(hookId: number, id: number): Promise<HookDelivery> {
  const hook = await lockHook(hookId);
  const { state } = await readDelivery(hookId, id);
  if (!hook.is_active) throw new AppError('invalid', { message: 'Turn the webhook on first' });
  if (state === 'waiting' || state === 'sending') throw new AppError('conflict', { message: 'This delivery is on its way already' });
  await currentTransaction()
    .updateTable('event_deliveries')
    .set({ state: 'waiting', attempts: 0, due_at: new Date(), reason: null })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'event-hook-updated', id: hookId });
  return readDelivery(hookId, id);
}
