/** The carrier's shelf of numbers: which are free is the same for everybody and at every start; which were bought is remembered here. */
import { areaCodes, findAreaState } from '#contract/text/areaCodes.ts';
import { toKeypadDigits, tollFreeCodes } from '#contract/text/vanity.ts';

/** Properties the account stores for a number: its friendly name, and the addresses that answer for it. */
export interface NumberSettings {
  readonly friendlyName: string;
  readonly voiceUrl: string;
  readonly smsUrl: string;
  readonly statusCallback: string;
}

/** A number of the account. */
export interface OwnedNumber extends NumberSettings {
  readonly sid: string;
  readonly number: string;
  readonly boughtAt: Date;
}

/** Outcomes of a request to buy; the first digits behind the area code decide in area 907. */
type BuyReply =
  | { readonly kind: 'sell' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'refuse'; readonly code: number; readonly message: string }
  | { readonly kind: 'busyOnce' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'fail'; readonly isSold: boolean };

/** Numbers with a known outcome: 907-80x-xxxx. The one table: the sandbox plays it, its page prints it, tests read it. */
export const magicOffers: readonly { readonly exchange: string; readonly title: string; readonly reply: BuyReply }[] = [
  { exchange: '800', title: 'Bought', reply: { kind: 'sell' } },
  { exchange: '801', title: 'No longer available (21422)', reply: { kind: 'taken' } },
  {
    exchange: '802',
    title: 'Refused: the account is not allowed to (21631)',
    reply: { kind: 'refuse', code: 21631, message: 'Your account may not buy this number' },
  },
  { exchange: '803', title: 'Too many requests once (429), then bought', reply: { kind: 'busyOnce' } },
  { exchange: '804', title: 'Bought, reply lost', reply: { kind: 'drop' } },
  { exchange: '805', title: 'Error 500 after selling it', reply: { kind: 'fail', isSold: true } },
  { exchange: '806', title: 'Error 500 once without selling it, then bought', reply: { kind: 'fail', isSold: false } },
];
export const magicArea = '907';

/** Returns the outcome of a request for a number. */
export const findBuyReply = (number: string): BuyReply =>
  (number.startsWith(`+1${magicArea}`) ? magicOffers.find(({ exchange }) => number.slice(5, 8) === exchange)?.reply : undefined) ?? { kind: 'sell' };

/** The nth number of a magic outcome. Throws for a title that is none. */
export function findMagicOffer(title: string, nth = 0): string {
  const found = magicOffers.find((each) => each.title === title);
  if (!found) throw new Error(`Unknown magic offer “${title}”`);
  return `+1${magicArea}${found.exchange}${String(2_000 + nth)}`;
}

/** One in three numbers is free; scattered, and the same always. */
function isInStock(national: string): boolean {
  let mixed = Number(national) % 2_147_483_647;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % 3 === 0 || (national.startsWith(magicArea) && /^80[0-6]/.test(national.slice(3)));
}

/** A number of the North American plan: exchange from 200, not N11 and not 555. */
const isPlanned = (national: string) => /^[2-9]\d{2}[2-9]\d{6}$/.test(national) && !/^\d{3}(?:\d11|555)/.test(national);

export interface Inventory {
  /** Free numbers of ten digits: in these area codes, fitting the pattern of ten places or the digits that stand anywhere. */
  search(query: { readonly areas: readonly string[]; readonly contains: string | null; readonly limit: number }): string[];
  /** Sells a number; null when it is not free. */
  sell(number: string, given: NumberSettings): OwnedNumber | null;
  /** One comes over from another carrier; nobody answers for it yet. */
  portIn(number: string): OwnedNumber;
  /** Says who answers for a number of the account; what is not given stays. Null when it is not there. */
  update(sid: string, given: Partial<NumberSettings>): OwnedNumber | null;
  /** Somebody elsewhere takes it. */
  markTaken(number: string): void;
  release(sid: string): boolean;
  find(filter: { readonly number?: string | undefined; readonly sid?: string | undefined }): OwnedNumber[];
  /** Returns the number of times a number was sold, all told. */
  countSales(number: string): number;
  /** Number of searches of the inventory. */
  readonly searches: number;
}

