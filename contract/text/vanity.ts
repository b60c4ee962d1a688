/** Toll-free and vanity numbers (spec 1.2, 1.5; RULE-018, RULE-029 to RULE-036). Pure. */

/** Toll-free prefixes on offer, in the spec's order (AMB-15); `8**` is any of them (AMB-14). */
export const tollFreePrefixes = ['8**', '800', '888', '877', '866', '855', '844', '833'] as const;
export type TollFreePrefix = (typeof tollFreePrefixes)[number];

/** The toll-free area codes there are, ascending. */
export const tollFreeCodes = ['800', '833', '844', '855', '866', '877', '888'] as const;

const tollFreePattern = new RegExp(`^(?:\\+?1)?((?:${tollFreeCodes.join('|')})\\d{7})$`);

/** The ten digits of a toll-free number as somebody writes it; null when it is none. Dashes, parentheses and spaces go, nothing else does. */
export function parseTollFree(text: string): string | null {
  return tollFreePattern.exec(text.replace(/[-() ]/g, ''))?.[1] ?? null;
}

const stripSymbols = (text: string) => text.replace(/[^a-z0-9]/gi, '');

/** The seven characters that make a vanity number, upper case; null when there is no letter among them. */
export function parseVanity(text: string): string | null {
  const last = stripSymbols(text).slice(-7).toUpperCase();
  return /[A-Z]/.test(last) ? last : null;
}

const keypad = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Letters as the keypad dials them; digits stay, what is neither goes. */
export function toKeypadDigits(text: string): string {
  return stripSymbols(text)
    .toUpperCase()
    .replace(/[A-Z]/g, (letter) => String(keypad.findIndex((letters) => letters.includes(letter))));
}
