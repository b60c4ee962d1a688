/** Which numbers a bulk call means. */
import { db } from '../../db/tenancy.ts';
import type { Seat } from '../../http/handlers.ts';
import { chosenRows } from '../batches/choice.ts';
import { type Filter, matching } from './queries.ts';
import { withinNumbers } from './scope.ts';

interface Choice {
  readonly all?: unknown;
  readonly numbers?: readonly number[] | undefined;
  readonly filter?: Filter | undefined;
}

/** The numbers a bulk call means, as a query of ids; removed ones are not meant. */
export const chosenNumbers = ({ all, numbers, filter }: Choice, seat: Seat) =>
  chosenRows({
    all: all !== undefined,
    ids: numbers,
    field: 'numbers',
    matching: matching(filter ?? {}, seat)
      .where('phone_numbers.status', '<>', 2)
      .select('phone_numbers.id'),
    among: () =>
      db()
        .selectFrom('phone_numbers')
        .select('phone_numbers.id')
        .where('phone_numbers.company_id', '=', seat.companyId)
        .where('phone_numbers.status', '<>', 2)
        .where(withinNumbers('phone_numbers.id', seat.numberIds)),
  });
