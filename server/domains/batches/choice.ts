/** Which rows a bulk call means: a list of ids, or all that match. Saying neither, or both, is refused: a lost filter must never mean everything. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../db/tables/index.ts';
import { Refusal } from '../../http/errors.ts';

type Ids<T extends keyof Database> = SelectQueryBuilder<Database, T, { id: number }>;

/** The chosen rows as a query of ids. Ids that are not among the caller's are not chosen; the count then differs and the batch is refused. */
export function chosenRows<T extends keyof Database>(choice: {
  readonly all: boolean;
  readonly ids: readonly number[] | undefined;
  /** The field of ids, in the wire's spelling. */
  readonly field: string;
  readonly matching: Ids<T>;
  readonly among: () => Ids<T>;
}): SelectQueryBuilder<Database, never, { id: number }> {
  const { all, ids, field } = choice;
  if (all === (ids !== undefined)) throw new Refusal('invalid', { field, message: 'Name the rows, or say that all matching ones are meant; not both' });
  if (ids === undefined) return choice.matching as SelectQueryBuilder<Database, never, { id: number }>;
  return choice.among().where(sql<boolean>`id = any (${[...new Set(ids)]}::bigint[])`) as SelectQueryBuilder<Database, never, { id: number }>;
}
