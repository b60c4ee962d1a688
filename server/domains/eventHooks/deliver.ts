/**
 * Delivers events: claims what is due, commits the attempt, posts, settles what was answered. A receiver gets each event at least once, always under the same
 * `webhook-id`: an attempt whose process is gone is made again.
 */
import { type Selectable, sql } from 'kysely';
import { hookLimits } from '#contract/eventHooks/limits.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import type { PostAnswer } from '../../web/guardedFetcher.ts';
import { postTimeoutMs } from '../../web/guardedFetcher.ts';
import { eventHooksDeliver, eventHooksMail } from './jobs.ts';
import { createBody } from './payloads.ts';
import { openSecret, signMessage } from './signing.ts';
import type { EventHooksTable } from './tables.ts';

/** Attempts that are made side by side at one webhook. */
const batchSize = 10;
/** Time a job works before others have their turn. */
const turnMs = 20_000;
/** An attempt older than this belongs to a process that is gone. */
export const openSeconds = postTimeoutMs / 1_000 + 20;
const mostAtOnce = 500;
const pruneRows = 5_000;
const dayMs = 86_400_000;

export const unreadableSecret = 'The saved signing secret can’t be read. Rotate it.';
const goneReason = 'There is nothing to tell any more';

type Hook = Selectable<EventHooksTable>;

/** An attempt that was committed. */
interface Attempt {
  readonly id: number;
  readonly messageId: string;
  readonly attempts: number;
  readonly body: string;
}

