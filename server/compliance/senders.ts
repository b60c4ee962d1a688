/** Numbers of ours a text may be sent from. */

import { companyId, currentTransaction } from '../db/tenancy.ts';
import { findAccountFault } from './accounts.ts';

/** Why a number cannot text now, in words; null when it can. */
export function findSenderFault(row: { readonly sms_enabled: boolean; readonly status: number; readonly line_type: number } | undefined): string | null {
  if (!row || row.status === 2) return 'This number was removed. Choose another number.';
  if (row.status === 1) return 'Parked numbers can’t send texts. Choose another number.';
  if (row.line_type === 2) return 'Fax numbers can’t send texts. Choose another number.';
  return row.sms_enabled ? null : 'Texting is off for this number';
}

/** The same of a number of the open company, and why the company sends nothing. */
export async function assertCanSend(numberId: number): Promise<string | null> {
  const fault = await findAccountFault();
  if (fault !== null) return fault;
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['sms_enabled', 'status', 'line_type'])
    .where('id', '=', numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  return findSenderFault(row);
}
