/** Phone numbers in parameters, and as people read them (spec 1.5, 1.9). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';

/** Reads a parameter that is an id or a number: fewer than ten digits are an id; null when it is neither. */
export function readIdOrNumber(typed: string): number | string | null {
  const isId = /^[1-9]\d{0,15}$/.test(typed);
  const number = isId && typed.length < 10 ? null : normalisePhone(typed);
  return number ?? (isId ? Number(typed) : null);
}

/** The number as people read it: international, dashes between the groups: `+1 212-555-0123`, `+44 20-7946-0958`. */
export function formatPhone(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed || parsed.countryCallingCode === '1') return displayPhone(number);
  const code = `+${parsed.countryCallingCode}`;
  const rest = parsed.formatInternational().slice(code.length).trim().replaceAll(' ', '-');
  return rest === '' ? code : `${code} ${rest}`;
}

/** Recipient stored for a withheld caller. */
export const anonymous = 'anonymous';
