/** Business hours as a person writes them: `mon-fri 9-5, sat closed`. What is printed reads back as the same hours. */
import { allDay, clockOf, closed, type Preset, preset, presetLabel, timeStep, to12Hour } from './hour.ts';
import { type Day, dayOf, spanOf, type Weekday, weekdayLabel, weekdays, withDay, withPreset } from './hours.ts';
import type { BusinessHours } from './hoursSchema.ts';
import { type ParseError, type Piece, parseErrorAt, piecesOf, type ReadText, trimmed } from './parseError.ts';

const groups = new Map<string, readonly Weekday[]>([
  ['weekdays', ['mon', 'tue', 'wed', 'thu', 'fri']],
  ['weekends', ['sat', 'sun']],
  ['weekend', ['sat', 'sun']],
  ['daily', weekdays],
  ['everyday', weekdays],
  ['every day', weekdays],
]);

/** The whole line in one word, as the presets have it. */
const wholes = new Map<string, Preset>([
  ['24/7', preset.always],
  ['always', preset.always],
  ['mon-fri (9-5)', preset.weekdays],
  ['sat-sun (9-5)', preset.weekend],
  ['voicemail', preset.voicemail],
  ['direct voicemail', preset.voicemail],
]);

const shutWords = new Set(['closed', 'off', 'shut']);

const wholeDayWords = new Set(['all day', 'open', '24h', '24 hours']);

const dayNamed = (word: string): Weekday | null =>
  word.length < 2 ? null : (weekdays.find((day) => day.startsWith(word.slice(0, 3)) && weekdayLabel[day].toLowerCase().startsWith(word)) ?? null);

function rangeOf(from: Weekday, to: Weekday): Weekday[] {
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

function readClock(text: string): Clock | null {
  if (text === 'noon') return { hour: 12, minute: 0, half: 'pm', isPlain: false };
  if (text === 'midnight') return { hour: 12, minute: 0, half: 'am', isPlain: false };
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.]?([0-5]\d))?\s*([ap])?\.?m?\.?$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  if (hour > 24 || (half !== undefined && (hour > 12 || hour === 0))) return null;
  const isPlain = half === undefined && (hour > 12 || hour === 0 || hours.startsWith('0'));
  return { hour, minute: Number(minutes ?? 0), half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null, isPlain };
}

