/** Chooses the vendor of numbers: fax numbers at the fax vendor, all others at the carrier. */
import { numberCategories } from '#contract/text/numberSearch.ts';
import type { NumberVendor } from '../../carrier/numbers.ts';
import { noVendorText } from '../../fax/fax.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

/** Returns the vendor that sells numbers of a category; throws `invalid` at `field` where none does. */
export function getNumberVendor({ carrier, fax }: Pick<Services, 'carrier' | 'fax'>, category: number, field = 'category'): NumberVendor {
  if (category !== numberCategories.fax) return carrier.numbers;
  if (fax === null) throw new AppError('invalid', { field, message: `${noVendorText}, so fax numbers cannot be bought` });
  return fax.numbers;
}

/** The carrier's ids of numbers; those of the fax vendor are digits. */
const carriers = /^PN/;

/** Returns the vendor that holds a number, by the id it has there; null when that vendor is no longer configured. */
export const findNumberHolder = ({ carrier, fax }: Pick<Services, 'carrier' | 'fax'>, carrierSid: string): NumberVendor | null =>
  carriers.test(carrierSid) ? carrier.numbers : (fax?.numbers ?? null);
