/** Whose number is called or texted. */
import { companyId, db } from '../../db/tenancy.ts';

export interface DirectoryEntry {
  readonly companyId: number;
  readonly numberId: number;
}

/** The company and number behind an E.164 number of ours, null when it is nobody's. Runs in an identity transaction. */
export async function directoryEntry(number: string): Promise<DirectoryEntry | null> {
  const row = await db().selectFrom('number_directory').select(['company_id', 'number_id']).where('number', '=', number).executeTakeFirst();
  return row ? { companyId: row.company_id, numberId: row.number_id } : null;
}

/** Where calls to a number of the open company go on, null when nowhere. */
export async function forwardOf(numberId: number): Promise<string | null> {
  const row = await db()
    .selectFrom('phone_numbers')
    .select('forward_number')
    .where('id', '=', numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  return row?.forward_number ?? null;
}
