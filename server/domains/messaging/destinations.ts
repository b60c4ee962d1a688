/** Where texts may go: the United States and Canada, and no premium lines. */
import { destinationFault } from '../../destinations.ts';

const countries = new Set(['US', 'CA']);
const said = {
  invalid: 'This is not a phone number that can be texted',
  premium: 'Premium numbers are off: texts to them cost a multiple',
  abroad: 'Texts go to the United States and Canada only',
} as const;

/** Why a number (E.164) may not be texted, in words; null when it may. */
export function refuseDestination(number: string): string | null {
  const fault = destinationFault(number, countries);
  return fault === null ? null : said[fault.kind];
}