/** Ten places with `*` for any digit, from what the carrier is asked for; digits alone may stand at every place behind the area code. */
function listPatterns(contains: string | null): string[] {
  if (contains === null) return ['*'.repeat(10)];
  const letters = contains.replace(/^\+?1(?=.{10}$)/, '');
  const digits = [...letters].map((each) => (each === '*' ? each : toKeypadDigits(each))).join('');
  if (digits.length === 10) return [digits];
  return Array.from({ length: 7 - digits.length + 1 }, (_, at) => `${'*'.repeat(3 + at)}${digits}`.padEnd(10, '*'));
}

const maxTries = 60_000;
const primes = 7_919;

/** Numbers that fit one pattern, scattered; stops when there are enough or it has looked long enough. */
function* generateMatches(area: string, pattern: string): Generator<string> {
  if ([...area].some((digit, at) => pattern[at] !== '*' && pattern[at] !== digit)) return;
  const free = [...pattern.slice(3)].filter((place) => place === '*').length;
  const all = 10 ** free;
  for (let at = 0; at < Math.min(all, maxTries); at += 1) {
    const filling = String((at * primes + Number(area) * 13) % all).padStart(free, '0');
    let next = 0;
    yield area + [...pattern.slice(3)].map((place) => (place === '*' && free > 0 ? filling[next++] : place)).join('');
  }
}

export function createInventory(newSid: () => string): Inventory {
  const owned = new Map<string, OwnedNumber>();
  const taken = new Set<string>();
  const sold = new Map<string, number>();
  let searches = 0;
  const isFree = (national: string) => isPlanned(national) && isInStock(national) && !taken.has(national) && !owned.has(`+1${national}`);
  return {
    get searches() {
      return searches;
    },
    search({ areas, contains, limit }) {
      searches += 1;
      const found = new Set<string>();
      // Each area gives its share first; what is missing then comes from whichever has more.
      for (const most of [Math.ceil(limit / Math.max(1, areas.length)), limit]) {
        for (const area of areas) {
          let here = 0;
          for (const national of listPatterns(contains).flatMap((pattern) => generateMatches(area, pattern).filter(isFree).take(most).toArray())) {
            if (found.size >= limit || here >= most) break;
            found.add(national);
            here += 1;
          }
        }
      }
      return [...found];
    },
    sell(number, given) {
      const national = number.slice(2);
      if (!isPlanned(national) || taken.has(national) || owned.has(number)) return null;
      const bought: OwnedNumber = { ...given, sid: newSid(), number, boughtAt: new Date() };
      owned.set(number, bought);
      sold.set(number, (sold.get(number) ?? 0) + 1);
      return bought;
    },
    portIn(number) {
      const come: OwnedNumber = { friendlyName: '', voiceUrl: '', smsUrl: '', statusCallback: '', sid: newSid(), number, boughtAt: new Date() };
      owned.set(number, come);
      return come;
    },
    update(sid, given) {
      const found = [...owned.values()].find((each) => each.sid === sid);
      if (!found) return null;
      const handed: OwnedNumber = { ...found, ...given };
      owned.set(found.number, handed);
      return handed;
    },
    markTaken: (number) => void taken.add(number.slice(2)),
    release(sid) {
      const found = [...owned.values()].find((each) => each.sid === sid);
      return found !== undefined && owned.delete(found.number);
    },
    find: ({ number, sid }) => {
      if (number !== undefined) return [owned.get(number)].flatMap((each) => each ?? []);
      return [...owned.values()].filter((each) => sid === undefined || each.sid === sid);
    },
    countSales: (number) => sold.get(number) ?? 0,
  };
}

/** Area codes that are looked through when none is named: a few far apart. */
export const defaultAreas: readonly string[] = areaCodes.filter((_, at) => at % 40 === 0);
export { findAreaState, tollFreeCodes };
