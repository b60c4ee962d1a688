/** Why a recipient did not get a text, or not yet, in words. */
import { reviewLineLabel, type SkipReason, skipReasons } from '#contract/campaigns/enums.ts';

/** Meanings of carrier codes (COMPLIANCE.md). */
const codes: Readonly<Record<string, string>> = {
  '21211': 'The number isn’t valid',
  '21610': 'The recipient opted out at the carrier',
  '21614': 'The number can’t get texts',
  '21635': 'The number is a landline',
  '30003': 'The phone can’t be reached',
  '30005': 'The number isn’t in service',
  '30006': 'The number is a landline, or can’t be reached',
  '30007': 'The carrier filtered the text',
  '30008': 'The carrier gives no reason',
  '30034': 'The sending number isn’t registered for US texting',
  'carrier-away': 'The carrier couldn’t be reached',
  'not-taken': 'The carrier has no record of this text',
};

interface Told {
  readonly state: string;
  readonly reason: string | null;
  readonly error_code: string | null;
}

const isSkipReason = (reason: string): reason is SkipReason => skipReasons.some((known) => known === reason);

/** The reason in words; null where there is none to give. */
export function explainEvent({ state, reason, error_code: code }: Told): string | null {
  if (state === 'skipped' && reason === 'gone') return 'No contact has this number any more';
  if (state === 'skipped' && reason !== null) return isSkipReason(reason) ? reviewLineLabel[reason] : null;
  if (state === 'held') return reason === 'count' ? 'Had three texts within 24 hours' : 'Outside texting hours where they live';
  if (state === 'unknown') return 'The carrier didn’t confirm this text';
  return code === null ? null : (codes[code] ?? `The carrier answered ${code}`);
}
