/** Destinations of texts and faxes: the United States and Canada, and no premium lines. */
import { isShortCode, shortCodeReason } from '#contract/text/phone.ts';
import { findDestinationFault } from '../destinations.ts';

const countries = new Set(['US', 'CA']);
const said = {
  text: {
    invalid: 'This is not a phone number that can be texted',
    premium: 'Texts to premium-rate numbers are blocked',
    abroad: 'You can only text numbers in the US and Canada',
  },
  fax: {
    invalid: 'This number can’t receive faxes',
    premium: 'Faxes to premium numbers are blocked',
    abroad: 'Faxes outside the US and Canada are blocked',
  },
} as const;

/** Why a number (E.164) may not be texted or faxed, in words; null when it may. */
export function checkMessageDestination(number: string, what: keyof typeof said = 'text'): string | null {
  if (isShortCode(number)) return shortCodeReason;
  const fault = findDestinationFault(number, countries);
  return fault === null ? null : said[what][fault.kind];
}
