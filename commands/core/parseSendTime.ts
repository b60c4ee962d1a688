/** Reads a time as a person writes it: "in 2 hours", "tomorrow 9:00", "mon 14:30", "2026-12-24 10:00". Days are days of the given zone. */
import type { Parsed } from './args.ts';

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

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const refused = { ok: false, error: 'Enter a future time, such as in 2 hours, tomorrow 9:00, mon 14:30, 2026-12-24 10:00' } as const;

interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const partsIn = (instant: Date, zone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );

/** Minutes a zone is ahead of UTC at an instant. */
function offsetAt(instant: Date, zone: string): number {
  const part = partsIn(instant, zone);
  const local = Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day), Number(part.hour), Number(part.minute), Number(part.second));
  return Math.round((local - instant.getTime()) / 60_000);
}

/** The instant at which a zone's clocks show a date and time; where they skip it, the instant after the skip. */
function instantIn(zone: string, date: LocalDate, hour: number, minute: number): Date {
  const asUtc = Date.UTC(date.year, date.month - 1, date.day, hour, minute);
  const first = new Date(asUtc - offsetAt(new Date(asUtc), zone) * 60_000);
  return new Date(asUtc - offsetAt(first, zone) * 60_000);
}

function clockOf(text: string): { hour: number; minute: number } | null {
  const found = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(text.trim());
  if (!found) return null;
  const half = found[3]?.toLowerCase();
  const hour = (Number(found[1]) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  const minute = Number(found[2] ?? 0);
  return hour < 24 && minute < 60 && (!half || Number(found[1]) <= 12) ? { hour, minute } : null;
}

function dateOf(word: string, now: Date, zone: string): LocalDate | null {
  const part = partsIn(now, zone);
  const today = new Date(Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day)));
  const plus = (days: number): LocalDate => {
    const date = new Date(today.getTime() + days * 86_400_000);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  };
  if (word === 'today') return plus(0);
  if (word === 'tomorrow') return plus(1);
  const weekday = weekdays.indexOf(word.slice(0, 3));
  if (weekday >= 0 && /^[a-z]+$/.test(word)) return plus(((weekday - today.getUTCDay() + 6) % 7) + 1);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  return iso ? { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) } : null;
}

/** The instant, ISO 8601. Refuses what is not in the future. */
export function parseSendTime(text: string, now: Date, zone: string): Parsed<string> {
  const words = text.trim().toLowerCase();
  const after = /^in\s+(\d+(?:\.\d+)?)\s*([a-z]+?)s?$/.exec(words);
  const unit = after?.[2] === undefined ? undefined : units[after[2]];
  if (after && unit !== undefined) return future(new Date(now.getTime() + Number(after[1]) * unit), now);
  const [first = '', ...rest] = words.split(/[\sT]+/);
  const date = dateOf(first, now, zone);
  const clock = clockOf(date ? rest.join(' ').replace(/^at\s+/, '') || '9:00' : words);
  if (!clock) return refused;
  if (date) return future(instantIn(zone, date, clock.hour, clock.minute), now);
  const today = dateOf('today', now, zone);
  const tomorrow = dateOf('tomorrow', now, zone);
  if (!today || !tomorrow) return refused;
  const next = instantIn(zone, today, clock.hour, clock.minute);
  return future(next > now ? next : instantIn(zone, tomorrow, clock.hour, clock.minute), now);
}

const future = (instant: Date, now: Date): Parsed<string> =>
  Number.isFinite(instant.getTime()) && instant > now ? { ok: true, value: instant.toISOString() } : { ok: false, error: 'Choose a time in the future' };
