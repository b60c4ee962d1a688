/** The search of calls (spec 1.7): the line of words, and a command for each filter. */

import { callResults } from '#contract/calls/enums.ts';
import type { CallQuery, Span } from '#contract/text/callQuery.ts';
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Parsed } from '../core/parsed.ts';
import { readWith } from '../core/readers.ts';
import type { Context } from '../core/types.ts';

const listBase = { group: 'Calls', scopes: ['workspace'], permission: 'activity.read', quiet: true } as const;

/** The company's own words, as far as they are loaded: its numbers and its tags. Until those are there, the tags that its numbers carry. */
export const getQueryContext = ({ numbers, tags }: Pick<Context, 'numbers' | 'tags'>) => ({
  numbers,
  tags: [...new Map([...numbers.flatMap((number) => number.tags), ...tags].map((tag) => [tag.id, tag])).values()],
  answerers: [],
});

/** Reads a line as an argument of a command: the first fault tells. */
function parseLine(text: string, context: Context): Parsed<CallQuery> {
  return readWith(({ parseCallQuery }) => {
    const read = parseCallQuery(text, getQueryContext(context));
    return read.ok ? { ok: true, value: read.value } : { ok: false, error: read.faults[0]?.message ?? 'Can’t read this search' };
  });
}

const lineCommands: readonly Command[] = [
  command({
    ...listBase,
    id: 'calls.search',
    title: 'Search calls',
    keywords: ['filter', 'find', 'transcripts', 'words', 'missed', 'recordings'],
    icon: 'search',
    args: {
      line: arg.text({
        label: 'Search',
        hint: 'missed last 7d from:+1415 longer:60 tag:ads "extended warranty" speaker:customer',
        parse: parseLine,
      }),
    },
    run: async ({ args, services }) => services.calls.search(args.line),
  }),
  command({
    ...listBase,
    id: 'calls.showAll',
    title: 'Show all calls',
    keywords: ['clear', 'everything', 'filter'],
    icon: 'phone',
    run: async ({ services }) => services.calls.search({}),
  }),
];

const createFilterCommand = (id: string, title: string, icon: string, keywords: readonly string[], changes: Parameters<typeof resolveChanges>[0]): Command =>
  command({
    ...listBase,
    id: `calls.${id}`,
    title,
    icon,
    keywords: ['filter', 'show', ...keywords],
    run: async ({ services }) => services.calls.narrow(resolveChanges(changes, await services.calls.shown())),
  });

type QueryChanges = { readonly [K in keyof CallQuery]?: CallQuery[K] | undefined };

const resolveChanges = (changes: QueryChanges | ((shown: CallQuery) => QueryChanges), shown: CallQuery): QueryChanges =>
  typeof changes === 'function' ? changes(shown) : changes;

/** Switched on, or off when it is on. */
const toggleFilter =
  <K extends keyof CallQuery>(field: K, value: CallQuery[K]) =>
  (shown: CallQuery): QueryChanges => ({ [field]: shown[field] === value ? undefined : value });

const resultTitles = {
  none: 'calls with no result',
  answered: 'answered calls',
  missed: 'missed calls',
  voicemail: 'voicemails',
  blocked: 'blocked calls',
} as const;

const resultCommands: readonly Command[] = callResults.map((result) =>
  createFilterCommand(
    `toggle${result.charAt(0).toUpperCase()}${result.slice(1)}`,
    `Toggle filter: ${resultTitles[result]}`,
    'phone',
    ['toggle', 'answer status'],
    ({ results = [] }) => {
      const next = results.includes(result) ? results.filter((other) => other !== result) : [...results, result];
      return { results: next.length > 0 ? next : undefined };
    },
  ),
);

const kindCommands: readonly Command[] = [
  createFilterCommand('inbound', 'Toggle filter: inbound calls', 'phone-incoming', ['direction', 'only', 'incoming'], toggleFilter('isInbound', true)),
  createFilterCommand('outbound', 'Toggle filter: outbound calls', 'phone-outgoing', ['direction', 'only', 'outgoing'], toggleFilter('isInbound', false)),
  createFilterCommand('leads', 'Toggle filter: leads', 'star', ['marked', 'only'], toggleFilter('isLead', true)),
  createFilterCommand('appointments', 'Toggle filter: appointments', 'calendar', ['marked', 'only'], toggleFilter('isAppointment', true)),
  createFilterCommand('firstContacts', 'Toggle filter: first-time callers', 'user-plus', ['new', 'unique', 'only'], toggleFilter('callers', 'first')),
  createFilterCommand('repeatCallers', 'Toggle filter: repeat callers', 'users', ['again', 'only', 'called'], toggleFilter('callers', 'repeat')),
];

const createSpanCommand = (id: string, title: string, keywords: readonly string[], value: Span | undefined) =>
  createFilterCommand(id, title, 'calendar', ['when', ...keywords], { span: value });

const spanCommands: readonly Command[] = [
  createSpanCommand('today', 'Show calls from today', ['day'], { last: 1 }),
  createSpanCommand('yesterday', 'Show calls from yesterday', ['day'], { yesterday: true }),
  createSpanCommand('last7', 'Show calls from the last 7 days', ['week'], { last: 7 }),
  createSpanCommand('last30', 'Show calls from the last 30 days', ['month'], { last: 30 }),
  createSpanCommand('anyTime', 'Show calls from any date', ['ever', 'dates'], undefined),
];

