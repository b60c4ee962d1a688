/** Reads a time as a person writes it: "in 2 hours", "tomorrow 9:00", "mon 14:30", "2026-12-24 10:00". Days are days of the given zone. */
import { isDay } from '#contract/text/day.ts';
import { addDays, formatDay, getWeekday, toInstant } from '#contract/text/time.ts';
import type { Parsed } from './parsed.ts';

const units: Readonly<Record<string, number>> = {
  minute: 60_000,
  min: 60_000,
  m: 60_000,
  hour: 3_600_000,
  h: 3_600_000,
  day: 86_400_000,
  d: 86_400_000,
  week: 604_800_000,
  w: 604_800_000,
};

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const invalidTime = { ok: false, error: 'Enter a future time, such as in 2 hours, tomorrow 9:00, mon 14:30, 2026-12-24 10:00' } as const;

function parseClock(text: string): { hour: number; minute: number } | null {
  const found = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(text.trim());
  if (!found) return null;
  const half = found[3]?.toLowerCase();
  const hour = (Number(found[1]) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  const minute = Number(found[2] ?? 0);
  return hour < 24 && minute < 60 && (!half || Number(found[1]) <= 12) ? { hour, minute } : null;
}

/** The day a word names: today, tomorrow, the next day of that name, or a date; null when it names none. */
function parseDay(word: string, today: string): string | null {
  if (word === 'today') return today;
  if (word === 'tomorrow') return addDays(today, 1);
  const weekday = weekdays.indexOf(word.slice(0, 3));
  if (weekday >= 0 && /^[a-z]+$/.test(word)) return addDays(today, ((weekday - getWeekday(today) + 6) % 7) + 1);
  return isDay(word) ? word : null;
}

/** The instant, ISO 8601. Refuses what is not in the future. */
export function parseSendTime(text: string, now: Date, zone: string): Parsed<string> {
  const words = text.trim().toLowerCase();
  const after = /^in\s+(\d+(?:\.\d+)?)\s*([a-z]+?)s?$/.exec(words);
  const unit = after?.[2] === undefined ? undefined : units[after[2]];
  if (after && unit !== undefined) return checkFuture(new Date(now.getTime() + Number(after[1]) * unit), now);
  const [first = '', ...rest] = words.split(/[\sT]+/);
  const today = formatDay(zone, now);
  const day = parseDay(first, today);
  const clock = parseClock(day === null ? words : rest.join(' ').replace(/^at\s+/, '') || '9:00');
  if (!clock) return invalidTime;
  const at = (wanted: string) => new Date(toInstant(zone, wanted, clock.hour * 60 + clock.minute));
  if (day !== null) return checkFuture(at(day), now);
  const next = at(today);
  return checkFuture(next > now ? next : at(addDays(today, 1)), now);
}

const checkFuture = (instant: Date, now: Date): Parsed<string> =>
  Number.isFinite(instant.getTime()) && instant > now ? { ok: true, value: instant.toISOString() } : { ok: false, error: 'Choose a time in the future' };
