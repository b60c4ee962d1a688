/** Checks whether a number is open at a moment: by hours of its own, or, set to 24/7, by the company's schedule where there is one. Calls, the simulator and the lints ask here. */
import type { Schedule } from '../schedule/entities.ts';
import { getTimes } from '../schedule/rules.ts';
import { preset } from './hour.ts';
import { getSpan, isOpenAt, weekdays } from './hours.ts';
import type { BusinessHours } from './hoursSchema.ts';
import { getWallTime } from './zones.ts';

/** A week of a schedule in its zone. Without blocks it was never set and says nothing. */
export type ScheduleWeek = Pick<Schedule, 'timezone' | 'blocks'>;

/** State of a number, open or closed, and its source. */
interface Openness {
  readonly isOpen: boolean;
  readonly by: 'number' | 'company';
}

/** Checks whether a schedule was set. */
export const hasBlocks = (week: ScheduleWeek | null): week is ScheduleWeek => week !== null && week.blocks.length > 0;

/** Checks whether a moment (milliseconds since the epoch) is within a schedule, by the clock on the wall of its zone. */
export function isInSchedule({ timezone, blocks }: ScheduleWeek, at: number): boolean {
  const { weekday, minutes } = getWallTime(timezone, at);
  return getTimes(blocks, weekdays[weekday] ?? 'mon').some(({ start, end }) => {
    const span = getSpan({ open: start, close: end });
    return span !== null && minutes >= span.from && minutes < span.to;
  });
}

/** Checks whether a number with these hours is open at a moment. Hours other than 24/7 win over the company's schedule. */
export function getOpenness(hours: BusinessHours, company: ScheduleWeek | null, at: number): Openness {
  if (hours.preset === preset.always && hasBlocks(company)) return { isOpen: isInSchedule(company, at), by: 'company' };
  return { isOpen: isOpenAt(hours, at), by: 'number' };
}

const quarterMs = 900_000;

const quartersPerWeek = 672;

/** Checks whether two conditions hold together at any quarter of an hour of the week after a moment. */
export function canOverlap(one: (at: number) => boolean, other: (at: number) => boolean, from: number): boolean {
  const first = Math.ceil(from / quarterMs) * quarterMs;
  return Array.from({ length: quartersPerWeek }, (_, quarter) => first + quarter * quarterMs).some((at) => one(at) && other(at));
}
