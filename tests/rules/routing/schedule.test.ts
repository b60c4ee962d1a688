import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScheduleBlock, ScheduleTimes } from '#contract/schedule/entities.ts';
import { routes } from '#contract/schedule/routes.ts';
import { findScheduleFault, toBlocks } from '#contract/schedule/rules.ts';
import { formatMinutes, timeOptions, to12Hour, to24Hour } from '#contract/text/hour.ts';
import { type Weekday, weekdays } from '#contract/text/hours.ts';
import { formatSchedule, formatScheduleDay, parseSchedule } from '#contract/text/scheduleText.ts';

const blocks = (text: string) => {
  const read = parseSchedule(text);
  return read.ok ? read.value : read.faults.map(({ message }) => message);
};
const block = (days: readonly Weekday[], ...times: (readonly [string, string])[]): ScheduleBlock => ({
  days,
  times: times.map(([start, end]) => ({ start, end })),
});
const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

describe('a schedule in words', () => {
  test.each([
    ['mon-fri 9-5, sat closed', [block(workdays, ['09:00', '17:00'])]],
    ['mon-fri 9-12, 1pm-5pm', [block(workdays, ['09:00', '12:00'], ['13:00', '17:00'])]],
    ['mon 1pm-5pm, mon 9-12', [block(['mon'], ['09:00', '12:00'], ['13:00', '17:00'])]],
    ['mon, wed 9-12; sat 10-2', [block(['mon', 'wed'], ['09:00', '12:00']), block(['sat'], ['10:00', '14:00'])]],
    ['mon 9-5, fri 9-5', [block(['mon', 'fri'], ['09:00', '17:00'])]],
    ['9-5', [block(weekdays, ['09:00', '17:00'])]],
    ['fri 6pm-midnight', [block(['fri'], ['18:00', '00:00'])]],
    ['sun all day', [{ days: ['sun'], times: [{ start: 'All Day', end: null }] }]],
    ['all week closed', ['“all week” is not a day. Use mon-fri, sat, weekdays or daily.']],
    ['mon-fri closed', []],
    ['mon 5pm-9am', ['“5pm-9am” ends before it starts']],
    ['mon 9-12, 11-2', ['Monday 9:00am-12:00pm and 11:00am-2:00pm overlap']],
    ['mon all day, mon 9-5', ['Monday all day and 9:00am-5:00pm overlap']],
    ['mon 9:05-12', ['“9:05-12”: use 15-minute steps']],
    ['mon-fri', ['Add times after the days: mon-fri 9-5']],
    ['', ['Enter times, such as mon-fri 9-12, 1pm-5pm, sat 10-2']],
  ])('“%s”', (text, expected) => expect(blocks(text)).toEqual(expected));

  const quarter = fc.integer({ min: 0, max: 96 });
  const stretches = fc.uniqueArray(quarter, { maxLength: 6 }).map((cuts): ScheduleTimes[] => {
    const sorted = [...cuts].sort((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, at) => ({
      start: formatMinutes((sorted[at * 2] ?? 0) * 15),
      end: sorted[at * 2 + 1] === 96 ? '00:00' : formatMinutes((sorted[at * 2 + 1] ?? 0) * 15),
    }));
  });
  const week = fc.tuple(...weekdays.map(() => stretches)).map((days) => new Map(weekdays.map((day, at) => [day, days[at] ?? []])));

  test('what is printed reads back as the same blocks', () => {
    fc.assert(
      fc.property(week, (times) => {
        const made = toBlocks(times);
        expect(findScheduleFault(made)).toBeNull();
        expect(blocks(formatSchedule(made))).toEqual(made);
      }),
    );
  });

  test('of a day is said in 12 hours', () => {
    expect(formatScheduleDay([block(['mon'], ['13:00', '17:15'], ['00:00', '12:00'])], 'mon')).toBe('12:00am-12:00pm, 1:00pm-5:15pm');
    expect(formatScheduleDay([], 'mon')).toBe('closed');
  });
});

describe('a schedule on the wire', () => {
  const send = (given: object) => routes.save.body.safeParse({ timezone: 'America/New_York', ...given });
  const sent = (start: unknown, end: unknown) => send({ blocks: [{ days: ['mon'], times: [{ start, end }] }] }).data?.blocks?.[0]?.times[0];

  test('keeps 24 hours, whichever spelling comes; All Day and Closed unchanged', () => {
    expect(sent('9:00am', '5:15pm')).toEqual({ start: '09:00', end: '17:15' });
    expect(sent('12:00am', '12:30pm')).toEqual({ start: '00:00', end: '12:30' });
    expect(sent('09:00', '17:00')).toEqual({ start: '09:00', end: '17:00' });
    expect(sent('All Day', undefined)).toEqual({ start: 'All Day', end: null });
    expect(sent('Closed', null)).toEqual({ start: 'Closed', end: null });
    for (const wrong of ['25:00', '9', '09:05', 'noon', '']) expect(sent(wrong, '17:00')).toBeUndefined();
  });

  test('every option goes to 24 hours and back', () => {
    for (const option of timeOptions) expect(to12Hour(to24Hour(option))).toBe(option);
  });

  test('takes one stretch without a list, the flag as 1 or 0, and no zone but those there are', () => {
    expect(send({ user: 1, blocks: [{ days: ['mon'], times: { start: '09:00', end: '17:00' } }] }).data).toMatchObject({
      user: true,
      blocks: [{ times: [{ start: '09:00', end: '17:00' }] }],
    });
    expect(send({ user: 0 }).data).toEqual({ user: false, timezone: 'America/New_York' });
    expect(send({ timezone: 'Mars/Olympus' }).success).toBe(false);
    expect(send({ blocks: [{ days: [], times: [] }] }).success).toBe(false);
    expect(send({ blocks: [{ days: ['someday'], times: [] }] }).success).toBe(false);
  });

  test.each([
    [block(['tue'], ['17:00', '09:00']), 'blocks.0.times.0.end', 'Tuesday 5:00pm-9:00am ends before it starts'],
    [block(['tue'], ['09:00', '09:00']), 'blocks.0.times.0.end', 'Tuesday 9:00am-9:00am ends before it starts'],
    [{ days: ['tue'] as const, times: [] }, 'blocks.0.times', 'Add a start and end time for Tuesday'],
    [{ days: ['tue'] as const, times: [{ start: '09:00', end: null }] }, 'blocks.0.times.0.end', 'Add an end time for Tuesday'],
    [{ days: ['tue'] as const, times: [{ start: null, end: '09:00' }] }, 'blocks.0.times.0.start', 'Add a start time for Tuesday'],
    [block(['tue'], ['09:00', '12:00'], ['11:00', '13:00']), 'blocks', 'Tuesday 9:00am-12:00pm and 11:00am-1:00pm overlap'],
  ])('says what is wrong: %j', (wrong, field, message) => expect(findScheduleFault([wrong])).toEqual({ field, message }));
});
