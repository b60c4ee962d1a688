/** Looks at domains and senders while no pane shows them: at new ones each round, at proved ones once a day. */
import { sql } from 'kysely';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { lookAtDomain } from './domains.ts';
import { lookAtSender } from './senders.ts';

/** Domains of one round: a name server that is silent costs seconds each. */
const maxDomains = 50;

/** Hours a sender that was never verified is looked at. */
const senderHours = 24 * 30;

/** Looks at one, whatever became of it since it was listed. Marked first as looked at, so that one that fails goes behind the others; other errors are kept. */
async function lookSafely({ tenancy }: Services, company: number, table: 'custom_domains' | 'email_senders', errors: unknown[], work: () => Promise<unknown>) {
  try {
    await tenancy.company([company], null, () =>
      currentTransaction().updateTable(table).set({ looked_at: new Date() }).where('company_id', '=', company).execute(),
    );
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) errors.push(error);
  }
}

/** Runs `domain.look`. Skips domains and senders that were removed or taken since they were listed. Throws what failed after all were looked at. */
export async function lookAtDueDomains(services: Services): Promise<void> {
  const errors: unknown[] = [];
  const { rows } = await services.tenancy.identityReading(() =>
    sql<{ company_id: number; id: number }>`select * from due_domains(${tenantLimits.claimHours}::int, ${maxDomains}::int)`.execute(currentTransaction()),
  );
  for (const row of rows) {
    const actor = { membership: { companyId: Number(row.company_id) }, authUser: null };
    await lookSafely(services, actor.membership.companyId, 'custom_domains', errors, () => lookAtDomain(services, Number(row.id), actor));
  }
  const senders = await services.tenancy.identityReading(() =>
    sql<{ company_id: number }>`select * from due_senders(${senderHours}::int, ${maxDomains}::int)`.execute(currentTransaction()),
  );
  for (const row of senders.rows) {
    const actor = { membership: { companyId: Number(row.company_id) }, authUser: null };
    await lookSafely(services, actor.membership.companyId, 'email_senders', errors, () => lookAtSender(services, actor));
  }
  if (errors.length > 0) throw new AggregateError(errors, `Looking at ${errors.length} domains or senders failed`);
}
