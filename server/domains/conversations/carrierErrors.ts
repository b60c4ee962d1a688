/** Carriers' error codes in words a person can act on (COMPLIANCE.md, Twilio's public list, 2026). */
import { errorCatalogue } from '#contract/errors.ts';
import { optedOutReason } from '#contract/messages.ts';

const texts: Readonly<Record<string, string>> = {
  '21211': 'This is not a phone number the carrier can reach',
  '21610': optedOutReason,
  '21635': 'This is a landline, which cannot get texts',
  '30003': 'The phone is off or out of reach; try again later',
  '30005': 'This number is not in service',
  '30006': 'This is a landline or cannot be reached',
  '30007': 'The carrier filtered this message as unwanted',
  '30008': 'The carrier could not say why it failed',
  '30034': 'The sending number is not registered for business texting (10DLC)',
  not_configured: errorCatalogue.not_configured.message,
  'number-off': 'The number it was to be sent from can no longer send texts',
  'carrier-away': 'The carrier could not be reached for long; nothing was sent',
};

/** The words for a code; a code without words is named as it is. */
export function carrierErrorText(code: string): string {
  return texts[code] ?? `The carrier refused it (error ${code})`;
}
