/** Companies that wait for approval (KEYLINE_NEW_COMPANIES): until the operator has approved them, nothing is spent for them. */
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';

/** Limits of a company that waits: beside the words of the refusal, there is no room for anything. */
export const unapproved = { awaits_approval: true, number_limit: 0, number_budget: 0 } as const;

/** Refuses what costs the operator money while the open company waits for approval. */
export async function checkApproved(): Promise<void> {
  const company = await currentTransaction().selectFrom('companies').select('awaits_approval').where('id', '=', companyId()).executeTakeFirst();
  if (company?.awaits_approval) throw new AppError('awaits_approval');
}
