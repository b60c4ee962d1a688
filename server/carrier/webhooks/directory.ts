/** Whose number is called or texted. */
import { db } from '../../db/tenancy.ts';

export interface DirectoryEntry {
  readonly companyId: number;
  readonly numberId: number;
}

/** The company and number behind an E.164 number of ours, null when it is nobody's. Runs in an identity transaction. */
export async function directoryEntry(number: string): Promise<DirectoryEntry | null> {
  const row = await db().selectFrom('number_directory').select(['company_id', 'number_id']).where('number', '=', number).executeTakeFirst();
  return row ? { companyId: row.company_id, numberId: row.number_id } : null;
}
