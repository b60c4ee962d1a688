/** Search for numbers to buy, and the line of text that expresses it: `800 ends PLUMB`, `415 x10`, `fax 212`. Pure. */

import { findAreaState } from './areaCodes.ts';
import { type TollFreePrefix, tollFreeCodes, tollFreePrefixes } from './vanity.ts';

/** ENUM-001…003. */
export const numberCategories = { voiceAndSms: 1, international: 2, fax: 3 } as const;

/** ENUM-008…011: what is bought. */
export const purchaseTypes = { local: 1, tollFree: 2, fax: 3, bulk: 4 } as const;

/** RULE-019, ENUM-029…031, in the order they are offered. */
export const matchModes = ['starts_with', 'ends_with', 'contains'] as const;
export type MatchMode = (typeof matchModes)[number];

export const matchLabel: Readonly<Record<MatchMode, string>> = { starts_with: 'Starts with', ends_with: 'Ends with', contains: 'Contains' };

/** Numbers bought in one go, at most. */
export const maxBulkNumbers = 100;

/** Characters of a pattern: the number behind its area code. */
export const maxPatternLength = 7;

export interface NumberSearch {
  readonly category: 1 | 2 | 3;
  readonly type: 1 | 2 | 3 | 4;
  /** Three digits; null with a toll-free prefix, or anywhere. */
  readonly areaCode: string | null;
  /** The codes that serve the same area are looked through too. */
  readonly overlays: boolean;
  readonly prefix: TollFreePrefix | null;
  readonly match: MatchMode;
  /** Digits and letters, upper case; empty: any number. */
  readonly pattern: string;
  /** Number of phone numbers wanted; more than one is a bulk purchase. */
  readonly quantity: number;
}

/** A search that was read, or what is wrong, with the word it is about. */
type SearchResult = { readonly ok: true; readonly search: NumberSearch } | { readonly ok: false; readonly error: string; readonly word: string };

const modesByWord: Readonly<Record<string, MatchMode>> = {
  starts: 'starts_with',
  begins: 'starts_with',
  start: 'starts_with',
  ends: 'ends_with',
  end: 'ends_with',
  contains: 'contains',
  has: 'contains',
};

const fillers = new Set(['with', 'voice', 'sms', 'local', 'numbers', 'number', 'in', 'us']);

const isPrefix = (word: string): word is TollFreePrefix => tollFreePrefixes.some((prefix) => prefix === word);

interface SearchDraft {
  areaCode: string | null;
  prefix: TollFreePrefix | null;
  overlays: boolean;
  match: MatchMode | null;
  pattern: string;
  quantity: number;
  isFax: boolean;
}

const reject = (word: string, error: string): SearchResult => ({ ok: false, error, word });

/** Takes one word into the draft; the refusal when it cannot. */
function applyWord(draft: SearchDraft, word: string): SearchResult | null {
  const lower = word.toLowerCase();
  // The word after ends, starts or contains is the pattern, even if it could be something else.
  if (draft.match !== null && draft.pattern === '') return word === 'with' ? null : applyPlaceOrPattern(draft, word);
  const times = /^(?:x(\d+)|(\d+)x)$/.exec(lower);
  if (times) {
    draft.quantity = Number(times[1] ?? times[2]);
    return draft.quantity >= 1 && draft.quantity <= maxBulkNumbers ? null : reject(word, `Between 1 and ${maxBulkNumbers} numbers at a time`);
  }
  const mode = modesByWord[lower];
  if (mode !== undefined) draft.match = mode;
  else if (lower === 'fax') draft.isFax = true;
  else if (lower === 'toll-free' || lower === 'tollfree') draft.prefix ??= '8**';
  else if (lower === 'only') draft.overlays = false;
  else if (fillers.has(lower)) return null;
  else return applyPlaceOrPattern(draft, word) ?? null;
  return null;
}

