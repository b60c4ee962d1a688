/** Sends what is due at an integration now, and tells what became of each. Opens its own transactions. */
import { sql } from 'kysely';
import type { SyncReply } from '#contract/integrations/entities.ts';
import type { ReportProvider } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { VendorSilentError } from '../../vendors/oauthVendor.ts';
import { reconnectFirst, toVendorRefusal } from './grants.ts';
import { lockIntegration } from './outbox.ts';
import { senders } from './senders.ts';

/** Makes due what waits past its hold; what is held stays held, so that undo works. */
async function claimDue(provider: ReportProvider, id: number): Promise<readonly number[]> {
  const row = await lockIntegration(provider, id);
  if (row.needs_reconnect) throw new AppError('invalid', { message: reconnectFirst });
  if (!row.is_active) throw new AppError('invalid', { message: 'Turn the integration on first' });
  const due = await currentTransaction()
    .updateTable('conversions')
    .set({ due_at: sql<Date>`least(due_at, now())` })
    .where(
      'id',
      'in',
      currentTransaction()
        .selectFrom('conversions')
        .select('id')
        .where('company_id', '=', companyId())
        .where('integration_id', '=', id)
        .where('state', '=', 'held')
        .where(sql<boolean>`(due_at <= now() or attempts > 0)`)
        .orderBy('due_at')
        .limit(integrationLimits.syncItems),
    )
    .returning('id')
    .execute();
  return due.map((each) => each.id);
}

/** CALL-236 and its like. Refuses an integration that is off or has to be connected again. */
export async function syncReports(services: Services, actor: ActingUser, provider: ReportProvider, id: number): Promise<SyncReply> {
  const within = withCompanyTransaction(services, actor);
  const ids = await within(() => claimDue(provider, id));
  await senders[provider](services, { companyId: actor.membership.companyId, integrationId: id }).catch((error: unknown) => {
    throw error instanceof VendorSilentError ? toVendorRefusal(provider, error) : error;
  });
  return within(async () => {
    const rows = await currentTransaction()
      .selectFrom('conversions')
      .select(['call_id as callId', 'kind', 'state', 'reason'])
      .where('company_id', '=', companyId())
      .where(sql<boolean>`id = any (${ids}::bigint[])`)
      .orderBy('id')
      .execute();
    const count = (...states: readonly string[]) => rows.filter(({ state }) => states.includes(state)).length;
    return { data: rows, meta: { total: rows.length, accepted: count('accepted'), waiting: count('held', 'intent') } };
  });
}
