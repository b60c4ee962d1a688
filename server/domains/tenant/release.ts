/** Release of a tenant's domain and sender, for a company that stays closed. */
import { companyId, currentTransaction, runAfterCommit } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { endHostSessions } from './repository.ts';

/** Deletes domain and sender of the open company and ends the sessions at its hosts, so that the domain's next owner can claim it. */
export async function releaseTenant({ tenantHosts }: Pick<Services, 'tenantHosts'>): Promise<void> {
  await endHostSessions();
  await currentTransaction().deleteFrom('custom_domains').where('company_id', '=', companyId()).execute();
  await currentTransaction().deleteFrom('email_senders').where('company_id', '=', companyId()).execute();
  runAfterCommit(() => tenantHosts.invalidate());
}
