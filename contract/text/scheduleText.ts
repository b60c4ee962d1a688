/** A schedule as a person writes it: `mon-fri 9-12, 1pm-5pm, sat 10-2`. What is printed reads back as the same blocks. */

import type { ScheduleBlock, ScheduleTimes } from '../schedule/entities.ts';
import { findScheduleFault, formatTimes, getTimes, toBlocks } from '../schedule/rules.ts';
import { allDay, closed } from './hour.ts';
import { type Weekday, weekdayLabel, weekdays } from './hours.ts';
import { parseDays, parseTimes, splitPiece } from './hoursText.ts';
import { createParseError, type ParseError, type ParseResult, splitPieces, trimPiece } from './parseError.ts';

/** Reads a schedule. A time without days is another one of the days before it; days that are not named, or closed, are in no block. */
export function parseSchedule(text: string): ParseResult<ScheduleBlock[]> {
  const whole = trimPiece({ text, from: 0, to: text.length });
  const week = new Map<Weekday, ScheduleTimes[]>();
  const faults: ParseError[] = [];
  let days: readonly Weekday[] = [];
  let isTimed = true;
  for (const piece of splitPieces(whole, /[,;\n]/).map(trimPiece)) {
    if (piece.text === '') continue;
    const split = splitPiece(piece);
    if (split.days.text !== '') {
      const named = parseDays(split.days);
      if ('fault' in named) return { ok: false, faults: [named.fault] };
      days = isTimed ? named.value : [...days, ...named.value];
    } else if (days.length === 0) days = weekdays;
    isTimed = split.times.text !== '';
    if (!isTimed) continue;
    const read = parseTimes(split.times);
    if ('fault' in read) return { ok: false, faults: [read.fault] };
    const { open, close } = read.value;
    for (const day of days) {
      const known = week.get(day) ?? [];
      week.set(day, open === closed ? known : [...known, { start: open, end: open === allDay ? null : close }]);
    }
  }
  if (week.size === 0 || !isTimed)
    faults.push(createParseError(whole, whole.text === '' ? 'Enter times, such as mon-fri 9-12, 1pm-5pm, sat 10-2' : 'Add times after the days: mon-fri 9-5'));
  const blocks = toBlocks(new Map(weekdays.map((day) => [day, getTimes([{ days: [day], times: week.get(day) ?? [] }], day)])));
  const fault = findScheduleFault(blocks);
  if (fault) faults.push(createParseError(whole, fault.message));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: blocks };
}

/** Describes the hours of a day in words: `9:00am-12:00pm, 1:00pm-5:00pm`, `closed`. */
export function formatScheduleDay(blocks: readonly ScheduleBlock[], day: Weekday): string {
  const times = getTimes(blocks, day);
  return times.length === 0 ? 'closed' : times.map(formatTimes).join(', ');
}

/** The blocks in words: `Mon-Fri 9:00am-12:00pm, 1:00pm-5:00pm, Sat-Sun closed`. */
export function formatSchedule(blocks: readonly ScheduleBlock[]): string {
  const runs: { from: Weekday; to: Weekday; text: string }[] = [];
  for (const day of weekdays) {
    const text = formatScheduleDay(blocks, day);
    const last = runs.at(-1);
    if (last?.text === text) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  const short = (day: Weekday) => weekdayLabel[day].slice(0, 3);
  return runs.map(({ from, to, text }) => `${from === to ? short(from) : `${short(from)}-${short(to)}`} ${text}`).join(', ');
}
