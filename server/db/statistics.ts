/** Statistics of tables that grow by thousands of rows at once. */
import { sql } from 'kysely';
import { currentTransaction } from './tenancy.ts';

/**
 * Has tables analyzed of which a tenth has changed since they were: the database does so by itself within a minute, which is too late for work that
 * follows at once, whose plan would look through a whole company for each row. Tables other than those named in 0108 are refused.
 */
export async function refreshStatistics(...tables: readonly ('contacts' | 'import_rows' | 'batch_rows')[]): Promise<void> {
  await sql`select refresh_statistics(${tables}::text[])`.execute(currentTransaction());
}
