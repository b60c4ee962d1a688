/** Carriers' error codes in words a person can act on (COMPLIANCE.md, Twilio's public list, 2026). */
import { errorCatalogue } from '#contract/core/errors.ts';
import { optedOutReason } from '#contract/messaging/texts.ts';

const texts: Readonly<Record<string, string>> = {
  '21211': 'Invalid phone number',
  '21610': optedOutReason,
  '21635': 'Landlines can’t receive texts',
  '30003': 'Phone unreachable. Try again later.',
  '30005': 'This number is not in service',
  '30006': 'This is a landline or cannot be reached',
  '30007': 'Blocked by carrier spam filters',
  '30008': 'Unknown carrier error',
  '30034': 'The sending number is not registered for business texting (10DLC)',
  not_configured: errorCatalogue.not_configured.message,
  'account-off': 'The company was suspended or closed. Nothing was sent.',
  'number-off': 'The sending number can no longer send texts',
  'carrier-away': 'The carrier was unreachable. Nothing was sent.',
};

/** The words for a code; a code without words is named as it is. */
export function formatCarrierError(code: string): string {
  return texts[code] ?? `The carrier refused it (error ${code})`;
}
