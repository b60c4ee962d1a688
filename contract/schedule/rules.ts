/** Rules of schedules: times of a day, labels and faults. */

import { to12Hour } from '../text/hour.ts';
import { type Day, getSpan, type Weekday, weekdayLabel, weekdays } from '../text/hours.ts';
import type { ScheduleBlock, ScheduleTimes } from './entities.ts';

const toDay = ({ start, end }: ScheduleTimes): Day => ({ open: start, close: end });

/** `9:00am-5:00pm`, `all day`. */
export const formatTimes = ({ start, end }: ScheduleTimes): string =>
  end === null ? (start ?? '').toLowerCase() : `${to12Hour(start ?? '')}-${to12Hour(end)}`;

/** The stretches of a day over all blocks, earliest first. */
export function getTimes(blocks: readonly ScheduleBlock[], day: Weekday): readonly ScheduleTimes[] {
  const all = blocks.filter(({ days }) => days.includes(day)).flatMap(({ times }) => times);
  return all.filter((times) => getSpan(toDay(times)) !== null).sort((a, b) => (getSpan(toDay(a))?.from ?? 0) - (getSpan(toDay(b))?.from ?? 0));
}

/** Finds a fault in blocks, and names its field in the wire's spelling; null when there is none. */
export function findScheduleFault(blocks: readonly ScheduleBlock[]): { readonly field: string; readonly message: string } | null {
  for (const [at, { days, times }] of blocks.entries()) {
    const name = weekdayLabel[days[0] ?? 'mon'];
    if (times.length === 0) return { field: `blocks.${at}.times`, message: `Add a start and end time for ${name}` };
    for (const [place, each] of times.entries()) {
      const field = `blocks.${at}.times.${place}`;
      if (each.start === null) return { field: `${field}.start`, message: `Add a start time for ${name}` };
      if (each.end === null && /\d/.test(each.start)) return { field: `${field}.end`, message: `Add an end time for ${name}` };
      const span = getSpan(toDay(each));
      if (span && span.to <= span.from) return { field: `${field}.end`, message: `${name} ${formatTimes(each)} ends before it starts` };
    }
  }
  for (const day of weekdays) {
    const times = getTimes(blocks, day);
    for (const [at, each] of times.entries()) {
      const before = times[at - 1];
      if (before && (getSpan(toDay(before))?.to ?? 0) > (getSpan(toDay(each))?.from ?? 0))
        return { field: 'blocks', message: `${weekdayLabel[day]} ${formatTimes(before)} and ${formatTimes(each)} overlap` };
    }
  }
  return null;
}

/** A week as blocks: days with the same times stand together, days without any in none. */
export function toBlocks(week: ReadonlyMap<Weekday, readonly ScheduleTimes[]>): ScheduleBlock[] {
  const blocks = new Map<string, { days: Weekday[]; times: readonly ScheduleTimes[] }>();
  for (const day of weekdays) {
    const times = week.get(day) ?? [];
    if (times.length === 0) continue;
    const key = JSON.stringify(times);
    const known = blocks.get(key);
    if (known) known.days.push(day);
    else blocks.set(key, { days: [day], times });
  }
  return [...blocks.values()];
}
