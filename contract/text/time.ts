/**
 * Days and clock times of a zone, computed by dayjs with its zone plugin, and read by the platform's formatter: the plugin takes 50 times as long, and threads
 * ask for each of their items. A day is `YYYY-MM-DD`, an instant is milliseconds since the epoch. Days are added to
 * days, never to an instant of a zone: `.add` on a zoned value keeps the offset from before a change of the clock.
 */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local time in a zone: `2026-11-20 14:05`. Throws for a zone or an instant that is none. */
function readClock(zone: string, at: number | string | Date): string {
  // Swedish writes a day as ISO 8601 has it.
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock.format(new Date(at));
}

/** Day of an instant in a zone: `2026-11-20`. Throws for a zone or an instant that is none. */
export const formatDay = (zone: string, at: number | string | Date): string => readClock(zone, at).slice(0, 10);

/** Day and clock time of an instant in a zone: `2026-11-20 14:05`. Throws for a zone or an instant that is none. */
export const formatClock = (zone: string, at: number | string | Date): string => readClock(zone, at).slice(0, 16);

/** Day that many days later; earlier where negative. */
export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');

/** Day that many months later, earlier where negative; the last day of the month where it has no such day: a month before 31 March is the end of February. */
export const addMonths = (day: string, months: number): string => dayjs.utc(day).add(months, 'month').format('YYYY-MM-DD');

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), 'day');

/** Weekday of a day: 0 Monday to 6 Sunday. */
export const getWeekday = (day: string): number => (dayjs.utc(day).day() + 6) % 7;

const padTwo = (value: number) => String(value).padStart(2, '0');

/**
 * Instant at which the clocks of a zone show minutes since midnight of a day. A time that the clocks skip is as long after the skip as it would have been
 * after midnight; of one that they show twice it is the first.
 */
export function toInstant(zone: string, day: string, minutes: number): number {
  const wanted = `${day} ${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`;
  const found = dayjs.tz(wanted, zone).valueOf();
  const isShown = (at: number) => readClock(zone, at) === wanted;
  // Clocks are put back by an hour; by half of one or two in a few zones.
  return [120, 60, 30].map((back) => found - back * 60_000).find(isShown) ?? found;
}
