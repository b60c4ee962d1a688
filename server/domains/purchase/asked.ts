/** Reads what an order asks for (CALL-046, AMB-97): one number or several, of which type, and how many more of the same kind. */

import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { numberCategories, purchaseTypes } from '#contract/text/numberSearch.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { tollFreeCodes } from '#contract/text/vanity.ts';
import { isTollFree } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { getNumberVendor } from './market.ts';
import { completeSearch, findLastOffered, isFaxSearch, locate } from './searchAvailableNumbers.ts';

type Body = RouteBody<typeof routes.purchase.buy>;

const wrong = (field: string, message: string) => new AppError('invalid', { field, message });

/** The category an order means, where it says neither type nor category as what its first number was offered last; throws `invalid` where the two contradict each other. */
export function findCategory(
  { carrier, fax }: Pick<Services, 'carrier' | 'fax'>,
  { category, numberType }: Pick<Body, 'category' | 'numberType'>,
  first: string,
): 1 | 3 {
  if (category === undefined && numberType === undefined && fax !== null) {
    const asFax = findLastOffered(fax.numbers, first);
    const asVoice = findLastOffered(carrier.numbers, first);
    return asFax !== null && (asVoice === null || asFax > asVoice) ? numberCategories.fax : numberCategories.voiceAndSms;
  }
  const isFax = isFaxSearch({ type: numberType, category }, (message) => wrong('number_type', message));
  return isFax ? numberCategories.fax : numberCategories.voiceAndSms;
}

/** The numbers named, in E.164, each once; throws `invalid` where none is named, one is no number, or one is not of the type. */
export function parseNamedNumbers({ number, numbers, numberType }: Pick<Body, 'number' | 'numbers' | 'numberType'>): string[] {
  if ((number === undefined) === (numbers === undefined)) throw wrong('number', 'Send either number or numbers');
  const one = number === undefined ? null : normalisePhone(number);
  if (number !== undefined && one === null) throw wrong('number', `“${number}” is not a phone number`);
  const named = [...new Set(numbers ?? (one === null ? [] : [one]))];
  const other = named.find((each) =>
    numberType === purchaseTypes.tollFree ? !isTollFree(each) : (numberType === purchaseTypes.local || numberType === purchaseTypes.fax) && isTollFree(each),
  );
  if (other !== undefined)
    throw wrong('number_type', `${displayPhone(other)} is ${isTollFree(other) ? 'a toll-free number, type 2' : 'not a toll-free number'}`);
  return named;
}

/** Adds available numbers of the first one's area code or prefix until there are `quantity`. Asks the carrier; throws `invalid` where there are too few. */
export async function addAvailableNumbers(services: Services, named: readonly string[], quantity: number, category: 1 | 3): Promise<string[]> {
  if (quantity < named.length) throw wrong('quantity', `Send a quantity of at least ${named.length}: so many are named`);
  const [first = ''] = named;
  const lacking = quantity - named.length;
  if (lacking === 0) return [...named];
  const code = first.slice(2, 5);
  const prefix = tollFreeCodes.find((known) => known === code);
  const place = prefix === undefined ? { category, areaCode: code } : { prefix };
  const market = getNumberVendor(services, category, 'number_type');
  const { offers } = await locate(market, completeSearch({ overlays: false, match: 'contains', pattern: '', ...place }), quantity + named.length);
  const more = offers.map(({ number }) => number).filter((number) => !named.includes(number));
  if (more.length < lacking) throw wrong('quantity', `Available with ${code}: ${named.length + more.length}`);
  return [...named, ...more.slice(0, lacking)];
}
