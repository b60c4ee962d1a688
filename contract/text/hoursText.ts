/** Business hours as a person writes them: `mon-fri 9-5, sat closed`. What is printed reads back as the same hours. */
import { allDay, closed, formatMinutes, type Preset, preset, presetLabel, timeStep, to12Hour } from './hour.ts';
import { applyPreset, type Day, getDay, getSpan, replaceDay, type Weekday, weekdayLabel, weekdays } from './hours.ts';
import type { BusinessHours } from './hoursSchema.ts';
import { createParseError, type ParseError, type ParseResult, type Piece, splitPieces, trimPiece } from './parseError.ts';

const dayGroups = new Map<string, readonly Weekday[]>([
  ['weekdays', ['mon', 'tue', 'wed', 'thu', 'fri']],
  ['weekends', ['sat', 'sun']],
  ['weekend', ['sat', 'sun']],
  ['daily', weekdays],
  ['everyday', weekdays],
  ['every day', weekdays],
]);

/** The whole line in one word, as the presets have it. */
const presetNames = new Map<string, Preset>([
  ['24/7', preset.always],
  ['always', preset.always],
  ['mon-fri (9-5)', preset.weekdays],
  ['sat-sun (9-5)', preset.weekend],
  ['voicemail', preset.voicemail],
  ['direct voicemail', preset.voicemail],
]);

const closedWords = new Set(['closed', 'off', 'shut']);

const wholeDayWords = new Set(['all day', 'open', '24h', '24 hours']);

const findDay = (word: string): Weekday | null =>
  word.length < 2 ? null : (weekdays.find((day) => day.startsWith(word.slice(0, 3)) && weekdayLabel[day].toLowerCase().startsWith(word)) ?? null);

function listDayRange(from: Weekday, to: Weekday): Weekday[] {
  const start = weekdays.indexOf(from);
  const length = (weekdays.indexOf(to) - start + 7) % 7;
  return Array.from({ length: length + 1 }, (_, at) => weekdays[(start + at) % 7] ?? from);
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly half: 'am' | 'pm' | null;
  /** Written so that it can only be meant in 24 hours: `09:00`, `17`. */
  readonly isPlain: boolean;
}

function parseClock(text: string): Clock | null {
  if (text === 'noon') return { hour: 12, minute: 0, half: 'pm', isPlain: false };
  if (text === 'midnight') return { hour: 12, minute: 0, half: 'am', isPlain: false };
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.]?([0-5]\d))?\s*([ap])?\.?m?\.?$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  if (hour > 24 || (half !== undefined && (hour > 12 || hour === 0))) return null;
  const isPlain = half === undefined && (hour > 12 || hour === 0 || hours.startsWith('0'));
  return { hour, minute: Number(minutes ?? 0), half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null, isPlain };
}

