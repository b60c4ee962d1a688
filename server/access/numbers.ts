/** Which numbers a person works: the one place that narrows lists, threads and counts to them. */
import { type RawBuilder, sql } from 'kysely';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';
import type { Membership } from '../http/handlers.ts';

/** The numbers asked for, within those the person works; null: all of the company. */
export function accessibleNumbers(membership: Pick<Membership, 'numberIds'>, asked?: readonly number[]): readonly number[] | null {
  const wanted = asked === undefined || asked.length === 0 ? null : asked;
  if (membership.numberIds === null) return wanted;
  if (wanted === null) return membership.numberIds;
  const worked = new Set(membership.numberIds);
  return wanted.filter((id) => worked.has(id));
}

/** The same for a change: refuses (404) when one of the numbers asked for is not the company's, or not the person's. */
export async function checkNumbers(membership: Pick<Membership, 'numberIds'>, asked?: readonly number[]): Promise<readonly number[] | null> {
  const wanted = [...new Set(asked ?? [])];
  if (wanted.length === 0) return accessibleNumbers(membership);
  const found = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${wanted}::bigint[])`)
    .where(limitToAccessibleNumbers('id', membership.numberIds))
    .execute();
  if (found.length !== wanted.length) throw new AppError('not_found');
  return wanted;
}

/** A condition on a column of number ids: one of `numbers`, always true for null. */
export function limitToAccessibleNumbers(column: string, numbers: readonly number[] | null): RawBuilder<boolean> {
  return numbers === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${numbers}::bigint[])`;
}

/** Does the person work this number? */
export function canAccessNumber(membership: Pick<Membership, 'numberIds'>, numberId: number): boolean {
  return membership.numberIds === null || membership.numberIds.includes(numberId);
}
