/** Opt-outs as everything that sends asks of them. STOP and the intent to send take the same lock, so that after STOP no later intent exists. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../db/tenancy.ts';

/** Holds the line to a number until the transaction ends: whoever sends to it or opts it out waits. */
export async function lockRecipient(number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recipient:${companyId()}:${number}`}, 0))`.execute(currentTransaction());
}

/** Has this number opted out of the open company's texts? */
export async function isOptedOut(number: string): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('opt_outs')
    .select('number')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}
