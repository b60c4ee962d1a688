/** A moment of the coming week in words: `sunday 18:05`, `mon 9am`, `18:05`. */
import { weekdayLabel, weekdays } from '#contract/text/hours.ts';
import { wallTime } from '#contract/text/zones.ts';

const minuteMs = 60_000;
const weekMinutes = 7 * 1_440;

/** The next such moment on the wall clock of a zone, in milliseconds since the epoch; null when the words name none. */
export function momentOf(words: string, zone: string, now: number): number | null {
  const [, day = '', hour = '', minute = '00', half = ''] =
    /^(?:on\s+)?((?!at\b)[a-z]{2,9})?\s*(?:at\s+)?(\d{1,2})(?::([0-5]\d))?\s*([ap]m)?$/i.exec(words.trim()) ?? [];
  const hours = (Number(hour) % (half ? 12 : 24)) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour === '' || Number(hour) > (half ? 12 : 23)) return null;
  const weekday = day === '' ? null : weekdays.findIndex((name) => weekdayLabel[name].toLowerCase().startsWith(day.toLowerCase()));
  if (weekday === -1) return null;
  const here = wallTime(zone, now);
  const wanted = hours * 60 + Number(minute);
  const days = weekday === null ? (wanted >= here.minutes ? 0 : 1) : (weekday - here.weekday + 7) % 7;
  const ahead = (days * 1_440 + wanted - here.minutes + weekMinutes) % weekMinutes;
  const guess = now - (now % minuteMs) + ahead * minuteMs;
  // Clocks may be moved on the way there.
  const off = wanted - wallTime(zone, guess).minutes;
  return guess + (Math.abs(off) <= 120 ? off : 0) * minuteMs;
}
