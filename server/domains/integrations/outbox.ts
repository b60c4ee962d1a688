/** The outbox of conversions: what its senders share. Runs in the open transaction of one company. */
import { sql, type UpdateObject } from 'kysely';
import type { ConversionCounts } from '#contract/integrations/entities.ts';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { measurementTimeoutMs } from '../../measurement/ga4.ts';
import { reportTimeoutMs } from '../../vendors/hubspot.ts';

/** An intent older than this belongs to a process that is gone: a living one has settled long before, all requests of its attempt included. */
export const openSeconds = Math.max(2 * measurementTimeoutMs, reportTimeoutMs) / 1_000 + 10;
const maxBackoffMs = 600_000;

/** Milliseconds until the next attempt. */
export const backOff = (attempts: number, afterMs: number): number => Math.min(maxBackoffMs, afterMs * 2 ** Math.min(attempts - 1, 10));

/** Attempts whose process is gone: they may have arrived, so they are sent again by themselves only where that is safe. */
export const closeLostIntents = (integrationId: number, now: Date, isSafeTwice = false) =>
  currentTransaction()
    .updateTable('conversions')
    .set({ state: isSafeTwice ? heldAgain : 'unknown', reason: 'The answer was lost' })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'intent')
    .where('attempted_at', '<', new Date(now.getTime() - openSeconds * 1_000))
    .execute();

export type ConversionPatch = UpdateObject<Database, 'conversions'>;

/** Changes conversions of the open company. */
export const updateConversions = (ids: readonly number[], patch: ConversionPatch) =>
  currentTransaction().updateTable('conversions').set(patch).where('company_id', '=', companyId()).where(sql<boolean>`id = any (${ids}::bigint[])`).execute();

/** The state of one whose request surely did not arrive: it waits again, unless it stopped counting. */
export const heldAgain = sql<'held'>`case when is_marked then 'held' else 'withdrawn' end`;

const countState = (states: string) => sql<number>`(count(*) filter (where state in (${sql.raw(states)})))::int`;

/** Integrations of these providers with their conversions by state: one pass over the index of each. */
export const selectCounted = (...providers: readonly ('ga4' | OAuthProvider)[]) =>
  currentTransaction()
    .selectFrom('integrations')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('conversions')
          .whereRef('conversions.integration_id', '=', 'integrations.id')
          .select([
            countState("'held', 'intent'").as('waiting'),
            countState("'accepted'").as('accepted'),
            countState("'refused'").as('refused'),
            countState("'unknown'").as('unknown'),
            countState("'withdrawn'").as('withdrawn'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .where('company_id', '=', companyId())
    .where('provider', 'in', providers);

/** The counts of a row. */
export const toCounts = ({ waiting, accepted, refused, unknown, withdrawn }: ConversionCounts): ConversionCounts => ({
  waiting,
  accepted,
  refused,
  unknown,
  withdrawn,
});

/** Withdraws what waits at an integration that was turned off. */
export const withdrawWaiting = (id: number) =>
  currentTransaction()
    .updateTable('conversions')
    .set({ state: 'withdrawn', is_marked: false, reason: 'The integration was turned off' })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', id)
    .where('state', '=', 'held')
    .execute();

/** Locks an integration for what is sent to it, and closes the intents of processes that are gone. Conversions may still be added; undefined: it is gone. */
export async function lockForSending(id: number, now: Date, isSafeTwice = false) {
  const row = await currentTransaction()
    .selectFrom('integrations')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    // No intent follows once it is turned off.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row) await closeLostIntents(id, now, isSafeTwice);
  return row;
}

/** Locks an integration of one of these providers. Refuses a missing one. */
export async function lockIntegration(providers: 'ga4' | OAuthProvider | readonly OAuthProvider[], id: number) {
  const row = await currentTransaction()
    .selectFrom('integrations')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('provider', 'in', typeof providers === 'string' ? [providers] : providers)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Sends again what was refused or not confirmed. What no longer counts is withdrawn in place of it. Refuses another count than the one that was shown. */
export async function resendFailed(providers: 'ga4' | readonly OAuthProvider[], id: number, count: number): Promise<void> {
  const row = await lockIntegration(providers, id);
  if (!row.is_active) throw new AppError('invalid', { message: 'Turn the integration on first' });
  const { numUpdatedRows } = await currentTransaction()
    .updateTable('conversions')
    .set({ state: heldAgain, due_at: new Date(), attempts: 0, reason: null })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', id)
    .where('state', 'in', ['refused', 'unknown'])
    .executeTakeFirstOrThrow();
  // The refusal rolls the change back.
  if (Number(numUpdatedRows) !== count) throw new AppError('count_changed');
  recordChange({ kind: 'integration-updated', id });
}
