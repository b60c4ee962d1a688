/** Days of a report in words. */
import { formatCalendarDate } from '../../ui/time.ts';

/** `Nov 24, 2026`. */
export const formatDay = (day: string): string => formatCalendarDate(`${day}T00:00:00Z`, 'UTC');

/** `Nov 24, 2026 – Nov 25, 2026`; a single day once. */
export const formatReportDays = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }): string =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;
