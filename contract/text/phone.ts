/** Showing phone numbers (spec 1.9, RULE-040) without a library: numbers of the North American plan are grouped, others stay as stored. */

const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** `+12125550123` → `+1 212-555-0123`; a number outside of the North American plan, a short code or a name comes back as it is. */
export function displayPhone(number: string): string {
  const parts = northAmerican.exec(number);
  return parts ? `+1 ${parts[1]}-${parts[2]}-${parts[3]}` : number;
}

/** True for a short code of North America, such as `55555`: it sends texts, takes only its own keywords and can't be called. */
export function isShortCode(number: string): boolean {
  return /^[2-9]\d{4,5}$/.test(number);
}

/** Why a short code gets no reply. */
export const shortCodeReason = 'Short codes can’t receive replies from a regular number';

/** The three digits of the area code; null outside of the North American plan. */
export function getAreaCode(number: string): string | null {
  return northAmerican.exec(number)?.[1] ?? null;
}

/** Digits alone, as a search for a number compares them: `(212) 555-0123` → `2125550123`. */
export function extractDigits(typed: string): string {
  return typed.replace(/\D/g, '');
}

/** Checks whether a text is a number, or a part of one, as a person types or pastes it: at least two digits, and nothing but digits and what may separate them. */
export function isPhoneLike(typed: string): boolean {
  return /^(?:(?:tel|sms):)?[+()\d\s./_·•\p{Pd}\p{Cf}]+$/iu.test(typed.trim()) && extractDigits(typed).length >= 2;
}
