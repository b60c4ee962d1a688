/** Times to come: apart from the others, since the first rows have none. */
import { formatCalendarDate, formatClockTime, formatShortDate } from './time.ts';

/** Days from one instant to another as the calendar of a zone counts them. Midnights of this machine stand for both: a changed clock is rounded away. */
const countDays = (from: number, to: string, timeZone: string): number =>
  Math.round((Date.parse(formatCalendarDate(to, timeZone)) - Date.parse(formatCalendarDate(from, timeZone))) / 86_400_000);

/** With its day where that is not today: '9:00 AM', 'tomorrow at 9:00 AM', 'Nov 23 at 9:00 AM'. `at` is ISO 8601. */
export function formatFutureTime(at: string, now: number, timeZone: string): string {
  if (Number.isNaN(Date.parse(at))) return '–';
  const days = countDays(now, at, timeZone);
  if (days === 0) return formatClockTime(at, timeZone);
  return `${days === 1 ? 'tomorrow' : formatShortDate(at, now, timeZone)} at ${formatClockTime(at, timeZone)}`;
}
