/**
 * The search of calls as one line of text: `missed last 7d from:+1415 longer:60 tag:ads "extended warranty" speaker:customer`.
 * Reading and printing; what is printed reads back as the same search.
 */
import { type CallQualification, callDepartments, callOutcomes, type callResults, type Speaker, speakers } from '../calls/enums.ts';
import { isDay } from './day.ts';
import { createParseError, type ParseError, type ParseResult } from './parseError.ts';
import { findNearest, type Token, tokenize } from './queryTokens.ts';

type CallResultName = (typeof callResults)[number];

/** Days: the last so many with today, yesterday, or from one to another such as 2026-03-05, either end open. */
export type Span = { readonly last: number } | { readonly yesterday: true } | { readonly since?: string; readonly until?: string };

/** A search. Numbers and tags are named as the company names them; words are of transcripts, one with a blank in it a phrase, all of them wanted. */
export interface CallQuery {
  readonly results?: readonly CallResultName[];
  readonly isInbound?: boolean;
  readonly isLead?: true;
  readonly isAppointment?: true;
  readonly callers?: 'first' | 'repeat';
  readonly qualification?: CallQualification;
  readonly span?: Span;
  readonly from?: string;
  readonly numbers?: readonly string[];
  /** Seconds: more than, less than. */
  readonly longer?: number;
  readonly shorter?: number;
  readonly tags?: readonly string[];
  readonly by?: string;
  readonly words?: readonly { readonly text: string; readonly isNot?: true }[];
  readonly speaker?: Speaker;
  /** Hour of the day at which the call began, 0 to 23. */
  readonly hour?: number;
  /** Day of the week at which it began. */
  readonly weekday?: Weekday;
  /** Source, pool and caller's area of the call; `none`: without one. The pool by its id. */
  readonly source?: string;
  readonly pool?: string;
  /** State or province of the caller's area code, as two letters; `none`: without one. */
  readonly area?: string;
  readonly device?: string;
  readonly department?: CallDepartment;
  readonly outcome?: CallOutcome;
  /** False: without any tag, its own or its number's. */
  readonly isTagged?: false;
  /** False: no phone answered. */
  readonly hasAgent?: false;
}

/** Days of the week as a search names them, from Monday. */
export const searchWeekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof searchWeekdays)[number];

type CallDepartment = (typeof callDepartments)[number];
type CallOutcome = (typeof callOutcomes)[number];

const isSpeaker = (word: string): word is Speaker => speakers.some((each) => each === word);

/** Words that stand alone and what they mean, in the order in which completion offers them. */
export const plainWords: Readonly<Record<string, { readonly query: CallQuery; readonly description: string }>> = {
  answered: { query: { results: ['answered'] }, description: 'answered calls' },
  missed: { query: { results: ['missed'] }, description: 'missed calls' },
  voicemail: { query: { results: ['voicemail'] }, description: 'calls with a voicemail' },
  blocked: { query: { results: ['blocked'] }, description: 'blocked calls' },
  none: { query: { results: ['none'] }, description: 'calls without a result' },
  inbound: { query: { isInbound: true }, description: 'incoming calls' },
  outbound: { query: { isInbound: false }, description: 'outbound calls' },
  lead: { query: { isLead: true }, description: 'calls marked as lead' },
  appointment: { query: { isAppointment: true }, description: 'calls marked as appointment' },
  first: { query: { callers: 'first' }, description: 'first-time callers' },
  repeat: { query: { callers: 'repeat' }, description: 'repeat callers' },
  qualified: { query: { qualification: 1 }, description: 'qualified calls' },
  'not-qualified': { query: { qualification: 2 }, description: 'calls marked not qualified' },
  untagged: { query: { isTagged: false }, description: 'calls without a tag' },
  'no-destination': { query: { hasAgent: false }, description: 'calls that no destination answered' },
  today: { query: { span: { last: 1 } }, description: 'since midnight' },
  yesterday: { query: { span: { yesterday: true } }, description: 'the day before' },
};

/** Words that a value follows after a colon, and what it is. */
export const keyedWords = {
  last: 'days or weeks: last:7d, last 4w',
  since: 'a day: since:2026-03-05',
  until: 'a day: until:2026-03-31',
  from: 'the beginning of a number or a name: from:+1415, from:"Dana Whitfield"',
  number: 'one of your numbers, by its label or digits: number:"Google ads"',
  longer: 'seconds or minutes: longer:60, longer:2m',
  shorter: 'seconds or minutes: shorter:30',
  tag: 'a tag: tag:ads',
  by: 'who answered: by:"Ana K."',
  speaker: 'agent or customer: speaker:customer',
  qualification: 'lead, qualified or not-qualified',
  hour: 'an hour of the day from 0 to 23: hour:14',
  weekday: 'a day of the week: weekday:mon',
  source: 'a source, or none: source:google',
  pool: 'a pool’s number, or none: pool:12',
  area: 'a state of the caller’s area code, or none: area:CA',
  device: 'a kind of device: device:mobile',
  department: 'a department: department:sales',
  outcome: 'an outcome: outcome:opportunity',
} as const;

