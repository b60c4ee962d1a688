/** Addresses that mails to accounts lead to. Runs in an identity transaction. */
import { currentTransaction } from '../../db/tenancy.ts';
import { findPeopleBase, type PeopleBase } from '../../http/tenantHosts.ts';
import type { Services } from '../../services.ts';

/**
 * Returns where mail to an account leads: to a tenant's host only if the account reaches that company alone. A host is in its owner's hands, who
 * could collect what people bring there: a link or password that opens another company, an organization or the staff's door stays with us.
 */
export async function selectAccountBase(
  account: { readonly id: number; readonly is_staff: boolean },
  asked: PeopleBase,
  services: Services,
): Promise<PeopleBase> {
  if (asked.companyId === null) return asked;
  const own = await findPeopleBase(services, null);
  if (account.is_staff) return own;
  const memberships = await currentTransaction().selectFrom('memberships').select('company_id').where('user_id', '=', account.id).execute();
  const organizations = await currentTransaction().selectFrom('organization_users').select('user_id').where('user_id', '=', account.id).execute();
  const isOfAsked = memberships.length > 0 && memberships.every(({ company_id }) => company_id === asked.companyId);
  return isOfAsked && organizations.length === 0 ? asked : own;
}
