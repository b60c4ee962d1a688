/** The worker of `message.reconcile`: looks for an attempt nobody knows of in the carrier's list, less and less often. */
import type { SoughtAttempt } from '../../carrier/carrier.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { applyStatus } from './settle.ts';

const shortestWaitMs = 5_000;
/** After a day the carrier's list will not change any more; only a late callback or a person still decides. */
const patienceMs = 86_400_000;

/** Settles one unknown attempt when the carrier has it; else looks again when it is twice as old. */
export async function reconcile(services: Services, job: { readonly companyId: number; readonly attemptId: string }): Promise<void> {
  const sought = await services.tenancy.company([job.companyId], null, () => seek(job.attemptId));
  if (!sought) return;
  failpoint('message.reconcile: before the look');
  const found = await services.carrier.findByAttempt(sought);
  failpoint('message.reconcile: after the look');
  await services.tenancy.company([job.companyId], null, async () => {
    if (found) return void (await applyStatus(job.attemptId, found));
    const age = Date.now() - sought.since.getTime();
    if (age > patienceMs) return;
    await services.jobs.enqueue('message.reconcile', job, { startAt: new Date(Date.now() + Math.max(shortestWaitMs, age)), key: job.attemptId });
  });
  failpoint('message.reconcile: after settling');
}

async function seek(attemptId: string): Promise<SoughtAttempt | null> {
  const row = await db()
    .selectFrom('message_attempts')
    .innerJoin('items', 'items.id', 'message_attempts.item_id')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
    .select(['message_attempts.created_at', 'items.recipient', 'items.body', 'phone_numbers.number'])
    .where('message_attempts.company_id', '=', companyId())
    .where('message_attempts.id', '=', attemptId)
    .where('message_attempts.state', '=', 'unknown')
    .executeTakeFirst();
  if (!row) return null;
  const others = await db()
    .selectFrom('message_attempts')
    .innerJoin('items', 'items.id', 'message_attempts.item_id')
    .select('message_attempts.carrier_sid')
    .where('message_attempts.company_id', '=', companyId())
    .where('items.recipient', '=', row.recipient)
    .where('message_attempts.carrier_sid', 'is not', null)
    .execute();
  return {
    attemptId,
    from: row.number,
    to: row.recipient,
    body: row.body ?? '',
    since: row.created_at,
    taken: others.flatMap(({ carrier_sid }) => (carrier_sid === null ? [] : [carrier_sid])),
  };
}