type KeyedWord = keyof typeof keyedWords;

const isKey = (word: string): word is KeyedWord => Object.hasOwn(keyedWords, word);

const maxDays = 3_650;

function parseDays(text: string): number | null {
  const [, count = '', unit = 'd'] = /^(\d{1,4})(d|w|days?|weeks?)?$/i.exec(text) ?? [];
  const days = Number(count) * (unit.toLowerCase().startsWith('w') ? 7 : 1);
  return count !== '' && days >= 1 && days <= maxDays ? days : null;
}

const maxSeconds = 86_400;

/** `60`, `60s`, `2m`, `1:30`. */
function parseSeconds(text: string): number | null {
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(text);
  const plain = /^(\d{1,5})(s|m)?$/i.exec(text);
  const seconds = clock ? Number(clock[1]) * 60 + Number(clock[2]) : plain ? Number(plain[1]) * (plain[2]?.toLowerCase() === 'm' ? 60 : 1) : null;
  return seconds !== null && seconds <= maxSeconds ? seconds : null;
}

const qualifications: Readonly<Record<string, CallQualification>> = { qualified: 1, 'not-qualified': 2, lead: 3 };

/** Parses the meaning of a value; a returned string describes the fault in it. */
function parseKeyValue(key: KeyedWord, value: string): CallQuery | string {
  if (value === '') return `Enter a value: ${keyedWords[key]}`;
  switch (key) {
    case 'last': {
      const days = parseDays(value);
      return days === null ? `“${value}” is not a valid period. Use 7d or 4w, up to ten years.` : { span: { last: days } };
    }
    case 'since':
    case 'until':
      return isDay(value) ? { span: { [key]: value } } : `“${value}” is not a date. Use 2026-03-05.`;
    case 'longer':
    case 'shorter': {
      const seconds = parseSeconds(value);
      return seconds === null ? `“${value}” is not a duration. Use 60, 2m or 1:30, up to one day.` : { [key]: seconds };
    }
    case 'speaker':
      return isSpeaker(value.toLowerCase())
        ? { speaker: value.toLowerCase() === 'agent' ? 'agent' : 'customer' }
        : `“${value}” is not a speaker. Use agent or customer.`;
    case 'qualification': {
      const qualification = qualifications[value.toLowerCase()];
      return qualification === undefined ? `“${value}” is not a qualification. Use lead, qualified or not-qualified.` : { qualification };
    }
    case 'hour':
      return /^(?:\d|1\d|2[0-3])$/.test(value) ? { hour: Number(value) } : `“${value}” is not an hour. Use 0 to 23.`;
    case 'weekday': {
      const weekday = searchWeekdays.find((each) => value.toLowerCase().startsWith(each));
      return weekday === undefined ? `“${value}” is not a day of the week. Use mon to sun.` : { weekday };
    }
    case 'pool':
      return /^(?:none|[1-9]\d{0,14})$/i.test(value) ? { pool: value.toLowerCase() } : `“${value}” is not a pool. Use its number, or none.`;
    case 'area':
      return /^[a-z]{2}$/i.test(value)
        ? { area: value.toUpperCase() }
        : value.toLowerCase() === 'none'
          ? { area: 'none' }
          : `“${value}” is not a state. Use two letters like CA, or none.`;
    case 'department': {
      const department = callDepartments.find((each) => each === value.toLowerCase());
      return department === undefined ? `“${value}” is not a department. Use ${callDepartments.join(', ')}.` : { department };
    }
    case 'outcome': {
      const outcome = callOutcomes.find((each) => each === value.toLowerCase());
      return outcome === undefined ? `“${value}” is not an outcome. Use ${callOutcomes.join(', ')}.` : { outcome };
    }
    case 'source':
    case 'device':
      return { [key]: value };
    case 'tag':
      return { tags: [value] };
    case 'number':
      return { numbers: [value] };
    case 'from':
    case 'by':
      return { [key]: value };
  }
}

function formatUnknownKey({ key }: Token): string {
  const near = findNearest(key ?? '', Object.keys(keyedWords));
  return `“${key}:” is not a filter${near ? `: did you mean ${near}:?` : `; there are ${Object.keys(keyedWords).join(', ')}. Put quotes around words to search for`}`;
}

