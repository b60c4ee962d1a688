/** Whose number is called or texted. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';

export interface DirectoryEntry {
  readonly companyId: number;
  readonly numberId: number;
}

/** The company and number behind an E.164 number of ours, null when it is nobody's. Runs in an identity transaction. */
export async function findDirectoryEntry(number: string): Promise<DirectoryEntry | null> {
  const row = await currentTransaction().selectFrom('number_directory').select(['company_id', 'number_id']).where('number', '=', number).executeTakeFirst();
  return row ? { companyId: row.company_id, numberId: row.number_id } : null;
}

/** The company and number of a call: its own once it is kept, though the number was given away meanwhile; else those of the number that is called. Runs in an identity transaction. */
export async function findCallEntry({ CallSid, To }: { readonly CallSid: string; readonly To: string }): Promise<DirectoryEntry | null> {
  const { rows } = await sql<{ company_id: number; number_id: number }>`select company_id, number_id from whose_call(${CallSid}, ${To})`.execute(
    currentTransaction(),
  );
  const [row] = rows;
  return row ? { companyId: row.company_id, numberId: row.number_id } : null;
}
