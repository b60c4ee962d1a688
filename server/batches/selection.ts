/** Rows of a bulk call: a list of ids, or all that match. Saying neither, or both, is refused: a lost filter must never mean everything. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { toSnakeCase } from '#contract/core/wire.ts';
import type { Database } from '../db/tables.ts';
import { AppError } from '../http/errors.ts';

type Ids<T extends keyof Database> = SelectQueryBuilder<Database, T, { id: number }>;

/** The rows of a bulk call, by id, and how many they must be; null: as many as match now. */
export interface SelectedRows {
  readonly rows: SelectQueryBuilder<Database, never, { id: number }>;
  readonly count: number | null;
  /** The ids, where they were named. */
  readonly ids?: readonly number[];
  /** The ids that were named without a count, and their field in the wire's spelling: `count` is how many they are. */
  readonly named?: { readonly ids: readonly number[]; readonly field: string };
}

const maxNamed = 10;

/** Refuses a total that is not the one meant: `invalid` at the field whose ids don't exist where no count was sent, else `count_changed`. */
export async function assertCount({ rows, count, named }: SelectedRows, total: number): Promise<void> {
  if (count === null || total === count) return;
  if (!named) throw new AppError('count_changed', { field: 'count' });
  const found = new Set((await rows.execute()).map(({ id }) => id));
  const missing = named.ids.filter((id) => !found.has(id));
  const shown = missing.slice(0, maxNamed).join(', ');
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  throw new AppError('invalid', { field: named.field, message: `Not found, or you don’t have access: ${shown}${more}` });
}

/** True for a value that sets a condition: absent values, empty lists and text without a letter or a digit set none. */
const says = (value: unknown): boolean =>
  value !== undefined && (typeof value === 'string' ? /[\p{L}\p{N}]/u.test(value) : Array.isArray(value) ? value.length > 0 : true);

function merged<F extends object>(filter: F | undefined, flat: F): F {
  const twice = Object.entries(flat).find(([name, value]) => value !== undefined && Reflect.get(filter ?? {}, name) !== undefined);
  if (twice) throw new AppError('invalid', { field: toSnakeCase(twice[0]), message: 'Send this filter either here or in filter, not both' });
  return { ...filter, ...Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== undefined)) } as F;
}

/**
 * The chosen rows. A filter stands under `filter`, or flat beside `all` as the specification writes it (RULE-084). Ids that are not among the
 * caller's are not chosen; the count then differs and the batch is refused (`assertCount`). All rows there are, without any filter, are meant only with their count.
 */
export function selectedRows<T extends keyof Database, F extends object>(choice: {
  readonly all: boolean;
  readonly ids: readonly number[] | undefined;
  /** The field of ids, in the wire's spelling. */
  readonly field: string;
  readonly filter: F | undefined;
  readonly flat: F;
  /** Rows the person was shown. */
  readonly count: number | undefined;
  readonly matching: (filter: F) => Ids<T>;
  readonly among: () => Ids<T>;
}): SelectedRows {
  const { all, ids, field, count } = choice;
  if (all === (ids !== undefined)) throw new AppError('invalid', { field, message: `Send either ${field} or all with a filter, not both` });
  const filter = merged(choice.filter, choice.flat);
  const [said] = Object.entries(filter).filter(([, value]) => says(value));
  if (ids !== undefined) {
    if (said) throw new AppError('invalid', { field: toSnakeCase(said[0]), message: `Send a filter with all, not with ${field}` });
    const once = [...new Set(ids)];
    const rows = choice.among().where(sql<boolean>`id = any (${once}::bigint[])`);
    return { rows: rows as SelectedRows['rows'], count: count ?? once.length, ids: once, ...(count === undefined ? { named: { ids: once, field } } : {}) };
  }
  if (!said && count === undefined) throw new AppError('invalid', { field: 'count', message: 'Without a filter, send the count of all rows' });
  return { rows: choice.matching(filter) as SelectedRows['rows'], count: count ?? null };
}