/** Fields that may be said several times; saying another again contradicts. */
const listFields = ['results', 'numbers', 'tags', 'words'] as const;

/** Adds what a word means; null when it contradicts what was said before. */
function mergeQueries(query: CallQuery, more: CallQuery): CallQuery | null {
  const next: Record<string, unknown> = { ...query };
  for (const [field, value] of Object.entries(more)) {
    const before: unknown = Reflect.get(query, field);
    if (listFields.some((list) => list === field))
      next[field] = [...new Set([...(Array.isArray(before) ? before : []), ...(Array.isArray(value) ? value : [])])];
    else if (field === 'span' && before !== undefined) {
      const both = mergeSpans(query.span, more.span);
      if (both === null) return null;
      next.span = both;
    } else if (before !== undefined && before !== value) return null;
    else next[field] = value;
  }
  return next;
}

function mergeSpans(before: Span | undefined, more: Span | undefined): Span | null {
  const isOpen = (span: Span | undefined): span is { since?: string; until?: string } => span !== undefined && ('since' in span || 'until' in span);
  if (JSON.stringify(before) === JSON.stringify(more)) return before ?? null;
  if (!isOpen(before) || !isOpen(more)) return null;
  if (Object.keys(more).some((end) => end in before)) return null;
  const both = { ...before, ...more };
  return both.since !== undefined && both.until !== undefined && both.until < both.since ? null : both;
}

/** Names of the company's own numbers and tags; a name that is not among them is a fault. Absent: any name is accepted. */
export interface CallQueryContext {
  readonly numbers: readonly { readonly id: number; readonly label: string; readonly number: string }[];
  readonly tags: readonly { readonly id: number; readonly name: string }[];
}

const extractDigits = (text: string) => text.replace(/\D/g, '');

/** The numbers that a name means: of that label, or ending in those digits. */
export function findNumbersByName(name: string, { numbers }: CallQueryContext): CallQueryContext['numbers'] {
  const wanted = name.trim().toLowerCase();
  const labelled = numbers.filter((number) => number.label.toLowerCase() === wanted);
  if (labelled.length > 0) return labelled;
  return extractDigits(name).length >= 4 && /^[+()\d\s.-]+$/.test(name)
    ? numbers.filter((number) => extractDigits(number.number).endsWith(extractDigits(name)))
    : [];
}

export const findTagByName = (name: string, { tags }: CallQueryContext) => tags.find((tag) => tag.name.toLowerCase() === name.trim().toLowerCase());

/** The tag or number that a search names and the company does not have, in words; null: none. Left out, the search would mean all calls. */
export function findMissingName({ tags = [], numbers = [] }: CallQuery, context: CallQueryContext): string | null {
  const tag = tags.find((name) => !findTagByName(name, context));
  if (tag !== undefined) return `No tag named “${tag}”`;
  const number = numbers.find((name) => findNumbersByName(name, context).length === 0);
  return number === undefined ? null : `No number named “${number}”`;
}

function findUnknownName({ key, value }: Token, world: CallQueryContext): string | null {
  if (key === 'tag' && !findTagByName(value, world)) {
    const near = findNearest(
      value.toLowerCase(),
      world.tags.map((tag) => tag.name.toLowerCase()),
    );
    return `No tag named “${value}”${near ? `: do you mean ${near}?` : ''}`;
  }
  return key === 'number' && findNumbersByName(value, world).length === 0 ? `No number named “${value}”` : null;
}

const isPlain = ({ key, isQuoted, isNot }: Token) => key === null && !isQuoted && !isNot;

/** `last 7d` and `last 7 days` are read like `last:7d`. */
function joinLooseLast(tokens: readonly Token[]): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next, unit] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (!token) continue;
    const isLoose = isPlain(token) && token.value.toLowerCase() === 'last';
    if (isLoose && next && next.key === null && !next.isQuoted && /^\d/.test(next.value)) {
      const joined = /^\d+$/.test(next.value) && unit && isPlain(unit) && /^(days?|weeks?)$/i.test(unit.value) ? [next, unit] : [next];
      const value = joined.map((part, place) => (place === 0 ? part.value : part.value.charAt(0).toLowerCase())).join('');
      read.push({ ...token, text: [token, ...joined].map((part) => part.text).join(' '), to: joined.at(-1)?.to ?? next.to, key: 'last', value });
      at += joined.length;
    } else read.push(token);
  }
  return read;
}

