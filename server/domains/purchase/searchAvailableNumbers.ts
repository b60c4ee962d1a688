/** Looking for numbers to buy (spec 1.2, 1.7): area code with its overlays, toll-free prefix, pattern by digits or letters. */

import { numberLimits } from '#contract/numbers/limits.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import { findAreaState, listOverlays } from '#contract/text/areaCodes.ts';
import { type MatchMode, matchesSearch, numberCategories, purchaseTypes } from '#contract/text/numberSearch.ts';
import { type TollFreePrefix, toKeypadDigits, tollFreeCodes } from '#contract/text/vanity.ts';
import { CarrierNotConfiguredError, CarrierRateLimitedError } from '../../carrier/http.ts';
import type { AvailableNumber, NumberQuery, NumberVendor } from '../../carrier/numbers.ts';
import { isTollFree } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import { createSearchCache, type SearchCache } from './cache.ts';

/** A search as a call carries it: of category, purchase type and prefix one is enough. */
interface Search extends Omit<Wanted, 'category'> {
  readonly category?: 1 | 2 | 3 | undefined;
  readonly type?: 1 | 2 | 3 | 4 | undefined;
}

/** A search with every value decided. */
interface Wanted {
  readonly category: 1 | 2 | 3;
  readonly areaCode?: string | undefined;
  readonly overlays: boolean;
  readonly prefix?: TollFreePrefix | undefined;
  readonly match: MatchMode;
  readonly pattern: string;
}

const places = 10;
const stars = (count: number) => '*'.repeat(count);

/** The pattern in the carrier's form: ten places with `*` where it stands fast, digits alone where it may stand anywhere. */
export function toCarrierPattern(match: MatchMode, digits: string): string | null {
  if (digits === '') return null;
  if (match === 'contains') return digits;
  return match === 'starts_with' ? (stars(3) + digits).padEnd(places, '*') : stars(places - digits.length) + digits;
}

/** Formats a number with the letters of `pattern` where its digits have them, the word in one piece: `+18003275862`, PLUMB → `800-32-PLUMB`. */
export function formatVanityNumber(number: string, pattern: string): string | null {
  if (!/[A-Z]/i.test(pattern)) return null;
  const national = number.slice(2);
  const at = national.lastIndexOf(toKeypadDigits(pattern));
  if (at < 0) return null;
  const word = pattern.toUpperCase();
  const rest = national.slice(at + pattern.length);
  const before = at > 3 ? [national.slice(0, 3), national.slice(3, at)] : [national.slice(0, at)];
  return [...before, word, rest].filter((part) => part !== '').join('-');
}

/** The searches at the carrier that together are this one. */
function toNumberQueries(wanted: Wanted, limit: number): NumberQuery[] {
  const contains = toCarrierPattern(wanted.match, toKeypadDigits(wanted.pattern));
  if (wanted.prefix !== undefined) return [{ kind: 'tollFree', areaCode: wanted.prefix === '8**' ? null : wanted.prefix, contains, limit }];
  if (wanted.areaCode === undefined) return [{ kind: 'local', areaCode: null, contains, limit }];
  const codes = wanted.overlays ? [wanted.areaCode, ...listOverlays(wanted.areaCode)] : [wanted.areaCode];
  return codes.map((areaCode) => ({ kind: 'local', areaCode, contains, limit }));
}

const wrong = (field: string, message: string) => new AppError('invalid', { field: `search_updated.${field}`, message });

/** Checks whether fax numbers are meant: by the purchase type, else by the category. Throws `refusal` where the two contradict each other. */
export function isFaxSearch({ type, category }: Pick<Search, 'type' | 'category'>, refusal: (message: string) => AppError): boolean {
  const isFax = (type ?? category) === (type === undefined ? numberCategories.fax : purchaseTypes.fax);
  if (category !== undefined && (category === numberCategories.fax) !== isFax)
    throw refusal(isFax ? 'Fax numbers are of category 3' : 'Category 3 goes with type 3, fax numbers');
  return isFax;
}

/** Completes a search by its purchase type: type 2 is toll-free, type 3 fax (AMB-20). Throws `invalid` where type, category and prefix contradict each other. */
export function completeSearch({ type, category, ...search }: Search): Wanted {
  const isFax = isFaxSearch({ type, category }, (message) => wrong('category', message));
  if (type === purchaseTypes.local && search.prefix !== undefined) throw wrong('prefix', 'Toll-free numbers are type 2');
  if (type === purchaseTypes.tollFree && search.prefix === undefined && search.areaCode !== undefined)
    throw wrong('area_code', 'Toll-free numbers have a prefix, such as 800 or 8**, in place of an area code');
  return {
    ...search,
    category: category ?? (isFax ? numberCategories.fax : numberCategories.voiceAndSms),
    ...(type === purchaseTypes.tollFree && search.prefix === undefined ? { prefix: '8**' as const } : {}),
  };
}

