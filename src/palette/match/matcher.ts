/**
 * Finds labels by an inverted index of letter pairs. A query's pairs are counted over all labels in one pass; the few hundred that share most
 * are scored. Tolerates typing errors, word beginnings, words in another order, initials, and parts of phone numbers.
 */
import { fold } from '#contract/text/fold.ts';
import { createGatherer } from './gatherer.ts';
import { Postings } from './postings.ts';
import { type Prepared, scoreLabel } from './score.ts';
import { extractPhoneDigits, parseQuery, type Query, splitWords } from './words.ts';

/** Entry of the search index. */
export interface Entry {
  /** Stable and unique in a matcher. */
  readonly id: string;
  readonly title: string;
  /** The muted words beside the title; found too. */
  readonly detail?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** E.164 or as displayed; found by any part of its digits. */
  readonly phone?: string | undefined;
}
export interface Hit<E extends Entry> {
  readonly entry: E;
  /** About 0 to 1, and what `boost` adds; one less where only a typing error explains it. */
  readonly score: number;
}

export interface Matcher<E extends Entry> {
  /** Adds entries, or replaces those of the same id. */
  add(entries: readonly E[]): void;
  remove(id: string): void;
  readonly size: number;
  /** Labels replaced or removed that still take room. */
  readonly waste: number;
  /** The best, first. `boost` adds to a score (frecency, 0 to 0.2). `limit` at most 200. */
  search(text: string, limit: number, boost?: (entry: E) => number): Hit<E>[];
}

/** Labels scored for so many asked; more cost time and have never changed the first ten. */
const computeShortlistSize = (limit: number): number => Math.min(320, Math.max(64, limit * 4));
/** Below this a hit is noise. */
const floor = 0.34;
const isHit = (score: number): boolean => score >= floor || (score < 0 && score + 1 >= floor);

const slots = 38;
const toSlot = (code: number): number => (code >= 97 && code <= 122 ? code - 96 : code >= 48 && code <= 57 ? code - 21 : code === 32 ? 0 : 37);
const toPairCode = (one: number, other: number): number => toSlot(one) * slots + toSlot(other);
/** Pairs of letters, and after them pairs of initials. */
const pairCount = slots * slots;
const space = 32;

function visitPairs(word: string, visit: (code: number) => void): void {
  let before = space;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    visit(toPairCode(before, code));
    before = code;
  }
}

const nothing: readonly string[] = [];

function prepareEntry(entry: Entry): Prepared {
  const title = splitWords(fold(entry.title)).slice(0, 30);
  const digits = entry.phone === undefined ? (extractPhoneDigits(entry.title) ?? '') : entry.phone.replace(/\D/g, '');
  const initials = title.map((word) => word[0]).join('');
  const keywords = entry.keywords ? splitWords(fold(entry.keywords.join(' '))).slice(0, 30) : nothing;
  const extra = entry.detail ? splitWords(fold(entry.detail)).slice(0, 30) : nothing;
  return { title, keywords, extra, digits, initials, letters: title.reduce((sum, word) => sum + word.length, 0) };
}

/** Scores one entry that is in no index, as `search` would; 0 where it does not fit. */
export function scoreEntry(text: string, entry: Entry): number {
  const score = scoreLabel(parseQuery(text), prepareEntry(entry));
  return isHit(score) ? score : 0;
}

/** The pairs of a query, and how many of them a label must share to be looked at. */
function computePairs(query: Query): { pairs: Set<number>; minShared: number } {
  const pairs = new Set<number>();
  if (query.digits !== null) {
    for (let at = 1; at < query.digits.length; at += 1) pairs.add(toPairCode(query.digits.charCodeAt(at - 1), query.digits.charCodeAt(at)));
    return { pairs, minShared: Math.max(1, pairs.size) };
  }
  for (const word of query.words) visitPairs(word, (code) => pairs.add(code));
  const forgiven = query.words.reduce((sum, word) => sum + (word.length >= 8 ? 5 : word.length >= 3 ? 3 : 0), 0);
  return { pairs, minShared: Math.max(1, pairs.size - forgiven) };
}

const computeInitialPairs = ({ words, joined }: Query): number[] =>
  words.length === 1 && joined.length >= 2 && joined.length <= 6
    ? Array.from({ length: joined.length - 1 }, (_, at) => pairCount + toPairCode(joined.charCodeAt(at), joined.charCodeAt(at + 1)))
    : [];

const sortByRarity = (lists: Postings[]): Postings[] => lists.sort((one, other) => one.length - other.length);
const growArray = <Numbers extends Uint8Array | Uint16Array>(from: Numbers, to: Numbers): Numbers => {
  to.set(from);
  return to;
};

