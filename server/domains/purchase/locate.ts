/** Looking for numbers to buy (spec 1.2, 1.7): area code with its overlays, toll-free prefix, pattern by digits or letters. */
import { overlaysOf, stateOfArea } from '#contract/areaCodes.ts';
import { numberLimits } from '#contract/numberLimits.ts';
import { fitsSearch, type MatchMode, numberCategories } from '#contract/numberSearch.ts';
import type { Offer } from '#contract/purchase.ts';
import { keypadDigits, type TollFreePrefix, tollFreeCodes } from '#contract/vanity.ts';
import { Busy } from '../../carrier/http.ts';
import type { CarrierNumbers, FreeNumber, NumberQuery } from '../../carrier/numbers.ts';
import { isTollFree } from '../../destinations.ts';
import { Refusal } from '../../http/errors.ts';
import { createSearchCache, type SearchCache } from './cache.ts';

/** What is looked for, as the call carries it. */
export interface Wanted {
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
export function carrierPattern(match: MatchMode, digits: string): string | null {
  if (digits === '') return null;
  if (match === 'contains') return digits;
  return match === 'startsWith' ? (stars(3) + digits).padEnd(places, '*') : stars(places - digits.length) + digits;
}

/** A number with the letters that were looked for where its digits have them: `+18003275862`, PLUMB → `800-32P-LUMB`. */
export function vanityForm(number: string, pattern: string): string | null {
  if (!/[A-Z]/i.test(pattern)) return null;
  const national = number.slice(2);
  const at = national.lastIndexOf(keypadDigits(pattern));
  if (at < 0) return null;
  const spelled = national.slice(0, at) + pattern.toUpperCase() + national.slice(at + pattern.length);
  return `${spelled.slice(0, 3)}-${spelled.slice(3, 6)}-${spelled.slice(6)}`;
}

/** The searches at the carrier that together are this one. */
function queriesOf(wanted: Wanted, limit: number): NumberQuery[] {
  const contains = carrierPattern(wanted.match, keypadDigits(wanted.pattern));
  const isFax = wanted.category === numberCategories.fax;
  if (wanted.prefix !== undefined) return [{ kind: 'tollFree', areaCode: wanted.prefix === '8**' ? null : wanted.prefix, contains, isFax: false, limit }];
  if (wanted.areaCode === undefined) return [{ kind: 'local', areaCode: null, contains, isFax, limit }];
  const codes = wanted.overlays ? [wanted.areaCode, ...overlaysOf(wanted.areaCode)] : [wanted.areaCode];
  return codes.map((areaCode) => ({ kind: 'local', areaCode, contains, isFax, limit }));
}

/** Refuses what cannot be looked for, with the field. */
export function checkWanted(wanted: Wanted): void {
  const wrong = (field: string, message: string) => new Refusal('invalid', { field: `search_updated.${field}`, message });
  if (wanted.category === numberCategories.international) throw wrong('category', 'Numbers of the United States are offered');
  if (wanted.prefix !== undefined && wanted.areaCode !== undefined) throw wrong('prefix', 'A toll-free number has no area code besides its prefix');
  if (wanted.prefix !== undefined && wanted.category === numberCategories.fax) throw wrong('prefix', 'Fax numbers are local: name an area code');
  if (wanted.areaCode !== undefined && tollFreeCodes.some((code) => code === wanted.areaCode))
    throw wrong('area_code', 'This is a toll-free prefix: name it as one');
  if (wanted.areaCode !== undefined && stateOfArea(wanted.areaCode) === null)
    throw wrong('area_code', `${wanted.areaCode} is no area code of the United States`);
  if (wanted.pattern.length === 1) throw wrong('pattern', 'A pattern has two digits or letters at least');
}

const caches = new WeakMap<CarrierNumbers, SearchCache<readonly FreeNumber[]>>();
function cacheOf(carrier: CarrierNumbers): SearchCache<readonly FreeNumber[]> {
  const cache = caches.get(carrier) ?? createSearchCache<readonly FreeNumber[]>(numberLimits.numberSearchMs, Date.now);
  caches.set(carrier, cache);
  return cache;
}

/** Forgets what was found of numbers that are no longer free. */
export function forgetFound(carrier: CarrierNumbers, numbers: readonly string[]): void {
  cacheOf(carrier).drop((found) => found.some(({ number }) => numbers.includes(number)));
}

/** What the carrier's failure means for the person. */
function carrierTrouble(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Busy) return new Refusal('too_many_requests', { retryAfter: Math.ceil(error.afterMs / 1_000), cause: error });
  return new Refusal('upstream', { message: 'The carrier did not answer; nothing was lost, try again', cause: error });
}

/** US dollars a month for a number, by the carrier's list of prices. */
export async function monthlyCosts(carrier: CarrierNumbers): Promise<(number: string) => number> {
  const { local, tollFree } = await carrier.prices().catch((error: unknown) => {
    throw carrierTrouble(error);
  });
  return (number) => (isTollFree(number) ? tollFree : local);
}

/** What a number is once it is bought. */
export const kindOf = (number: string, category: number) => ({
  type: isTollFree(number) ? (2 as const) : (1 as const),
  lineType: category === numberCategories.fax ? (2 as const) : (1 as const),
  providerId: isTollFree(number) ? (2 as const) : (1 as const),
});

/** Numbers that are free, at most `limit`, and the area codes that were looked through. */
export async function locate(carrier: CarrierNumbers, wanted: Wanted, limit: number): Promise<{ readonly offers: Offer[]; readonly areaCodes: string[] }> {
  checkWanted(wanted);
  const queries = queriesOf(wanted, limit);
  const costOf = await monthlyCosts(carrier);
  const found = await Promise.all(queries.map((query) => cacheOf(carrier).get(JSON.stringify(query), () => carrier.search(query)))).catch((error: unknown) => {
    throw carrierTrouble(error);
  });
  const digits = keypadDigits(wanted.pattern);
  const search = { match: wanted.match, prefix: wanted.prefix ?? null, areaCode: wanted.areaCode ?? null };
  const fitting = found.flat().filter(({ number }) => fitsSearch(search, digits, number.slice(2)));
  const unique = [...new Map(fitting.map((each) => [each.number, each])).values()].slice(0, limit);
  const offers = unique.map(
    (each): Offer => ({
      number: each.number,
      nationalNumber: each.number.slice(2),
      vanity: vanityForm(each.number, wanted.pattern),
      locality: each.locality,
      region: each.region,
      category: wanted.category,
      ...kindOf(each.number, wanted.category),
      smsCapable: each.smsCapable,
      monthlyCost: costOf(each.number),
    }),
  );
  return { offers, areaCodes: queries.flatMap(({ areaCode }) => areaCode ?? []) };
}
