/** Ranges of days of reports: presets, periods to compare with, and stepping from one to the next (RULE-123…125). A range includes both its ends. */
import type { ComparisonPeriod, DatePreset } from '../analytics/enums.ts';
import { isDay } from './day.ts';
import { addDays, addMonths, daysBetween } from './time.ts';

/** Days from one to another, both included. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

/** Days that a report covers at most. */
export const maxRangeDays = 400;

/** Number of days of a range. */
export const countDays = ({ start, end }: DateRange): number => daysBetween(start, end) + 1;

/** Writes a range as the wire carries it (AMB-116): `2026-03-01..2026-03-31`. */
export const formatRange = ({ start, end }: DateRange): string => `${start}..${end}`;

/** Reads such a range; null where an end is no day or lies before the start. */
export function parseRange(text: string): DateRange | null {
  const [start = '', end = '', ...rest] = text.split('..');
  return rest.length === 0 && isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}

/**
 * Clock time, such as `2026-02-10 09:30`, up to which the previous range is counted while the current one goes on: as far from its start as now is from the
 * current one's, so that like is compared with like. null where the current range is over or has not begun, or the previous one is shorter.
 */
export function resolveUntil(current: DateRange, previous: DateRange, now: string): string | null {
  const today = now.slice(0, 10);
  if (today < current.start || today > current.end) return null;
  const day = addDays(previous.start, daysBetween(current.start, today));
  return day > previous.end ? null : `${day}${now.slice(10)}`;
}

const startOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const startOfYear = (day: string) => `${day.slice(0, 4)}-01-01`;

/** Days of a preset, today being the last of those that are not over (AMB-86); `recent` are the last seven (AMB-85). */
export function resolvePreset(preset: Exclude<DatePreset, 'custom'>, today: string): DateRange {
  switch (preset) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'recent':
    case 'last7days':
      return { start: addDays(today, -6), end: today };
    case 'last30days':
      return { start: addDays(today, -29), end: today };
    case 'thisMonth':
      return { start: startOfMonth(today), end: today };
    case 'lastMonth':
      return { start: addMonths(startOfMonth(today), -1), end: addDays(startOfMonth(today), -1) };
    case 'thisYear':
      return { start: startOfYear(today), end: today };
    case 'lastYear':
      return { start: addMonths(startOfYear(today), -12), end: addDays(startOfYear(today), -1) };
  }
}

const monthsAgo = { oneMonthAgo: 1, threeMonthsAgo: 3, sixMonthsAgo: 6, oneYearAgo: 12 } as const;

/** The range to compare with (RULE-125): the days just before, as many of them; or the same days of a month so long ago, the last day where it has no such day. */
export function resolveComparison(period: Exclude<ComparisonPeriod, 'custom'>, range: DateRange): DateRange {
  if (period === 'previousPeriod') return { start: addDays(range.start, -countDays(range)), end: addDays(range.start, -1) };
  return { start: addMonths(range.start, -monthsAgo[period]), end: addMonths(range.end, -monthsAgo[period]) };
}

/** The range moved by whole weeks, so that each day is compared with the same weekday: as many weeks as the range has begun. */
export function resolveMatchingWeekdays(range: DateRange): DateRange {
  const days = Math.ceil(countDays(range) / 7) * 7;
  return { start: addDays(range.start, -days), end: addDays(range.end, -days) };
}

/** True where the range is whole calendar months, or a month's beginning up to today. */
const isMonthly = ({ start, end }: DateRange, today: string) =>
  start === startOfMonth(start) && (end === addDays(startOfMonth(addMonths(startOfMonth(end), 1)), -1) || end === today);

/** Days of a chart by hour, at most: more would be thousands of buckets. */
export const maxHourlyDays = 31;

/** Unit by which a range steps. */
export type StepUnit = 'days' | 'months' | 'years';

/**
 * The range before or after this one: whole months step by months, a month up to today to the whole one before; others by as many days. `unit`: where it is
 * known, as it is of a preset.
 */
export function stepRange(range: DateRange, by: 1 | -1, today: string, unit: StepUnit = isMonthly(range, today) ? 'months' : 'days'): DateRange {
  if (unit === 'days') {
    const days = countDays(range) * by;
    return { start: addDays(range.start, days), end: addDays(range.end, days) };
  }
  if (unit === 'years') {
    const first = addMonths(startOfYear(range.start), 12 * by);
    const last = addDays(addMonths(first, 12), -1);
    return { start: first, end: by === 1 && first <= today && last > today ? today : last };
  }
  const months = (Number(range.end.slice(0, 4)) - Number(range.start.slice(0, 4))) * 12 + Number(range.end.slice(5, 7)) - Number(range.start.slice(5, 7)) + 1;
  const start = addMonths(range.start, months * by);
  const end = addDays(addMonths(start, months), -1);
  return { start, end: by === 1 && start <= today && end > today ? today : end };
}
