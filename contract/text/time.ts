/**
 * Days and clock times of a zone, computed by dayjs with its zone plugin. A day is `YYYY-MM-DD`, an instant is milliseconds since the epoch. Days are added to
 * days, never to an instant of a zone: `.add` on a zoned value keeps the offset from before a change of the clock.
 */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Day of an instant in a zone: `2026-11-20`. */
export const formatDay = (zone: string, at: number | string | Date): string => dayjs(at).tz(zone).format('YYYY-MM-DD');

/** Day that many days later; earlier where negative. */
export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');

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
  const wanted = `${day}T${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`;
  const found = dayjs.tz(wanted, zone).valueOf();
  const isShown = (at: number) => dayjs(at).tz(zone).format('YYYY-MM-DDTHH:mm') === wanted;
  // Clocks are put back by an hour; by half of one or two in a few zones.
  return [120, 60, 30].map((back) => found - back * 60_000).find(isShown) ?? found;
}