const toMinutes = ({ hour, minute, half }: Clock) => (half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;

/** When it opens: a bare 1 to 6 is the afternoon when the end is later on the dial (`1-5`), else the morning (`6-2`). */
function getOpenMinutes(open: Clock, close: Clock): number {
  if (open.half !== null || open.isPlain || close.isPlain) return toMinutes(open);
  const isAfternoon = open.hour <= 6 && close.half !== 'am' && close.hour > open.hour && close.hour < 12;
  return toMinutes({ ...open, half: open.hour === 12 || isAfternoon ? 'pm' : 'am' });
}

/** When it closes: a bare time is the next one behind the opening. */
function getCloseMinutes(close: Clock, from: number): number {
  const plain = toMinutes(close);
  if (close.half !== null || close.isPlain) return plain === 0 ? 1_440 : plain;
  return [(close.hour % 12) * 60 + close.minute, (close.hour % 12) * 60 + close.minute + 720].find((at) => at > from) ?? 1_440;
}

/** `9-5` as minutes; null when it is no span of time. */
function parseSpan(text: string): { readonly from: number; readonly to: number } | null {
  const [first = '', second = '', ...more] = text.split(/\s*(?:-|–|—|\bto\b|\btill?\b|\buntil\b)\s*/);
  const [open, close] = [parseClock(first), parseClock(second)];
  if (!open || !close || more.length > 0) return null;
  const from = getOpenMinutes(open, close);
  return { from, to: getCloseMinutes(close, from) };
}

type ParsedPart<T> = { readonly value: T } | { readonly fault: ParseError };

const formatClock = (at: number) => (at === 1_440 ? '00:00' : formatMinutes(at));

/** The times of one day, by the words for them. */
export function parseTimes(piece: Piece): ParsedPart<Day> {
  const word = piece.text.toLowerCase();
  if (closedWords.has(word)) return { value: { open: closed, close: null } };
  if (wholeDayWords.has(word)) return { value: { open: allDay, close: null } };
  const span = parseSpan(word);
  if (!span) return { fault: createParseError(piece, `“${piece.text}” is not a time. Use 9-5, 9:30am-6pm, closed or all day.`) };
  if (span.to <= span.from) return { fault: createParseError(piece, `“${piece.text}” ends before it starts`) };
  if (span.from % timeStep !== 0 || span.to % timeStep !== 0) return { fault: createParseError(piece, `“${piece.text}”: use 15-minute steps`) };
  return { value: { open: formatMinutes(span.from), close: formatClock(span.to) } };
}

const dayWords = /^(?:(?:every\s+day|[a-z]+)(?:\s*(?:-|–|—|&|\+|\band\b|\bto\b|\bthrough\b)\s*|\s+(?=[a-z]{2,}))?)+/i;

/** The days that words name. */
export function parseDays(piece: Piece): ParsedPart<Weekday[]> {
  const word = piece.text.toLowerCase();
  const group = dayGroups.get(word);
  if (group) return { value: [...group] };
  const found: Weekday[] = [];
  const parts = word.replace(/\s*(?:[-–—]|\bto\b|\bthrough\b)\s*/g, '-').split(/\s*(?:[&+\s]|\band\b)\s*/);
  for (const part of parts.filter((each) => each !== '')) {
    const ends = part.split('-');
    const named = ends.map((end) => findDay(end));
    const [from, to = from] = named;
    if (!from || !to || named.includes(null) || ends.length > 2)
      return { fault: createParseError(piece, `“${piece.text}” is not a day. Use mon-fri, sat, weekdays or daily.`) };
    found.push(...listDayRange(from, to));
  }
  return { value: found };
}

/** Splits a piece at the end of its days, where its times begin. */
export function splitPiece(piece: Piece): { readonly days: Piece; readonly times: Piece } {
  const tail = /\s*(?:\bclosed|\boff|\bshut|\ball day|\bopen|\bnoon|\bmidnight|\d).*$/i.exec(piece.text);
  const at = tail ? tail.index : (dayWords.exec(piece.text)?.[0].length ?? piece.text.length);
  return {
    days: trimPiece({ text: piece.text.slice(0, at).replace(/:\s*$/, ''), from: piece.from, to: piece.from + at }),
    times: trimPiece({ text: piece.text.slice(at), from: piece.from + at, to: piece.to }),
  };
}

/** Reads hours in words into the hours of a number, whose zone stays. Days that are not named are closed; `mon, wed 9-12` names two. */
export function parseHours(text: string, before: BusinessHours): ParseResult<BusinessHours> {
  const whole = trimPiece({ text, from: 0, to: text.length });
  const asPreset = presetNames.get(whole.text.toLowerCase());
  if (asPreset !== undefined) return { ok: true, value: applyPreset(before, asPreset) };
  const week = new WeekParser();
  for (const piece of splitPieces(whole, /[,;\n]/).map(trimPiece)) if (piece.text !== '') week.addPiece(piece);
  const faults = week.getFaults(whole);
  if (faults.length > 0) return { ok: false, faults };
  const custom = { ...before, preset: preset.custom };
  return {
    ok: true,
    value: weekdays.reduce<BusinessHours>((hours, day) => replaceDay(hours, day, week.timesByDay.get(day) ?? { open: closed, close: null }), custom),
  };
}

/** The days read so far. Days without times wait for those that follow. */
class WeekParser {
  readonly timesByDay = new Map<Weekday, Day>();
  private readonly faults: ParseError[] = [];
  private pendingDays: readonly Weekday[] = [];

  addPiece(piece: Piece): void {
    const { days, times } = splitPiece(piece);
    if (days.text !== '') {
      const named = parseDays(days);
      if ('fault' in named) return void this.faults.push(named.fault);
      this.pendingDays = [...this.pendingDays, ...named.value];
    } else if (this.pendingDays.length === 0) this.pendingDays = weekdays;
    if (times.text === '') return;
    const read = parseTimes(times);
    if ('fault' in read) this.faults.push(read.fault);
    else for (const day of this.pendingDays) this.setTimes(day, read.value, days.text === '' ? piece : days);
    this.pendingDays = [];
  }

  private setTimes(day: Weekday, value: Day, at: Piece): void {
    if (this.timesByDay.has(day)) this.faults.push(createParseError(at, `${weekdayLabel[day]} appears twice`));
    else this.timesByDay.set(day, value);
  }

  /** Returns the faults in all that was read; `whole` is their position. */
  getFaults(whole: Piece): readonly ParseError[] {
    if (this.pendingDays.length > 0) return [...this.faults, createParseError(whole, 'Add hours after the days: mon-fri 9-5')];
    if (this.timesByDay.size > 0 || this.faults.length > 0) return this.faults;
    return [createParseError(whole, 'Enter hours, such as mon-fri 9-5, sat closed')];
  }
}

const formatDay = (day: Day): string => {
  const span = getSpan(day);
  if (day.open === allDay) return 'all day';
  return span === null ? 'closed' : `${to12Hour(day.open ?? '')}-${to12Hour(day.close ?? '')}`;
};

/** The hours in words: `Mon-Fri 9:00am-5:00pm, Sat-Sun closed`; presets by their label. */
export function formatHours(hours: BusinessHours): string {
  if (hours.preset === preset.always) return presetLabel[1];
  if (hours.preset === preset.voicemail) return presetLabel[5];
  const shown = hours.preset === preset.custom ? hours : applyPreset(hours, hours.preset === preset.weekend ? 3 : 2);
  const runs: { from: Weekday; to: Weekday; text: string }[] = [];
  for (const day of weekdays) {
    const text = formatDay(getDay(shown, day));
    const last = runs.at(-1);
    if (last?.text === text) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  const short = (day: Weekday) => weekdayLabel[day].slice(0, 3);
  return runs.map(({ from, to, text }) => `${from === to ? short(from) : `${short(from)}-${short(to)}`} ${text}`).join(', ');
}

/** Label of hours in a list: the label of the preset; custom ones as `Custom`. */
export const getHoursLabel = (hours: BusinessHours): string =>
  presetLabel[hours.preset === 1 || hours.preset === 2 || hours.preset === 3 || hours.preset === 5 ? hours.preset : 4];
