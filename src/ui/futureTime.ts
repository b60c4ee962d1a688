/** Times to come: apart from the others, since the first rows have none. */
import { calendarDate, clockTime, shortDate } from './time.ts';

const dayMs = 24 * 3_600_000;

/** Days since the epoch of the date an instant has in the time zone. */
const dayOf = (instant: string | number, timeZone: string): number => Math.round(Date.parse(`${calendarDate(instant, timeZone)} UTC`) / dayMs);

/** With its day where that is not today: '9:00 AM', 'tomorrow at 9:00 AM', 'Nov 23 at 9:00 AM'. `at` is ISO 8601. */
export function timeToCome(at: string, now: number, timeZone: string): string {
  if (Number.isNaN(Date.parse(at))) return '–';
  const days = dayOf(Date.parse(at), timeZone) - dayOf(now, timeZone);
  if (days === 0) return clockTime(at, timeZone);
  return `${days === 1 ? 'tomorrow' : shortDate(at, now, timeZone)} at ${clockTime(at, timeZone)}`;
}
