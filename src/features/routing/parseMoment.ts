/** A moment of the coming week in words: `sunday 18:05`, `mon 9am`, `18:05`. */
import { weekdayLabel, weekdays } from '#contract/text/hours.ts';
import { addDays, formatDay, getWeekday, toInstant } from '#contract/text/time.ts';

const minuteMs = 60_000;

/** The next such moment on the wall clock of a zone, in milliseconds since the epoch; null when the words name none. */
export function parseMoment(words: string, zone: string, now: number): number | null {
  const [, day = '', hour = '', minute = '00', half = ''] =
    /^(?:on\s+)?((?!at\b)[a-z]{2,9})?\s*(?:at\s+)?(\d{1,2})(?::([0-5]\d))?\s*([ap]m)?$/i.exec(words.trim()) ?? [];
  const hours = (Number(hour) % (half ? 12 : 24)) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour === '' || Number(hour) > (half ? 12 : 23)) return null;
  const weekday = day === '' ? null : weekdays.findIndex((name) => weekdayLabel[name].toLowerCase().startsWith(day.toLowerCase()));
  if (weekday === -1) return null;
  const today = formatDay(zone, now);
  const [first, next] = weekday === null ? [0, 1] : [(weekday - getWeekday(today) + 7) % 7, ((weekday - getWeekday(today) + 7) % 7) + 7];
  const at = (days: number) => toInstant(zone, addDays(today, days), hours * 60 + Number(minute));
  // The minute that runs is still this one.
  return at(first) >= now - (now % minuteMs) ? at(first) : at(next);
}
