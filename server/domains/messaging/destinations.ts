/** Where texts may go: the United States and Canada, and no premium lines. `+1` alone says neither. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const countries = new Set(['US', 'CA']);
const premiumTypes = new Set(['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER']);

/** Why a number (E.164) may not be texted, in words; null when it may. */
export function refuseDestination(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid()) return 'This is not a phone number that can be texted';
  if (premiumTypes.has(parsed.getType() ?? '') || /^\+1900/.test(number)) return 'Premium numbers are off: texts to them cost a multiple';
  if (parsed.country === undefined ? parsed.countryCallingCode !== '1' || !parsed.isNonGeographic() : !countries.has(parsed.country)) {
    return isTollFree(number) ? null : 'Texts go to the United States and Canada only';
  }
  return null;
}

const tollFree = /^\+1(800|833|844|855|866|877|888)\d{7}$/;

/** A toll-free number of North America. */
export function isTollFree(number: string): boolean {
  return tollFree.test(number);
}