const sum = ({ hour, minute, half }: Clock) => (half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;

/** When it opens: a bare 1 to 6 is the afternoon when the end is later on the dial (`1-5`), else the morning (`6-2`). */
function openMinutes(open: Clock, close: Clock): number {
  if (open.half !== null || open.isPlain || close.isPlain) return sum(open);
  const isAfternoon = open.hour <= 6 && close.half !== 'am' && close.hour > open.hour && close.hour < 12;
  return sum({ ...open, half: open.hour === 12 || isAfternoon ? 'pm' : 'am' });
}

/** When it closes: a bare time is the next one behind the opening. */
function closeMinutes(close: Clock, from: number): number {
  const plain = sum(close);
  if (close.half !== null || close.isPlain) return plain === 0 ? 1_440 : plain;
  return [(close.hour % 12) * 60 + close.minute, (close.hour % 12) * 60 + close.minute + 720].find((at) => at > from) ?? 1_440;
}

/** `9-5` as minutes; null when it is no span of time. */
function readSpan(text: string): { readonly from: number; readonly to: number } | null {
  const [first = '', second = '', ...more] = text.split(/\s*(?:-|–|—|\bto\b|\btill?\b|\buntil\b)\s*/);
  const [open, close] = [readClock(first), readClock(second)];
  if (!open || !close || more.length > 0) return null;
  const from = openMinutes(open, close);
  return { from, to: closeMinutes(close, from) };
}

type Read<T> = { readonly value: T } | { readonly fault: ParseError };

const spelled = (at: number) => (at === 1_440 ? '00:00' : clockOf(at));

/** The times of one day, by the words for them. */
export function readTimes(piece: Piece): Read<Day> {
  const word = piece.text.toLowerCase();
  if (shutWords.has(word)) return { value: { open: closed, close: null } };
  if (wholeDayWords.has(word)) return { value: { open: allDay, close: null } };
  const span = readSpan(word);
  if (!span) return { fault: parseErrorAt(piece, `“${piece.text}” is not a time. Use 9-5, 9:30am-6pm, closed or all day.`) };
  if (span.to <= span.from) return { fault: parseErrorAt(piece, `“${piece.text}” ends before it starts`) };
  if (span.from % timeStep !== 0 || span.to % timeStep !== 0) return { fault: parseErrorAt(piece, `“${piece.text}”: use 15-minute steps`) };
  return { value: { open: clockOf(span.from), close: spelled(span.to) } };
}

const dayWords = /^(?:(?:every\s+day|[a-z]+)(?:\s*(?:-|–|—|&|\+|\band\b|\bto\b|\bthrough\b)\s*|\s+(?=[a-z]{2,}))?)+/i;

/** The days that words name. */
export function readDays(piece: Piece): Read<Weekday[]> {
  const word = piece.text.toLowerCase();
  const group = groups.get(word);
  if (group) return { value: [...group] };
  const found: Weekday[] = [];
  const parts = word.replace(/\s*(?:[-–—]|\bto\b|\bthrough\b)\s*/g, '-').split(/\s*(?:[&+\s]|\band\b)\s*/);
  for (const part of parts.filter((each) => each !== '')) {
    const ends = part.split('-');
    const named = ends.map((end) => dayNamed(end));
    const [from, to = from] = named;
    if (!from || !to || named.includes(null) || ends.length > 2)
      return { fault: parseErrorAt(piece, `“${piece.text}” is not a day. Use mon-fri, sat, weekdays or daily.`) };
    found.push(...rangeOf(from, to));
  }
  return { value: found };
}

/** Splits a piece at the end of its days, where its times begin. */
export function splitPiece(piece: Piece): { readonly days: Piece; readonly times: Piece } {
  const tail = /\s*(?:\bclosed|\boff|\bshut|\ball day|\bopen|\bnoon|\bmidnight|\d).*$/i.exec(piece.text);
  const at = tail ? tail.index : (dayWords.exec(piece.text)?.[0].length ?? piece.text.length);
  return {
    days: trimmed({ text: piece.text.slice(0, at).replace(/:\s*$/, ''), from: piece.from, to: piece.from + at }),
    times: trimmed({ text: piece.text.slice(at), from: piece.from + at, to: piece.to }),
  };
}

/** Reads hours in words into the hours of a number, whose zone stays. Days that are not named are closed; `mon, wed 9-12` names two. */
export function parseHours(text: string, before: BusinessHours): ReadText<BusinessHours> {
  const whole = trimmed({ text, from: 0, to: text.length });
  const asPreset = wholes.get(whole.text.toLowerCase());
  if (asPreset !== undefined) return { ok: true, value: withPreset(before, asPreset) };
  const week = new Week();
  for (const piece of piecesOf(whole, /[,;\n]/).map(trimmed)) if (piece.text !== '') week.read(piece);
  const faults = week.faultsOf(whole);
  if (faults.length > 0) return { ok: false, faults };
  const custom = { ...before, preset: preset.custom };
  return { ok: true, value: weekdays.reduce<BusinessHours>((hours, day) => withDay(hours, day, week.said.get(day) ?? { open: closed, close: null }), custom) };
}

/** The days read so far. Days without times wait for those that follow. */
class Week {
  readonly said = new Map<Weekday, Day>();
  private readonly faults: ParseError[] = [];
  private waiting: readonly Weekday[] = [];

  read(piece: Piece): void {
    const { days, times } = splitPiece(piece);
    if (days.text !== '') {
      const named = readDays(days);
      if ('fault' in named) return void this.faults.push(named.fault);
      this.waiting = [...this.waiting, ...named.value];
    } else if (this.waiting.length === 0) this.waiting = weekdays;
    if (times.text === '') return;
    const read = readTimes(times);
    if ('fault' in read) this.faults.push(read.fault);
    else for (const day of this.waiting) this.say(day, read.value, days.text === '' ? piece : days);
    this.waiting = [];
  }

  private say(day: Weekday, value: Day, at: Piece): void {
    if (this.said.has(day)) this.faults.push(parseErrorAt(at, `${weekdayLabel[day]} appears twice`));
    else this.said.set(day, value);
  }

  /** Returns the faults in all that was read; `whole` is their position. */
  faultsOf(whole: Piece): readonly ParseError[] {
    if (this.waiting.length > 0) return [...this.faults, parseErrorAt(whole, 'Add hours after the days: mon-fri 9-5')];
    if (this.said.size > 0 || this.faults.length > 0) return this.faults;
    return [parseErrorAt(whole, 'Enter hours, such as mon-fri 9-5, sat closed')];
  }
}

const dayText = (day: Day): string => {
  const span = spanOf(day);
  if (day.open === allDay) return 'all day';
  return span === null ? 'closed' : `${to12Hour(day.open ?? '')}-${to12Hour(day.close ?? '')}`;
};

/** The hours in words: `Mon-Fri 9:00am-5:00pm, Sat-Sun closed`; presets by their label. */
export function printHours(hours: BusinessHours): string {
  if (hours.preset === preset.always) return presetLabel[1];
  if (hours.preset === preset.voicemail) return presetLabel[5];
  const shown = hours.preset === preset.custom ? hours : withPreset(hours, hours.preset === preset.weekend ? 3 : 2);
  const runs: { from: Weekday; to: Weekday; text: string }[] = [];
  for (const day of weekdays) {
    const text = dayText(dayOf(shown, day));
    const last = runs.at(-1);
    if (last?.text === text) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  const short = (day: Weekday) => weekdayLabel[day].slice(0, 3);
  return runs.map(({ from, to, text }) => `${from === to ? short(from) : `${short(from)}-${short(to)}`} ${text}`).join(', ');
}

/** Label of hours in a list: the label of the preset; custom ones as `Custom`. */
export const hoursLabel = (hours: BusinessHours): string =>
  presetLabel[hours.preset === 1 || hours.preset === 2 || hours.preset === 3 || hours.preset === 5 ? hours.preset : 4];
