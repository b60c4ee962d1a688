/**
 * Asks the carrier what became of attempts: of one nobody knows of, in its list; of one it took and told no end of, by its sid, since a callback that
 * found nobody does not come again. Less and less often, for a day; then only a late callback or a person still decides.
 */

import { sql } from 'kysely';
import type { FoundMessage } from '../../carrier/carrier.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { applyStatus } from './deliveryStatus.ts';
import { messageReconcile } from './jobs.ts';
import { lastRank } from './statuses.ts';

const shortestWaitSeconds = 5;
const patienceHours = 24;
const mostAtOnce = 500;

/** The worker of `messages.sweep`: each attempt whose time has come is looked at by a job of its own, and again when it is twice as old. */
export async function sweepMessages({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; attempt_id: string }>`select * from due_looks(${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const [company, due] of Map.groupBy(rows, (row) => row.company_id)) {
    await tenancy.company([company], null, async () => {
      for (const attemptId of await takeTurns(due.map((row) => row.attempt_id))) {
        await jobs.enqueue(messageReconcile, { companyId: companyId(), attemptId }, { key: attemptId });
      }
    });
  }
}

/** Those of the attempts whose time has come still; each is given its next time. */
async function takeTurns(attemptIds: readonly string[]): Promise<string[]> {
  const age = sql`now() - created_at`;
  const rows = await currentTransaction()
    .updateTable('message_attempts')
    .set({
      look_at: sql<Date | null>`case when ${age} < make_interval(hours => ${patienceHours})
        then now() + greatest(make_interval(secs => ${shortestWaitSeconds}), ${age}) end`,
    })
    .where('company_id', '=', companyId())
    .where('id', 'in', attemptIds)
    .where('look_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The worker of `message.reconcile`: settles one attempt by what the carrier says of it, if anything. */
export async function reconcile(services: Services, job: { readonly companyId: number; readonly attemptId: string }): Promise<void> {
  const sought = await services.tenancy.company([job.companyId], null, () => seek(services, job.attemptId));
  if (!sought) return;
  failpoint('message.reconcile: before the look');
  const found = await sought();
  failpoint('message.reconcile: after the look');
  if (found) await services.tenancy.company([job.companyId], null, () => applyStatus(job.attemptId, found));
  failpoint('message.reconcile: after settling');
}

/** Asks what became of an attempt: by the carrier's sid where it is known. Null when nothing is left to be known, or nobody is there to be asked. */
async function seek({ carrier, fax }: Services, attemptId: string): Promise<(() => Promise<FoundMessage | null>) | null> {
  const row = await currentTransaction()
    .selectFrom('message_attempts')
    .innerJoin('items', 'items.id', 'message_attempts.item_id')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
    .select(['message_attempts.created_at', 'message_attempts.carrier_sid', 'items.type', 'items.recipient', 'items.body', 'phone_numbers.number'])
    .where('message_attempts.company_id', '=', companyId())
    .where('message_attempts.id', '=', attemptId)
    .where('message_attempts.state', 'in', ['unknown', 'accepted'])
    .where('message_attempts.status_rank', '<', lastRank)
    .executeTakeFirst();
  if (!row) return null;
  const { carrier_sid: sid, number: from, recipient: to, created_at: since } = row;
  if (row.type === 'fax') {
    if (fax === null) return null;
    return () => (sid === null ? fax.findByAttempt({ attemptId, from, to, since }) : fax.findFax(sid));
  }
  if (sid !== null) return () => carrier.findMessage(sid);
  const others = await currentTransaction()
    .selectFrom('message_attempts')
    .innerJoin('items', 'items.id', 'message_attempts.item_id')
    .select('message_attempts.carrier_sid')
    .where('message_attempts.company_id', '=', companyId())
    .where('items.recipient', '=', row.recipient)
    .where('message_attempts.carrier_sid', 'is not', null)
    .execute();
  const taken = others.flatMap(({ carrier_sid }) => (carrier_sid === null ? [] : [carrier_sid]));
  return () => carrier.findByAttempt({ attemptId, from, to, body: row.body ?? '', since, taken });
}
