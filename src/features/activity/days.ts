/** Days of a zone, as the activity list is asked for them. Pure. */

/** The day it is in a zone: '2026-11-20'. */
const dayIn = (instant: number, zone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(instant));

/** The first of the last so many days, today being one of them. */
export function firstOfLast(days: number, now: number, zone: string): string {
  const [year = 1970, month = 1, day = 1] = dayIn(now, zone).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day - days + 1)).toISOString().slice(0, 10);
}

/** 'Since Nov 14', 'Nov 1 – Nov 14', 'All time'. */
export function spanWords(startDate: string | undefined, endDate: string | undefined): string {
  const words = (day: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
  if (startDate && endDate) return startDate === endDate ? words(startDate) : `${words(startDate)} – ${words(endDate)}`;
  if (startDate) return `Since ${words(startDate)}`;
  return endDate ? `Until ${words(endDate)}` : 'All time';
}