function parseToken(token: Token): CallQuery | string {
  if (token.key !== null) {
    if (token.isNot) return `“${token.text}” can’t be negated. Use - before words only.`;
    return isKey(token.key) ? parseKeyValue(token.key, token.value.trim()) : formatUnknownKey(token);
  }
  const plain = token.isQuoted || token.isNot ? undefined : plainWords[token.value.toLowerCase()];
  if (plain && Object.hasOwn(plainWords, token.value.toLowerCase())) return plain.query;
  const joinedDays = token.isQuoted || token.isNot ? null : /^last(\d.*)$/i.exec(token.value);
  if (joinedDays) return parseKeyValue('last', joinedDays[1] ?? '');
  if (!token.isQuoted && /^\w+=/.test(token.value))
    return `“${token.text}” is not a filter. Use since:2026-03-05 or longer:60, and quotes around words to search for`;
  const text = token.value.trim().replace(/\s+/g, ' ');
  return text === '' ? 'Empty quotes' : { words: [{ text, ...(token.isNot ? { isNot: true as const } : {}) }] };
}

/** Reads a line. Faults point at the word and say what to write instead. */
export function parseCallQuery(text: string, world?: CallQueryContext): ParseResult<CallQuery> {
  const faults: ParseError[] = [];
  let query: CallQuery = {};
  for (const token of joinLooseLast(tokenize(text))) {
    const meaning = parseToken(token);
    const wrong = typeof meaning === 'string' ? meaning : world ? findUnknownName(token, world) : null;
    if (wrong !== null || typeof meaning === 'string') {
      faults.push(createParseError(token, wrong ?? ''));
      continue;
    }
    const next = mergeQueries(query, meaning);
    if (next === null) faults.push(createParseError(token, `“${token.text}” conflicts with an earlier filter`));
    else query = next;
  }
  const speaker = tokenize(text).find(({ key }) => key === 'speaker');
  if (faults.length === 0 && query.speaker !== undefined && !query.words?.some((word) => !word.isNot) && speaker)
    faults.push(createParseError(speaker, 'Add words to search for; speaker: needs words, such as "extended warranty"'));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: query };
}

const quoteText = (text: string) => `"${text.replace(/[\\"“”]/g, '\\$&')}"`;

const isQuoteNeeded = (text: string) => /[\s"“”\\:=]/.test(text) || text.startsWith('-') || text === '';

const formatValue = (text: string) => (isQuoteNeeded(text) ? quoteText(text) : text);

const isReserved = (text: string) => Object.hasOwn(plainWords, text.toLowerCase()) || /^last/i.test(text);

const findPlainWord = (query: CallQuery) => Object.entries(plainWords).find(([, each]) => JSON.stringify(each.query) === JSON.stringify(query))?.[0];

function formatSpan(span: Span): string[] {
  if ('last' in span) return [span.last === 1 ? 'today' : `last ${span.last}d`];
  if ('yesterday' in span) return ['yesterday'];
  return [...(span.since === undefined ? [] : [`since:${span.since}`]), ...(span.until === undefined ? [] : [`until:${span.until}`])];
}

/** Writes a search as a line: who, when and how first, words last. */
export function formatCallQuery(query: CallQuery): string {
  const { results = [], isInbound, callers, qualification, span, from, numbers = [], longer, shorter, tags = [], by, words = [], speaker } = query;
  const { hour, weekday, source, pool, area, device, department, outcome } = query;
  const keyed = (key: KeyedWord, value: string | number | undefined) =>
    value === undefined ? [] : [`${key}:${typeof value === 'number' ? value : formatValue(value)}`];
  return [
    ...results,
    ...(isInbound === undefined ? [] : [isInbound ? 'inbound' : 'outbound']),
    ...(query.isLead ? ['lead'] : []),
    ...(query.isAppointment ? ['appointment'] : []),
    ...(callers === undefined ? [] : [callers]),
    ...(qualification === undefined ? [] : [findPlainWord({ qualification }) ?? 'qualification:lead']),
    ...(span === undefined ? [] : formatSpan(span)),
    ...keyed('from', from),
    ...numbers.flatMap((name) => keyed('number', name)),
    ...keyed('longer', longer),
    ...keyed('shorter', shorter),
    ...tags.flatMap((name) => keyed('tag', name)),
    ...(query.isTagged === false ? ['untagged'] : []),
    ...keyed('by', by),
    ...(query.hasAgent === false ? ['no-destination'] : []),
    ...keyed('hour', hour),
    ...keyed('weekday', weekday),
    ...keyed('source', source),
    ...keyed('pool', pool),
    ...keyed('area', area),
    ...keyed('device', device),
    ...keyed('department', department),
    ...keyed('outcome', outcome),
    ...words.map(({ text, isNot }) => `${isNot ? '-' : ''}${isReserved(text) && !isNot ? quoteText(text) : formatValue(text)}`),
    ...keyed('speaker', speaker),
  ].join(' ');
}