/** Makes an empty matcher. */
export function createMatcher<E extends Entry>(): Matcher<E> {
  const postings: (Postings | undefined)[] = Array.from({ length: pairCount * 2 });
  const entries: (E | null)[] = [];
  const prepared: (Prepared | null)[] = [];
  const places = new Map<string, number>();
  const gatherer = createGatherer();
  let starts = new Uint16Array(1_024);
  let lengths = new Uint8Array(1_024);

  const grow = (): void => {
    if (entries.length < lengths.length) return;
    const size = lengths.length * 2;
    [lengths, starts] = [growArray(lengths, new Uint8Array(size)), growArray(starts, new Uint16Array(size))];
  };

  const post = (code: number, at: number): void => {
    const list = postings[code] ?? new Postings();
    postings[code] = list;
    list.push(at);
  };

  const addOne = (entry: E): void => {
    const old = places.get(entry.id);
    if (old !== undefined) entries[old] = prepared[old] = null;
    const at = entries.length;
    const label = prepareEntry(entry);
    entries.push(entry);
    prepared.push(label);
    places.set(entry.id, at);
    grow();
    for (const word of label.title) visitPairs(word, (code) => post(code, at));
    for (const word of label.keywords) visitPairs(word, (code) => post(code, at));
    for (const word of label.extra) visitPairs(word, (code) => post(code, at));
    for (let digit = 1; digit < label.digits.length; digit += 1) post(toPairCode(label.digits.charCodeAt(digit - 1), label.digits.charCodeAt(digit)), at);
    for (let letter = 1; letter < label.initials.length; letter += 1) {
      post(pairCount + toPairCode(label.initials.charCodeAt(letter - 1), label.initials.charCodeAt(letter)), at);
    }
    const first = label.title[0];
    starts[at] = first === undefined ? 0 : toPairCode(first.charCodeAt(0), first.length > 1 ? first.charCodeAt(1) : space);
    lengths[at] = Math.min(255, label.letters);
  };

  const getLists = (codes: Iterable<number>): Postings[] => [...codes].flatMap((code) => postings[code] ?? []);

  /** Labels with all these initials, one after another. */
  const addInitials = (codes: readonly number[]): number[] => {
    const [rarest, ...others] = sortByRarity(getLists(codes));
    const found: number[] = [];
    if (rarest === undefined || others.length + 1 < codes.length) return found;
    for (let at = 0; at < rarest.length; at += 1) {
      const place = rarest.places[at] as number;
      if (others.every((list) => list.has(place))) found.push(place);
    }
    return found;
  };

  /** The places worth scoring: most pairs shared, then a title that begins like the query, then a short one. */
  const listCandidates = (query: Query, shortlist: number): number[] => {
    const { pairs, minShared } = computePairs(query);
    const whole = addInitials(computeInitialPairs(query));
    const near = gatherer.gather(sortByRarity(getLists(pairs)), pairs.size, minShared, whole, shortlist, entries.length);
    const first = query.words[0] ?? '';
    const start = first.length > 1 ? toPairCode(first.charCodeAt(0), first.charCodeAt(1)) : -1;
    const startSlot = first.length === 1 ? toSlot(first.charCodeAt(0)) : -1;
    const buckets: number[][] = [];
    for (let at = 0; at < near.length; at += 1) {
      const place = near.places[at] as number;
      const shared = gatherer.sharedBy(place);
      if (shared < near.threshold) continue;
      const begins = starts[place] === start || (startSlot >= 0 && Math.floor((starts[place] as number) / slots) === startSlot);
      const rank = (shared - near.threshold) * 24 + (begins ? 12 : 0) + Math.max(0, 11 - ((lengths[place] as number) >> 2));
      const bucket = buckets[rank];
      if (bucket) {
        if (bucket.length < shortlist) bucket.push(place);
      } else buckets[rank] = [place];
    }
    const best: number[] = [];
    for (let rank = buckets.length - 1; rank >= 0 && best.length < shortlist; rank -= 1) {
      const bucket = buckets[rank];
      if (bucket) best.push(...bucket.slice(0, shortlist - best.length));
    }
    return best;
  };

  return {
    add: (added) => {
      for (const entry of added) addOne(entry);
    },
    remove: (id) => {
      const at = places.get(id);
      if (at === undefined) return;
      entries[at] = prepared[at] = null;
      places.delete(id);
    },
    get size() {
      return places.size;
    },
    get waste() {
      return entries.length - places.size;
    },
    search: (text, limit, boost) => {
      const query = parseQuery(text);
      if (query.words.length === 0 && query.digits === null) return [];
      const hits: Hit<E>[] = [];
      for (const at of listCandidates(query, computeShortlistSize(limit))) {
        const entry = entries[at];
        const label = prepared[at];
        if (!entry || !label) continue;
        const score = scoreLabel(query, label);
        if (isHit(score)) hits.push({ entry, score: boost ? score + boost(entry) : score });
      }
      return hits.sort((one, other) => other.score - one.score || one.entry.title.length - other.entry.title.length).slice(0, limit);
    },
  };
}
