/**
 * Companies that stay closed lose their numbers, their domain and their sender: after 30 days they are removed; numbers leave the carrier a day later as
 * every removed number does.
 */
import { sql } from 'kysely';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { removeNumbers } from '../numbers/removal.ts';
import { releaseTenant } from '../tenant/release.ts';

/** Days a closed company keeps its numbers and its domain, so that whoever closes it by mistake loses none. */
export const closedDays = 30;

/** The worker of `organizations.releaseClosed`. Safe to run again: a company is marked in the transaction that removes what it has. */
export async function releaseClosed(services: Services): Promise<void> {
  const due = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('companies')
      .select('id')
      .where('account_status', '=', 'closed')
      .where('numbers_released_at', 'is', null)
      .where('account_status_at', '<', sql<Date>`now() - make_interval(days => ${closedDays})`)
      .orderBy('id')
      .execute(),
  );
  for (const { id } of due) {
    await services.tenancy.company([id], null, () => releaseCompany(services));
    failpoint('organizations.releaseClosed: after a company');
  }
}

async function releaseCompany(services: Services): Promise<void> {
  // Opening the company again waits for this, or comes before it and leaves nothing to mark.
  const marked =
    await sql`update companies set numbers_released_at = now() where id = ${companyId()} and account_status = 'closed' and numbers_released_at is null
    and account_status_at < now() - make_interval(days => ${closedDays})`.execute(currentTransaction());
  if (marked.numAffectedRows !== 1n) return;
  const numbers = await currentTransaction().selectFrom('phone_numbers').select('id').where('company_id', '=', companyId()).where('status', '<>', 2).execute();
  await removeNumbers(
    services.jobs,
    numbers.map(({ id }) => id),
    {},
  );
  await releaseTenant(services);
  if (numbers.length > 0)
    await recordAudit(
      { action: 'company.numbersRemoved', companyId: companyId(), subject: numbers.length === 1 ? '1 number' : `${numbers.length} numbers` },
      null,
      '',
    );
}
