/** Things that can be begun with words that name nothing yet: a phone number, or words to look for in messages. */
import type { Registry } from '#commands/core/registry.ts';
import { displayPhone, extractDigits } from '#contract/text/phone.ts';
import type { QueryScope } from '#machines/palette/index.ts';
import { commandToItem, type PaletteItem } from './items.ts';
import { extractPhoneDigits } from './match/words.ts';

/** Outcome of a search for the words. `pending`: nothing was found here, and the server has not answered yet. */
export type SearchOutcome = 'pending' | 'nothing' | 'some';

/** Fewer letters begin too much to be looked for in messages beside what they found. */
const minLetters = 3;
/** Fewer digits are a part of a number. */
const minDigits = 7;
const maxDigits = 15;

/** A whole phone number in any spelling, as E.164 where its country is clear; null where the words are none. */
function parsePhoneQuery(words: string): string | null {
  const digits = extractPhoneDigits(words) === null ? '' : extractDigits(words);
  if (digits.length < minDigits || digits.length > maxDigits) return null;
  if (/^(tel:)?\s*\+/i.test(words)) return `+${digits}`;
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : digits;
}

/** True for words that are a phone number with its area: as long as an American one, or longer. */
export const isWholePhone = (words: string): boolean => (parsePhoneQuery(words)?.replace(/\D/g, '').length ?? 0) >= 10;

interface PhoneFallback {
  readonly commandId: string;
  readonly getTitle: (phone: string) => string;
  readonly getArgs: (phone: string) => Readonly<Record<string, string>>;
}

const phoneFallbacks: readonly PhoneFallback[] = [
  { commandId: 'conversations.start', getTitle: (phone) => `Message ${phone}`, getArgs: (to) => ({ to }) },
  { commandId: 'phone.dial', getTitle: (phone) => `Call ${phone}`, getArgs: (to) => ({ to }) },
  { commandId: 'contacts.createWithPhone', getTitle: (phone) => `Create contact for ${phone}`, getArgs: (phone) => ({ phone }) },
  { commandId: 'calls.search', getTitle: (phone) => `Show calls from ${phone}`, getArgs: (phone) => ({ line: `from:${phone}` }) },
  { commandId: 'blocks.add', getTitle: (phone) => `Block ${phone}`, getArgs: (target) => ({ target, place: 'everywhere' }) },
];

/** Lists commands that take the words of a query. Words that found something are looked for in messages too, where everything is searched. */
export function listFallbacks(registry: Registry, scope: QueryScope, words: string, outcome: SearchOutcome): PaletteItem[] {
  const create = (commandId: string, title: string, args: Readonly<Record<string, string>>): PaletteItem[] => {
    const command = registry.get(commandId);
    return command ? [{ ...commandToItem(command), id: `offer:${commandId}`, title, run: { commandId, args } }] : [];
  };
  if (scope !== 'everything' && scope !== 'people' && scope !== 'numbers') return [];
  const phone = parsePhoneQuery(words);
  if (phone !== null) return phoneFallbacks.flatMap(({ commandId, getTitle, getArgs }) => create(commandId, getTitle(displayPhone(phone)), getArgs(phone)));
  const isOffered = outcome === 'nothing' || (outcome === 'some' && scope === 'everything' && words.length >= minLetters);
  return isOffered ? create('search.messages', `Search messages for “${words}”`, { q: words }) : [];
}
