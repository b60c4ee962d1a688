/** Using a search of calls: completing the line while it is typed, and asking the server. */

import { callQualificationLabel, speakers } from '../calls/enums.ts';
import { type CallQuery, type CallQueryContext, keyedWords, numbersNamed, plainWords, tagNamed } from './callQuery.ts';
import { displayPhone } from './phone.ts';
import { addDays, dayIn } from './time.ts';

/** A way to go on: the whole line with the word completed, and what it then says. */
interface Completion {
  readonly text: string;
  readonly title: string;
  readonly detail: string;
}

/** Candidates of the completion: the company's own words, and the people who answer its calls. */
export interface CompletionWorld extends CallQueryContext {
  readonly answerers: readonly string[];
}

const most = 12;

const quoted = (name: string) => (/[\s:"]/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : name);

/** Values that a keyed word may take, with what they are. */
function valuesOf(key: string, world: CompletionWorld): readonly (readonly [value: string, detail: string])[] {
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
    case 'last':
      return ['7d', '30d', '90d'].map((days) => [days, `the last ${days.slice(0, -1)} days`]);
    case 'longer':
      return ['30', '90', '120', '300'].map((seconds) => [seconds, `over ${seconds} seconds`]);
    default:
      return [];
  }
}

/** Ways to go on from the last word of a line. */
export function completionsOf(text: string, world: CompletionWorld): Completion[] {
  const [, before = '', word = ''] = /^([\s\S]*?)((?:[A-Za-z-]+:)?(?:"[^"]*|[^\s"]*))$/.exec(text) ?? [];
  const [, key, begun = ''] = /^([A-Za-z-]+):"?(.*)$/.exec(word) ?? [];
  if (key !== undefined)
    return valuesOf(key.toLowerCase(), world)
      .filter(([value]) => value.toLowerCase().includes(begun.toLowerCase()))
      .slice(0, most)
      .map(([value, detail]) => ({ text: `${before}${key.toLowerCase()}:${quoted(value)} `, title: value, detail }));
  const start = word.toLowerCase();
  if (start.startsWith('"')) return [];
  const plain = Object.entries(plainWords).map(([name, { says }]) => ({ text: `${before}${name} `, title: name, detail: says }));
  const keyed = Object.entries(keyedWords).map(([name, says]) => ({ text: `${before}${name}:`, title: `${name}:`, detail: says }));
  return [...plain, ...keyed].filter(({ title }) => title.startsWith(start) && title !== start).slice(0, start === '' ? plain.length + keyed.length : most);
}

/** Words as the server's text search reads them. */
const asked = (words: NonNullable<CallQuery['words']>) =>
  words
    .map(({ text, isNot }) => `${isNot ? '-' : ''}${/^[\p{L}\p{N}]+$/u.test(text) && !/^(or|and)$/i.test(text) ? text : `"${text.replaceAll('"', ' ')}"`}`)
    .join(' ');

/** The day `days` before the one it is in a zone: '2026-03-05'. */
const dayBefore = (days: number, now: Date, zone: string): string => addDays(dayIn(zone, now), -days);

function spanOf(span: CallQuery['span'], now: Date, zone: string): { startDate?: string; endDate?: string } {
  if (span === undefined) return {};
  if ('last' in span) return { startDate: dayBefore(span.last - 1, now, zone) };
  if ('yesterday' in span) return { startDate: dayBefore(1, now, zone), endDate: dayBefore(1, now, zone) };
  return { ...(span.since === undefined ? {} : { startDate: span.since }), ...(span.until === undefined ? {} : { endDate: span.until }) };
}

/** The search as the call's query parameters. Days are days of `zone`, the company's. */
export function callParams(query: CallQuery, world: CallQueryContext, zone: string, now = new Date()) {
  const { results = [], numbers = [], tags = [], words = [] } = query;
  const numberIds = numbers.flatMap((name) => numbersNamed(name, world).map(({ id }) => id));
  const tagIds = tags.flatMap((name) => tagNamed(name, world)?.id ?? []);
  return {
    ...(results.length > 0 ? { answerStatus: [...results] } : {}),
    ...(query.isInbound === undefined ? {} : { isInbound: query.isInbound }),
    ...(query.isLead ? { isLead: true } : {}),
    ...(query.isAppointment ? { isAppointment: true } : {}),
    ...(query.callers === undefined ? {} : { callers: query.callers }),
    ...(query.qualification === undefined ? {} : { qualification: query.qualification }),
    ...(query.span === undefined ? {} : { ...spanOf(query.span, now, zone), tz: zone }),
    ...(query.from === undefined ? {} : { caller: query.from }),
    ...(numberIds.length > 0 ? { numbers: numberIds.map(String) } : {}),
    ...(query.longer === undefined ? {} : { minDuration: query.longer }),
    ...(query.shorter === undefined ? {} : { maxDuration: query.shorter }),
    ...(tagIds.length > 0 ? { tag_ids: tagIds.map(String) } : {}),
    ...(query.by === undefined ? {} : { answered_by: query.by }),
    ...(words.length > 0 ? { q: asked(words) } : {}),
    ...(query.speaker === undefined ? {} : { speaker: query.speaker }),
  };
}
