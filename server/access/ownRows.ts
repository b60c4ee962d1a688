/** Rows that are a person's own in a company: favorites, saved views, reports by mail. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';

type OwnTable = 'favorite_reports' | 'report_mails' | 'saved_views';

/** Lets one of a person's savings through at a time: what is counted and compared stays true until it is written. */
export const lockOwnRows = (table: OwnTable, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${companyId()} ${userId}`}, 0))`.execute(currentTransaction());

/** Deletes one; refuses one that is missing or another's. */
export async function deleteOwnRow(table: OwnTable, userId: number, id: number): Promise<undefined> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where company_id = ${companyId()} and user_id = ${userId} and id = ${id} returning id`.execute(currentTransaction());
  if (rows.length === 0) throw new AppError('not_found');
  return undefined;
}