const createDayCommand = (key: 'since' | 'until', label: string) =>
  arg.text<string>({
    label,
    hint: '2026-03-05',
    parse: (text) =>
      readWith(({ parseCallQuery }) => {
        const read = parseCallQuery(`${key}:${text.trim()}`);
        return read.ok ? { ok: true, value: text.trim() } : { ok: false, error: 'Enter a date like 2026-03-05' };
      }),
    readsBack: 'day',
  });

const createDurationCommand = (key: 'longer' | 'shorter') =>
  arg.text<number>({
    label: 'Duration',
    hint: '60, 2m or 1:30',
    parse: (text) =>
      readWith(({ parseCallQuery }) => {
        const read = parseCallQuery(`${key}:${text.trim()}`);
        const value = read.ok ? read.value[key] : undefined;
        return value === undefined ? { ok: false, error: 'Enter a duration like 60, 2m or 1:30' } : { ok: true, value };
      }),
  });

const qualifications = [1, 2, 3] as const;

const titles = { 1: 'qualified', 2: 'not qualified', 3: 'lead' } as const;

const argumentCommands: readonly Command[] = [
  command({
    ...listBase,
    id: 'calls.between',
    title: 'Show calls between two dates',
    keywords: ['filter', 'dates', 'range', 'since', 'until'],
    icon: 'calendar',
    args: { since: createDayCommand('since', 'From'), until: createDayCommand('until', 'To') },
    run: async ({ args, services }) => {
      if (args.until < args.since) throw new Error('The end is before the start');
      await services.calls.narrow({ span: args });
    },
  }),
  command({
    ...listBase,
    id: 'calls.from',
    title: 'Show calls from a caller',
    keywords: ['filter', 'number', 'name', 'area code', 'prefix'],
    icon: 'user',
    args: { caller: arg.words('Name or start of phone number', 100) },
    run: async ({ args, services }) => services.calls.narrow({ from: args.caller }),
  }),
  command({
    ...listBase,
    id: 'calls.ofNumber',
    title: 'Show calls to a number',
    keywords: ['filter', 'line', 'DID', 'tracking'],
    icon: 'hash',
    args: {
      number: arg.list({
        label: 'Which number',
        options: ({ numbers }: Context) =>
          numbers.map((number) => ({
            value: number.label || number.number,
            id: String(number.id),
            title: formatNumberName(number),
            detail: displayPhone(number.number),
            icon: 'hash',
          })),
      }),
    },
    run: async ({ args, services }) => services.calls.narrow({ numbers: [args.number] }),
  }),
  command({
    ...listBase,
    id: 'calls.withTag',
    title: 'Show calls with a tag',
    keywords: ['filter', 'label', 'source'],
    icon: 'tag',
    args: {
      tag: arg.list({
        label: 'Which tag',
        options: (context) => getQueryContext(context).tags.map(({ id, name }) => ({ value: name, id: String(id), title: name })),
      }),
    },
    run: async ({ args, services }) => services.calls.narrow({ tags: [args.tag] }),
  }),
  command({
    ...listBase,
    id: 'calls.longerThan',
    title: 'Show calls longer than',
    keywords: ['filter', 'duration', 'minutes', 'seconds'],
    icon: 'clock',
    args: { length: createDurationCommand('longer') },
    run: async ({ args, services }) => services.calls.narrow({ longer: args.length }),
  }),
  command({
    ...listBase,
    id: 'calls.shorterThan',
    title: 'Show calls shorter than',
    keywords: ['filter', 'duration', 'minutes', 'seconds'],
    icon: 'clock',
    args: { length: createDurationCommand('shorter') },
    run: async ({ args, services }) => services.calls.narrow({ shorter: args.length }),
  }),
  command({
    ...listBase,
    id: 'calls.answeredBy',
    title: 'Show calls answered by a user',
    keywords: ['filter', 'agent', 'forward', 'who'],
    icon: 'user',
    args: { by: arg.words('Answered by', 100) },
    run: async ({ args, services }) => services.calls.narrow({ by: args.by }),
  }),
  command({
    ...listBase,
    id: 'calls.qualifiedAs',
    title: 'Show calls by qualification',
    keywords: ['filter', 'qualification', 'lead', 'qualified'],
    icon: 'filter',
    args: {
      qualification: arg.list({ label: 'Qualified as', options: () => qualifications.map((value) => ({ value, id: String(value), title: titles[value] })) }),
    },
    run: async ({ args, services }) => services.calls.narrow({ qualification: args.qualification }),
  }),
  command({
    ...listBase,
    id: 'calls.saying',
    title: 'Search transcripts',
    keywords: ['filter', 'transcript', 'words', 'phrase', 'speaker', 'somebody', 'said'],
    icon: 'message-text',
    args: {
      words: arg.text<NonNullable<CallQuery['words']>>({
        label: 'Words or “exact phrase”',
        hint: '"extended warranty" -lease',
        parse: (text) =>
          readWith(({ parseCallQuery, formatCallQuery }) => {
            const read = parseCallQuery(text);
            const words = read.ok ? read.value.words : undefined;
            return words && formatCallQuery({ words }) !== '' ? { ok: true, value: words } : { ok: false, error: 'Enter words to find; quote exact phrases' };
          }),
      }),
      speaker: arg.optional(arg.one('Speaker', ['agent', 'customer'], { agent: 'The agent', customer: 'The customer' })),
    },
    run: async ({ args, services }) => services.calls.narrow({ words: args.words, speaker: args.speaker }),
  }),
];

/** Commands that say which calls are shown. */
export const callFilterCommands: readonly Command[] = [...lineCommands, ...resultCommands, ...kindCommands, ...spanCommands, ...argumentCommands];
