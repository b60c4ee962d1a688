/** Allowed destinations of texts and calls: `+1` alone says neither country nor price (SAFETY.md). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { findAreaState } from '#contract/text/areaCodes.ts';

/** Why a number cannot be reached from here; `country` as ISO 3166, where it is known. */
type DestinationFault = { readonly kind: 'invalid' } | { readonly kind: 'premium' } | { readonly kind: 'abroad'; readonly country: string | null };

const premiumTypes = new Set(['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'PERSONAL_NUMBER']);
/**
 * North American codes whose price the caller cannot know, although they are no premium code by name: personal numbers and machines (5XX), the Canadian
 * special services (6XX), services of a single carrier (700) and of the government (710). NANPA, "NPA codes not geographic", 2026.
 */
const specialCode = /^\+1(500|52[1-9]|533|544|566|577|588|600|622|633|644|655|677|688|700|710|900)/;
/** Pay-per-call exchanges of any area code (NPA-976). */
const payPerCall = /^\+1\d{3}976/;

/** True for a number that costs more than its area code says. Toll-free numbers cost the caller nothing. */
const isPremium = (number: string, type: string | undefined) =>
  premiumTypes.has(type ?? '') || specialCode.test(number) || (payPerCall.test(number) && !tollFree.test(number));

const tollFree = /^\+1(800|833|844|855|866|877|888)\d{7}$/;

/** Numbers of emergency services and crisis lines: no address is kept at the carrier, so help would not find the caller. */
const emergency = /^(?:\+?1)?(?:911|933|988|112|999|000|110|118|119)$/;

/** True for an emergency number, as somebody types it. */
export const isEmergency = (typed: string): boolean => emergency.test(typed.replaceAll(/[\s().-]/g, ''));

/** A toll-free number of North America. */
export function isTollFree(number: string): boolean {
  return tollFree.test(number);
}

/** A number of the United States (E.164) that can be bought or brought in: of one of its area codes, or toll-free. Canada and the Caribbean are none, though `+1` too. */
export function isOfUnitedStates(number: string): boolean {
  return /^\+1[2-9]\d{9}$/.test(number) && (findAreaState(number.slice(2, 5)) !== null || isTollFree(number));
}

/** Returns the fault of a destination (E.164) when these countries are on; null when there is none. */
export function findDestinationFault(number: string, countries: ReadonlySet<string>): DestinationFault | null {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid()) return { kind: 'invalid' };
  if (isPremium(number, parsed.getType())) return { kind: 'premium' };
  const isForeign = parsed.country === undefined ? parsed.countryCallingCode !== '1' || !parsed.isNonGeographic() : !countries.has(parsed.country);
  return isForeign && !isTollFree(number) ? { kind: 'abroad', country: parsed.country ?? null } : null;
}
