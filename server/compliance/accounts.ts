/** Companies for which nothing is sent and no one is called: suspended and closed ones. Runs in the open transaction of a company. */
import { errorCatalogue } from '#contract/core/errors.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import { companyId, currentTransaction } from '../db/tenancy.ts';

const toFault = (status: AccountStatus): string | null => (status === 'active' ? null : errorCatalogue[`account_${status}`].message);

const selectStatus = () => currentTransaction().selectFrom('companies').select('account_status').where('id', '=', companyId());

/** Why the open company sends and calls nothing, in words; null while it is active. */
export async function findAccountFault(): Promise<string | null> {
  return toFault((await selectStatus().executeTakeFirstOrThrow()).account_status);
}

/**
 * The same before an intent is committed. The company's row is held until the transaction ends: a suspension waits for intents that are being committed,
 * and once it is answered no later one exists.
 */
export async function lockAccount(): Promise<string | null> {
  return toFault((await selectStatus().forShare().executeTakeFirstOrThrow()).account_status);
}