/** Refuses what cannot be looked for, with the field. */
function checkWanted(wanted: Wanted): void {
  if (wanted.category === numberCategories.international) throw wrong('category', 'Only US numbers are available');
  if (wanted.prefix !== undefined && wanted.areaCode !== undefined) throw wrong('prefix', 'A toll-free number has no area code besides its prefix');
  if (wanted.prefix !== undefined && wanted.category === numberCategories.fax) throw wrong('prefix', 'Fax numbers are local: name an area code');
  if (wanted.areaCode !== undefined && tollFreeCodes.some((code) => code === wanted.areaCode))
    throw wrong('area_code', 'This is a toll-free prefix, not an area code');
  if (wanted.areaCode !== undefined && findAreaState(wanted.areaCode) === null) throw wrong('area_code', `${wanted.areaCode} is not a US area code`);
  if (wanted.pattern.length === 1) throw wrong('pattern', 'A pattern has two digits or letters at least');
}

const caches = new WeakMap<NumberVendor, SearchCache<readonly AvailableNumber[]>>();
function getCache(carrier: NumberVendor): SearchCache<readonly AvailableNumber[]> {
  const cache = caches.get(carrier) ?? createSearchCache<readonly AvailableNumber[]>(numberLimits.numberSearchMs, Date.now);
  caches.set(carrier, cache);
  return cache;
}

/** Forgets what was found of numbers that are no longer free. */
export function clearSearchCache(carrier: NumberVendor, numbers: readonly string[]): void {
  getCache(carrier).drop((found) => found.some(({ number }) => numbers.includes(number)));
}

/** When a number was last among what was searched, in milliseconds; null for never, in this process. */
export const findLastOffered = (carrier: NumberVendor, number: string): number | null =>
  getCache(carrier).lastHeld((found) => found.some((each) => each.number === number));

/** A failure of the carrier as the person who asked reads it. */
export function toCarrierError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CarrierNotConfiguredError) return new AppError('not_configured', { cause: error });
  if (error instanceof CarrierRateLimitedError) return new AppError('too_many_requests', { retryAfter: Math.ceil(error.afterMs / 1_000), cause: error });
  return new AppError('upstream', { message: 'The carrier didn’t respond. Nothing was lost. Try again.', cause: error });
}

/** US dollars a month for a number, by the carrier's list of prices. */
export async function loadMonthlyCosts(carrier: NumberVendor): Promise<(number: string) => number> {
  const { local, tollFree } = await carrier.prices().catch((error: unknown) => {
    throw toCarrierError(error);
  });
  return (number) => (isTollFree(number) ? tollFree : local);
}

/** Type and line type of a number once it is bought. */
export const toNumberTypes = (number: string, category: number) => ({
  type: isTollFree(number) ? (2 as const) : (1 as const),
  lineType: category === numberCategories.fax ? (2 as const) : (1 as const),
  providerId: isTollFree(number) ? (2 as const) : (1 as const),
});

/** Numbers that are free, at most `limit`, and the area codes that were looked through. */
export async function locate(carrier: NumberVendor, wanted: Wanted, limit: number): Promise<{ readonly offers: Offer[]; readonly areaCodes: string[] }> {
  checkWanted(wanted);
  const queries = toNumberQueries(wanted, limit);
  const costOf = await loadMonthlyCosts(carrier);
  const found = await Promise.all(queries.map((query) => getCache(carrier).get(JSON.stringify(query), () => carrier.search(query)))).catch((error: unknown) => {
    throw toCarrierError(error);
  });
  const digits = toKeypadDigits(wanted.pattern);
  const search = { match: wanted.match, prefix: wanted.prefix ?? null, areaCode: wanted.areaCode ?? null };
  const fitting = found.flat().filter(({ number }) => matchesSearch(search, digits, number.slice(2)));
  const unique = [...new Map(fitting.map((each) => [each.number, each])).values()].slice(0, limit);
  const offers = unique.map(
    (each): Offer => ({
      number: each.number,
      nationalNumber: each.number.slice(2),
      vanity: formatVanityNumber(each.number, wanted.pattern),
      locality: each.locality,
      region: each.region,
      category: wanted.category,
      ...toNumberTypes(each.number, wanted.category),
      smsCapable: each.smsCapable,
      monthlyCost: costOf(each.number),
    }),
  );
  return { offers, areaCodes: queries.flatMap(({ areaCode }) => areaCode ?? []) };
}
