/** Selects and locks rows of the numbers a person works: one, those of a filter, those a bulk call means. */
import { sql } from 'kysely';
import { type SelectedRows, selectedRows } from '../batches/selection.ts';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';
import type { Membership } from '../http/handlers.ts';
import { holdsWord, searchWords } from '../lists/textSearch.ts';
import { canAccessNumber, limitToAccessibleNumbers } from './numbers.ts';

/** Locks a number of the person's. Refuses one that is not theirs, and, unless `removed` is allowed, one that was removed. */
export async function lockNumber(membership: Membership, id: number, removed = false) {
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !canAccessNumber(membership, id) || (row.status === 2 && !removed)) throw new AppError('not_found');
  return row;
}

/** Numbers of the open company that a person works. */
export function selectAccessibleNumbers(membership: Membership) {
  return currentTransaction()
    .selectFrom('phone_numbers')
    .where('phone_numbers.company_id', '=', companyId())
    .where(limitToAccessibleNumbers('phone_numbers.id', membership.numberIds));
}

/** Filters of the list. */
export interface NumberFilter {
  readonly q?: string | undefined;
  readonly status?: number | undefined;
  readonly tagId?: number | undefined;
}

/** Numbers of a filter that the person works; `q` is found in label and number, and by tag. Removed ones have left the list (FLOW-043): they are found by their status alone. */
export function selectNumbers({ q, status, tagId }: NumberFilter, membership: Membership) {
  let found = selectAccessibleNumbers(membership);
  found = status === undefined ? found.where('phone_numbers.status', '<>', 2) : found.where(sql<boolean>`phone_numbers.status = ${status}::int`);
  if (tagId !== undefined)
    found = found.where(
      sql<boolean>`exists (select from number_tags where number_tags.number_id = phone_numbers.id and number_tags.tag_id = ${tagId}::bigint)`,
    );
  for (const word of searchWords(q ?? '')) {
    found = found.where(sql<boolean>`(
      ${holdsWord(sql`phone_numbers.label || ' ' || phone_numbers.number`, word)}
      or exists (select from number_tags join tags on tags.id = number_tags.tag_id where number_tags.number_id = phone_numbers.id and ${holdsWord(sql`tags.name`, word)})
    )`);
  }
  return found;
}

interface Choice {
  readonly all?: unknown;
  readonly numbers?: readonly number[] | undefined;
  readonly filter?: NumberFilter | undefined;
  readonly count?: number | undefined;
}

/** The numbers a bulk call means, by id; removed ones are not meant. `flat`: a filter beside `all`. */
export const toNumberSelection = ({ all, numbers, filter, count }: Choice, membership: Membership, flat: NumberFilter = {}): SelectedRows =>
  selectedRows({
    all: all !== undefined,
    ids: numbers,
    field: 'numbers',
    filter,
    flat,
    count,
    matching: (wanted) => selectNumbers(wanted, membership).where('phone_numbers.status', '<>', 2).select('phone_numbers.id'),
    among: () =>
      currentTransaction()
        .selectFrom('phone_numbers')
        .select('phone_numbers.id')
        .where('phone_numbers.company_id', '=', membership.companyId)
        .where('phone_numbers.status', '<>', 2)
        .where(limitToAccessibleNumbers('phone_numbers.id', membership.numberIds)),
  });
