/** Which numbers a bulk call means. */

import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { type SelectedRows, selectedRows } from '../../batches/selection.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { type NumberFilter, selectNumbers } from './queries.ts';

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
