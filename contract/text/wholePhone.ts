/** Telling a whole phone number from the beginning of one. */
import { extractDigits, isPhoneLike } from './phone.ts';

/** Does this read like all of a phone number? No plan has local numbers of fewer than seven digits that can be forwarded to or looked up; E.164 ends at 15. */
export const isCompletePhone = (typed: string): boolean => isPhoneLike(typed) && extractDigits(typed).length >= 7 && extractDigits(typed).length <= 15;
