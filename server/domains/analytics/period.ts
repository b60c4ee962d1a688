/** Days of a report and the zone they are days in; where one range goes on, how far the other is counted. */
import { type DateRange, maxRangeDays, parseRange, resolvePreset, resolveUntil } from '#contract/text/dateRange.ts';
import { daysBetween, formatClock, formatDay } from '#contract/text/time.ts';
import { AppError } from '../../http/errors.ts';
import { checkZone, getCompanyZone } from '../../lists/dateRange.ts';

/** Days of a report in a zone. `isOwnZone`: the company's, whose days the database keeps. */
export interface Period extends DateRange {
  readonly zone: string;
  readonly isOwnZone: boolean;
  /** Clock time of the zone up to which is counted, `2026-11-20 14:05`; null: to the end. */
  readonly until: string | null;
}

/** The zone asked for, else the company's. Refuses one that the database does not know. */
export async function findZone(asked: string | undefined, field: string): Promise<{ readonly zone: string; readonly isOwnZone: boolean }> {
  const own = await getCompanyZone();
  if (asked === undefined || asked === own) return { zone: own, isOwnZone: true };
  await checkZone(asked, field);
  return { zone: asked, isOwnZone: false };
}

/** Refuses a range of more days than a report covers. */
export function checkLength({ start, end }: DateRange, field: string): void {
  if (daysBetween(start, end) >= maxRangeDays) throw new AppError('invalid', { field, message: `Up to ${maxRangeDays} days at once` });
}

/** Reads a range of the wire; the last 30 days where none is given (CONST-016). */
function readRange(text: string | undefined, field: string, today: string): DateRange {
  const range = text === undefined ? resolvePreset('last30days', today) : parseRange(text);
  if (range === null) throw new AppError('invalid', { field, message: 'Use two days like 2026-03-01..2026-03-31' });
  checkLength(range, field);
  return range;
}

/** Two ranges to compare, like with like: while the current one goes on, the previous one is counted up to the same clock time of the same day of it. */
export interface Comparison {
  readonly current: Period;
  readonly previous: Period | null;
}

/** Ranges of the wire. */
interface AskedRanges {
  readonly currentRange?: string | undefined;
  readonly previousRange?: string | undefined;
}

/** Resolves the ranges of a comparison in a zone. */
export function resolveComparison(zone: Pick<Period, 'zone' | 'isOwnZone'>, { currentRange, previousRange }: AskedRanges, now: Date): Comparison {
  const today = formatDay(zone.zone, now);
  const current = readRange(currentRange, 'currentRange', today);
  if (previousRange === undefined) return { current: { ...current, ...zone, until: null }, previous: null };
  const previous = readRange(previousRange, 'previousRange', today);
  return {
    current: { ...current, ...zone, until: null },
    previous: { ...previous, ...zone, until: resolveUntil(current, previous, formatClock(zone.zone, now)) },
  };
}

/** Reads the ranges of a comparison in the zone asked for, else the company's. */
export const readComparison = async ({ tz, ...ranges }: AskedRanges & { readonly tz?: string | undefined }, now = new Date()): Promise<Comparison> =>
  resolveComparison(await findZone(tz, 'tz'), ranges, now);
