/** Days of a zone, as the activity list is asked for them. Pure. */
import { addDays, formatDay } from '#contract/text/time.ts';

/** The first of the last so many days, today being one of them. */
export const computeFirstDay = (days: number, now: number, zone: string): string => addDays(formatDay(zone, now), 1 - days);

/** 'Since Nov 14', 'Nov 1 – Nov 14', 'All time'. */
export function formatSpan(startDate: string | undefined, endDate: string | undefined): string {
  const format = (day: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
  if (startDate && endDate) return startDate === endDate ? format(startDate) : `${format(startDate)} – ${format(endDate)}`;
  if (startDate) return `Since ${format(startDate)}`;
  return endDate ? `Until ${format(endDate)}` : 'All time';
}
