/** Times to come: apart from the others, since the first rows have none. */
import { daysBetween, formatDay } from '#contract/text/time.ts';
import { clockTime, shortDate } from './time.ts';

/** With its day where that is not today: '9:00 AM', 'tomorrow at 9:00 AM', 'Nov 23 at 9:00 AM'. `at` is ISO 8601. */
export function timeToCome(at: string, now: number, timeZone: string): string {
  if (Number.isNaN(Date.parse(at))) return '–';
  const days = daysBetween(formatDay(timeZone, now), formatDay(timeZone, at));
  if (days === 0) return clockTime(at, timeZone);
  return `${days === 1 ? 'tomorrow' : shortDate(at, now, timeZone)} at ${clockTime(at, timeZone)}`;
}