/** A place (the first three digits), else a pattern. */
function applyPlaceOrPattern(draft: SearchDraft, word: string): SearchResult | null {
  const hasPlace = draft.areaCode !== null || draft.prefix !== null;
  if (isPrefix(word) && draft.match === null && !hasPlace) {
    draft.prefix = word;
    return null;
  }
  if (/^\d{3}$/.test(word) && draft.match === null && !hasPlace) {
    if (findAreaState(word) === null) return reject(word, `${word} is not a US area code`);
    draft.areaCode = word;
    return null;
  }
  const pattern = word.replace(/[-.()]/g, '').toUpperCase();
  if (/^\d{1,2}$/.test(pattern) && draft.match === null && !hasPlace) return reject(word, 'An area code has three digits');
  if (!/^[A-Z0-9]+$/.test(pattern)) return reject(word, 'Digits and letters only, such as PLUMB or 7777');
  if (draft.pattern !== '') return reject(word, 'One pattern at a time');
  if (pattern.length > maxPatternLength) return reject(word, `At most ${maxPatternLength} digits or letters after the area code`);
  if (pattern.length < 2) return reject(word, 'Use at least two digits or letters');
  draft.pattern = pattern;
  draft.match ??= 'contains';
  return null;
}

const getPurchaseType = ({ isFax, quantity, prefix }: SearchDraft): NumberSearch['type'] => {
  if (isFax) return purchaseTypes.fax;
  if (quantity > 1) return purchaseTypes.bulk;
  return prefix === null ? purchaseTypes.local : purchaseTypes.tollFree;
};

/** Reads a search as one types it. */
export function parseNumberSearch(text: string): SearchResult {
  const draft: SearchDraft = { areaCode: null, prefix: null, overlays: true, match: null, pattern: '', quantity: 1, isFax: false };
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return reject('', 'Enter an area code, such as 415, 800 ends PLUMB or 415 x10');
  for (const word of words) {
    const refused = applyWord(draft, word);
    if (refused) return refused;
  }
  if (draft.match !== null && draft.pattern === '') return reject(words.at(-1) ?? '', 'Add a pattern, such as ends PLUMB');
  if (draft.isFax && draft.prefix !== null) return reject('fax', 'Fax numbers are local. Add an area code.');
  const { areaCode, prefix, overlays, pattern, quantity, isFax } = draft;
  return {
    ok: true,
    search: { category: isFax ? 3 : 1, type: getPurchaseType(draft), areaCode, prefix, overlays, match: draft.match ?? 'contains', pattern, quantity },
  };
}

const modeWords: Readonly<Record<MatchMode, string>> = { starts_with: 'starts', ends_with: 'ends', contains: 'contains' };

/** A search as text: `parseNumberSearch` parses it back. */
export function formatNumberSearch(search: NumberSearch): string {
  const { category, prefix, areaCode, overlays, pattern, match, quantity } = search;
  return [
    category === 3 ? 'fax' : '',
    prefix ?? areaCode ?? '',
    areaCode !== null && !overlays ? 'only' : '',
    pattern === '' ? '' : `${modeWords[match]} ${pattern}`,
    quantity > 1 ? `x${quantity}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The same search for another type: fax has an area code, toll-free a prefix, bulk is several. */
export function changeSearchType(search: NumberSearch, type: NumberSearch['type'], areaCode: string | null): NumberSearch {
  const local = { prefix: null, areaCode: search.areaCode ?? areaCode };
  if (type === purchaseTypes.tollFree) return { ...search, category: 1, type, prefix: search.prefix ?? '8**', areaCode: null, quantity: 1 };
  if (type === purchaseTypes.fax) return { ...search, ...local, category: 3, type, quantity: 1 };
  if (type === purchaseTypes.bulk) return { ...search, category: 1, type, quantity: Math.max(2, search.quantity) };
  return { ...search, ...local, category: 1, type, quantity: 1 };
}

/** Checks whether the number (ten digits) is one that the search means. */
export function matchesSearch(search: Pick<NumberSearch, 'match' | 'prefix' | 'areaCode'>, digits: string, national: string): boolean {
  const rest = national.slice(3);
  const place = national.slice(0, 3);
  if (search.prefix !== null && (search.prefix === '8**' ? !tollFreeCodes.some((code) => code === place) : place !== search.prefix)) return false;
  if (search.match === 'starts_with') return rest.startsWith(digits);
  return search.match === 'ends_with' ? rest.endsWith(digits) : rest.includes(digits);
}
