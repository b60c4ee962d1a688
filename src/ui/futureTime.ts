/** Times to come: apart from the others, since the first rows have none. */
import { daysBetween, formatDay } from '#contract/text/time.ts';
import { formatClockTime, formatShortDate } from './time.ts';

/** With its day where that is not today: '9:00 AM', 'tomorrow at 9:00 AM', 'Nov 23 at 9:00 AM'. `at` is ISO 8601. */
export function formatFutureTime(at: string, now: number, timeZone: string): string {
  if (Number.isNaN(Date.parse(at))) return '–';
  const days = daysBetween(formatDay(timeZone, now), formatDay(timeZone, at));
  if (days === 0) return formatClockTime(at, timeZone);
  return `${days === 1 ? 'tomorrow' : formatShortDate(at, now, timeZone)} at ${formatClockTime(at, timeZone)}`;
}