/** Address and secrets by which a webhook is posted to. */
interface Receiver {
  readonly hookId: number;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The worker of `eventHooks.sweep`. */
export async function enqueueDueDeliveries({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; hook_id: number }>`select * from due_event_deliveries(${openSeconds}, ${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const { company_id: company, hook_id: hookId } of rows)
    await tenancy.company([Number(company)], null, () =>
      jobs.enqueue(eventHooksDeliver, { companyId: Number(company), hookId: Number(hookId) }, { key: `event-hook-${hookId}` }),
    );
}

/** The worker of `eventHooks.prune`. */
export async function pruneDeliveries({ tenancy }: Pick<Services, 'tenancy'>): Promise<void> {
  for (let last = pruneRows; last === pruneRows; ) {
    const { rows } = await tenancy.identity(() =>
      sql<{ gone: number }>`select prune_event_deliveries(${hookLimits.logDays}, ${pruneRows}) as gone`.execute(currentTransaction()),
    );
    last = Number(rows[0]?.gone ?? 0);
  }
}

/** The worker of `eventHooks.deliver`. Safe to run again from the start, at any point, and beside itself. */
export async function deliverEvents(services: Services, { companyId: company, hookId }: NonNullable<typeof eventHooksDeliver.given>): Promise<void> {
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([company], null, work);
  const turnEnd = Date.now() + turnMs;
  while (Date.now() < turnEnd) {
    const claim = await within(() => claimDue(services, hookId, new Date()));
    if (claim === null) return;
    failpoint('eventHooks.deliver: after the claim');
    const told = await Promise.all(claim.attempts.map(async (attempt) => ({ attempt, answer: await postAttempt(services, claim.receiver, attempt) })));
    failpoint('eventHooks.deliver: after the answers');
    await within(async () => {
      for (const { attempt, answer } of told) await settle(services, hookId, attempt, answer, new Date(), true);
    });
  }
}

/** Finds by which address and secrets a webhook is posted to. Null: its secret can't be opened. */
export function toReceiver(services: Pick<Services, 'sealer'>, hook: Hook, now: Date): Receiver | null {
  const secret = openSecret(services, hook.company_id, hook.secret);
  if (secret === null) return null;
  const isReplaced = hook.previous_secret !== null && hook.previous_until !== null && hook.previous_until > now;
  const previous = isReplaced && hook.previous_secret !== null ? openSecret(services, hook.company_id, hook.previous_secret) : null;
  return { hookId: hook.id, url: hook.url, secrets: previous === null ? [secret] : [secret, previous] };
}

/** Locks a webhook and what is due at it, and commits the attempts. Null: nothing is left to do. */
async function claimDue(services: Services, hookId: number, now: Date): Promise<{ readonly receiver: Receiver; readonly attempts: readonly Attempt[] } | null> {
  const hook = await currentTransaction()
    .selectFrom('event_hooks')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', hookId)
    // No attempt follows once it is turned off.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!hook?.is_active) {
    if (hook) await dropWaiting(hookId, now);
    return null;
  }
  const receiver = toReceiver(services, hook, now);
  if (receiver === null) {
    await patchHook(hookId, { problem: unreadableSecret });
    return null;
  }
  const due = await currentTransaction()
    .selectFrom('event_deliveries')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('hook_id', '=', hookId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'waiting'), eb('due_at', '<=', now)]),
        eb.and([eb('state', '=', 'sending'), eb('attempted_at', '<', new Date(now.getTime() - openSeconds * 1_000))]),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return null;
  const attempts: Attempt[] = [];
  for (const row of due) {
    const body = row.body ?? (await createBody(services, row));
    if (body === null) await patchDelivery(row.id, { state: 'dropped', reason: goneReason });
    else {
      await patchDelivery(row.id, { state: 'sending', body, attempts: row.attempts + 1, attempted_at: now, reason: null });
      attempts.push({ id: row.id, messageId: row.message_id, attempts: row.attempts + 1, body });
    }
  }
  return { receiver, attempts };
}

/** Posts an attempt. Never rejects. */
export const postAttempt = ({ web, config }: Pick<Services, 'web' | 'config'>, { url, secrets }: Receiver, { messageId, body }: Attempt): Promise<PostAnswer> =>
  web.post(url, {
    headers: { ...signMessage(secrets, messageId, new Date(), body), 'user-agent': `Keyline/${config.version} (webhooks)` },
    body,
    answerCharacters: hookLimits.answer,
  });

/** Words of an answer that is no success. */
function formatFailure(answer: PostAnswer): string {
  if (answer.kind === 'silent') return answer.reason;
  return answer.status >= 300 && answer.status < 400 ? `Answered ${answer.status}. Redirects aren’t followed.` : `Answered ${answer.status}`;
}

/** Writes down what was answered. An attempt that another has replaced in the meantime stays as it is. `repeats`: a failed one is made again. */
export async function settle(
  services: Pick<Services, 'jobs'>,
  hookId: number,
  { id, attempts }: Attempt,
  answer: PostAnswer,
  now: Date,
  repeats: boolean,
): Promise<void> {
  const isDelivered = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
  const isGone = answer.kind === 'answered' && answer.status === 410;
  const pause = repeats && !isGone ? hookLimits.retrySeconds[attempts - 1] : undefined;
  const result = {
    status: answer.kind === 'answered' ? answer.status : null,
    answer: answer.kind === 'answered' ? answer.body : null,
    duration_ms: answer.durationMs,
  };
  const mine = await currentTransaction()
    .updateTable('event_deliveries')
    .set({
      ...result,
      ...(isDelivered
        ? { state: 'delivered' as const, reason: null }
        : pause === undefined
          ? { state: 'failed' as const, reason: formatFailure(answer) }
          : { state: 'waiting' as const, reason: formatFailure(answer), due_at: new Date(now.getTime() + pause * 1_000) }),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (!mine) return;
  if (isDelivered) await patchHook(hookId, { problem: null, failing_since: null, last_delivered_at: now });
  else await noteFailure(services, hookId, formatFailure(answer), isGone, now);
  recordChange({ kind: 'event-hook-updated', id: hookId });
}

/** Keeps a failure at its webhook, and turns it off where the receiver said that it is gone, or has not taken anything for days. */
async function noteFailure({ jobs }: Pick<Services, 'jobs'>, hookId: number, reason: string, isGone: boolean, now: Date): Promise<void> {
  const hook = await currentTransaction()
    .updateTable('event_hooks')
    .set({ problem: reason, failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)` })
    .where('company_id', '=', companyId())
    .where('id', '=', hookId)
    .where('is_active', '=', true)
    .returning(['url', 'failing_since'])
    .executeTakeFirst();
  if (!hook) return;
  const isLong = hook.failing_since !== null && now.getTime() - hook.failing_since.getTime() >= hookLimits.failingDays * dayMs;
  if (!isGone && !isLong) return;
  const why = isGone ? 'Turned off: the receiver answered 410 Gone' : `Turned off: nothing arrived for ${hookLimits.failingDays} days. Last: ${reason}`;
  await patchHook(hookId, { is_active: false, problem: why });
  await dropWaiting(hookId, now);
  await recordAudit({ action: 'webhook.turnedOff', companyId: companyId(), subject: new URL(hook.url).host, detail: { hookId } }, null, '');
  await jobs.enqueue(eventHooksMail, { companyId: companyId(), hookId, offAt: now.toISOString() }, { key: `event-hook-off-${hookId}` });
}

/** Drops the deliveries that wait at a webhook that was turned off, and attempts whose process is gone. */
export const dropWaiting = (hookId: number, now: Date) =>
  currentTransaction()
    .updateTable('event_deliveries')
    .set({ state: 'dropped', reason: 'The webhook was turned off' })
    .where('company_id', '=', companyId())
    .where('hook_id', '=', hookId)
    .where((eb) =>
      eb.or([eb('state', '=', 'waiting'), eb.and([eb('state', '=', 'sending'), eb('attempted_at', '<', new Date(now.getTime() - openSeconds * 1_000))])]),
    )
    .execute();

const patchHook = (
  id: number,
  patch: { readonly problem: string | null; readonly failing_since?: null; readonly last_delivered_at?: Date; readonly is_active?: false },
) => currentTransaction().updateTable('event_hooks').set(patch).where('company_id', '=', companyId()).where('id', '=', id).execute();

const patchDelivery = (
  id: number,
  patch: {
    readonly state: 'sending' | 'dropped';
    readonly reason: string | null;
    readonly body?: string;
    readonly attempts?: number;
    readonly attempted_at?: Date;
  },
) => currentTransaction().updateTable('event_deliveries').set(patch).where('company_id', '=', companyId()).where('id', '=', id).execute();
