/** Which numbers a person works: the one place that narrows lists, threads and counts to them. */
import { type RawBuilder, sql } from 'kysely';
import type { Seat } from '../../http/handlers.ts';

/** The numbers asked for, within those the person works; null: all of the company. */
export function workedNumbers(seat: Pick<Seat, 'numberIds'>, asked?: readonly number[]): readonly number[] | null {
  const wanted = asked === undefined || asked.length === 0 ? null : asked;
  if (seat.numberIds === null) return wanted;
  if (wanted === null) return seat.numberIds;
  const worked = new Set(seat.numberIds);
  return wanted.filter((id) => worked.has(id));
}

/** A condition on a column of number ids: one of `numbers`, always true for null. */
export function withinNumbers(column: string, numbers: readonly number[] | null): RawBuilder<boolean> {
  return numbers === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${numbers}::bigint[])`;
}

/** Does the person work this number? */
export function worksNumber(seat: Pick<Seat, 'numberIds'>, numberId: number): boolean {
  return seat.numberIds === null || seat.numberIds.includes(numberId);
}
