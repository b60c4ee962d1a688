/** Where texts and calls may go: `+1` alone says neither country nor price (SAFETY.md). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { stateOfArea } from '#contract/areaCodes.ts';

/** Why a number cannot be reached from here; `country` as ISO 3166, where it is known. */
export type DestinationFault = { readonly kind: 'invalid' } | { readonly kind: 'premium' } | { readonly kind: 'abroad'; readonly country: string | null };

const premiumTypes = new Set(['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER']);
const tollFree = /^\+1(800|833|844|855|866|877|888)\d{7}$/;

/** A toll-free number of North America. */
export function isTollFree(number: string): boolean {
  return tollFree.test(number);
}

/** A number of the United States (E.164) that can be bought or brought in: of one of its area codes, or toll-free. Canada and the Caribbean are none, though `+1` too. */
export function isOfUnitedStates(number: string): boolean {
  return /^\+1[2-9]\d{9}$/.test(number) && (stateOfArea(number.slice(2, 5)) !== null || isTollFree(number));
}

/** What stands against a destination (E.164) where these countries are on; null when nothing does. */
export function destinationFault(number: string, countries: ReadonlySet<string>): DestinationFault | null {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid()) return { kind: 'invalid' };
  if (premiumTypes.has(parsed.getType() ?? '') || /^\+1900/.test(number)) return { kind: 'premium' };
  const isForeign = parsed.country === undefined ? parsed.countryCallingCode !== '1' || !parsed.isNonGeographic() : !countries.has(parsed.country);
  return isForeign && !isTollFree(number) ? { kind: 'abroad', country: parsed.country ?? null } : null;
}
