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

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
};

/** Runs `domain.look`. Skips domains and senders that were removed or taken since they were listed. */
export async function lookAtDueDomains(services: Services): Promise<void> {
  const { rows } = await services.tenancy.identityReading(() =>
    sql<{ company_id: number; id: number }>`select * from due_domains(${tenantLimits.claimHours}::int, ${maxDomains}::int)`.execute(currentTransaction()),
  );
  for (const { company_id: company, id } of rows)
    await lookAtDomain(services, Number(id), { membership: { companyId: Number(company) }, authUser: null }).catch(ignoreRefusal);
  const senders = await services.tenancy.identityReading(() =>
    sql<{ company_id: number }>`select * from due_senders(${senderHours}::int, ${maxDomains}::int)`.execute(currentTransaction()),
  );
  for (const { company_id: company } of senders.rows)
    await lookAtSender(services, { membership: { companyId: Number(company) }, authUser: null }).catch(ignoreRefusal);
}
