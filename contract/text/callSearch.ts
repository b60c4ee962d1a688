/** Using a search of calls: completing the line while it is typed, and asking the server. */

import { callDepartments, callOutcomes, callQualificationLabel, speakers, withoutValue } from '../calls/enums.ts';

import { type CallQuery, type CallQueryContext, findNumbersByName, findTagByName, keyedWords, plainWords, searchWeekdays } from './callQuery.ts';
import { displayPhone } from './phone.ts';
import { quoteName } from './queryTokens.ts';
import { addDays, formatDay } from './time.ts';

/** A way to go on: the whole line with the word completed, and what it then says. */
interface Completion {
  readonly text: string;
  readonly title: string;
  readonly detail: string;
}

/** Candidates of the completion: the company's own words, and the people who answer its calls. */
export interface CompletionContext extends CallQueryContext {
  readonly answerers: readonly string[];
}

const maxCompletions = 12;

/** Values that a keyed word may take, with what they are. */
function listValues(key: string, world: CompletionContext): readonly (readonly [value: string, detail: string])[] {
  switch (key) {
    case 'tag':
      return world.tags.map((tag) => [tag.name, 'tag']);
    case 'number':
      return world.numbers.map((number) => [number.label || number.number, displayPhone(number.number)]);
    case 'by':
      return world.answerers.map((name) => [name, 'answered']);
    case 'speaker':
      return speakers.map((speaker) => [speaker, `said by the ${speaker}`]);
    case 'qualification':
      return Object.values(callQualificationLabel).map((label) => [label.replace(' ', '-'), 'qualification']);
    case 'weekday':
      return searchWeekdays.map((weekday) => [weekday, 'day of the week']);
    case 'department':
      return callDepartments.map((department) => [department, 'department']);
    case 'outcome':
      return callOutcomes.map((outcome) => [outcome, 'outcome']);
    case 'last':
      return ['7d', '30d', '90d'].map((days) => [days, `the last ${days.slice(0, -1)} days`]);
    case 'longer':
      return ['30', '90', '120', '300'].map((seconds) => [seconds, `over ${seconds} seconds`]);
    default:
      return [];
  }
}

/** Ways to go on from the last word of a line. */
export function listCompletions(text: string, world: CompletionContext): Completion[] {
  const [, before = '', word = ''] = /^([\s\S]*?)((?:[A-Za-z-]+:)?(?:"[^"]*|[^\s"]*))$/.exec(text) ?? [];
  const [, key, begun = ''] = /^([A-Za-z-]+):"?(.*)$/.exec(word) ?? [];
  if (key !== undefined)
    return listValues(key.toLowerCase(), world)
      .filter(([value]) => value.toLowerCase().includes(begun.toLowerCase()))
      .slice(0, maxCompletions)
      .map(([value, detail]) => ({ text: `${before}${key.toLowerCase()}:${quoteName(value)} `, title: value, detail }));
  const start = word.toLowerCase();
  if (start.startsWith('"')) return [];
  const plain = Object.entries(plainWords).map(([name, { description }]) => ({ text: `${before}${name} `, title: name, detail: description }));
  const keyed = Object.entries(keyedWords).map(([name, description]) => ({ text: `${before}${name}:`, title: `${name}:`, detail: description }));
  return [...plain, ...keyed]
    .filter(({ title }) => title.startsWith(start) && title !== start)
    .slice(0, start === '' ? plain.length + keyed.length : maxCompletions);
}

/** Words as the server's text search reads them. */
const toServerQuery = (words: NonNullable<CallQuery['words']>) =>
  words
    .map(({ text, isNot }) => `${isNot ? '-' : ''}${/^[\p{L}\p{N}]+$/u.test(text) && !/^(or|and)$/i.test(text) ? text : `"${text.replaceAll('"', ' ')}"`}`)
    .join(' ');

/** The day `days` before the one it is in a zone: '2026-03-05'. */
const getDayBefore = (days: number, now: Date, zone: string): string => addDays(formatDay(zone, now), -days);

function toDateRange(span: CallQuery['span'], now: Date, zone: string): { startDate?: string; endDate?: string } {
  if (span === undefined) return {};
  if ('last' in span) return { startDate: getDayBefore(span.last - 1, now, zone) };
  if ('yesterday' in span) return { startDate: getDayBefore(1, now, zone), endDate: getDayBefore(1, now, zone) };
  return { ...(span.since === undefined ? {} : { startDate: span.since }), ...(span.until === undefined ? {} : { endDate: span.until }) };
}

/** Origin and subject of calls; an hour is one of the zone. */
function toOriginParams({ hour, weekday, source, pool, area, device, department, outcome, isTagged, hasAgent }: CallQuery, zone: string) {
  return {
    ...(hour === undefined ? {} : { hour, tz: zone }),
    ...(weekday === undefined ? {} : { weekday: searchWeekdays.indexOf(weekday) + 1, tz: zone }),
    ...(source === undefined ? {} : { trafficSource: source }),
    ...(pool === undefined ? {} : { dniPools: pool === withoutValue ? withoutValue : [pool] }),
    ...(area === undefined ? {} : { geo: area }),
    ...(device === undefined ? {} : { deviceType: device }),
    ...(department === undefined ? {} : { departments: [department] }),
    ...(outcome === undefined ? {} : { outcomes: [outcome] }),
    ...(isTagged === undefined ? {} : { isTagged }),
    ...(hasAgent === undefined ? {} : { hasAgent }),
  };
}

/** The search as the call's query parameters. Days are days of `zone`, the company's. */
export function toCallParams(query: CallQuery, world: CallQueryContext, zone: string, now = new Date()) {
  const { results = [], numbers = [], tags = [], words = [] } = query;
  const numberIds = numbers.flatMap((name) => findNumbersByName(name, world).map(({ id }) => id));
  const tagIds = tags.flatMap((name) => findTagByName(name, world)?.id ?? []);
  return {
    ...(results.length > 0 ? { answerStatus: [...results] } : {}),
    ...(query.isInbound === undefined ? {} : { isInbound: query.isInbound }),
    ...(query.isLead ? { isLead: true } : {}),
    ...(query.isAppointment ? { isAppointment: true } : {}),
    ...(query.callers === undefined ? {} : { callers: query.callers }),
    ...(query.qualification === undefined ? {} : { qualification: query.qualification }),
    ...(query.span === undefined ? {} : { ...toDateRange(query.span, now, zone), tz: zone }),
    ...(query.from === undefined ? {} : { caller: query.from }),
    ...(numberIds.length > 0 ? { numbers: numberIds.map(String) } : {}),
    ...(query.longer === undefined ? {} : { minDuration: query.longer }),
    ...(query.shorter === undefined ? {} : { maxDuration: query.shorter }),
    ...(tagIds.length > 0 ? { tag_ids: tagIds.map(String) } : {}),
    ...(query.by === undefined ? {} : { answered_by: query.by }),
    ...(words.length > 0 ? { q: toServerQuery(words) } : {}),
    ...(query.speaker === undefined ? {} : { speaker: query.speaker }),
    ...toOriginParams(query, zone),
  };
}
