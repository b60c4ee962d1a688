/** Presets and comparisons of reports (RULE-123…125). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparisonPeriods, datePresets } from '#contract/analytics/enums.ts';
import { countDays, formatRange, parseRange, resolveComparison, resolveMatchingWeekdays, resolvePreset, stepRange } from '#contract/text/dateRange.ts';
import { addDays, getWeekday } from '#contract/text/time.ts';

const range = (text: string) => {
  const read = parseRange(text);
  if (read === null) throw new Error(`No range: ${text}`);
  return read;
};

test('the presets, in the order of RULE-124', () => {
  expect(datePresets).toEqual(['custom', 'recent', 'today', 'yesterday', 'last7days', 'last30days', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear']);
});

test.each([
  ['recent', '2026-03-05..2026-03-11'],
  ['today', '2026-03-11..2026-03-11'],
  ['yesterday', '2026-03-10..2026-03-10'],
  ['last7days', '2026-03-05..2026-03-11'],
  ['last30days', '2026-02-10..2026-03-11'],
  ['thisMonth', '2026-03-01..2026-03-11'],
  ['lastMonth', '2026-02-01..2026-02-28'],
  ['thisYear', '2026-01-01..2026-03-11'],
  ['lastYear', '2025-01-01..2025-12-31'],
] as const)('%s on 11 March 2026 is %s', (preset, expected) => {
  expect(formatRange(resolvePreset(preset, '2026-03-11'))).toBe(expected);
});

describe('the period to compare with', () => {
  test.each([
    ['previousPeriod', '2024-03-11..2024-03-17', '2024-03-04..2024-03-10'],
    ['oneMonthAgo', '2024-03-11..2024-03-17', '2024-02-11..2024-02-17'],
    ['threeMonthsAgo', '2024-03-11..2024-03-17', '2023-12-11..2023-12-17'],
    ['sixMonthsAgo', '2024-03-11..2024-03-17', '2023-09-11..2023-09-17'],
    ['oneYearAgo', '2024-03-11..2024-03-17', '2023-03-11..2023-03-17'],
    ['oneMonthAgo', '2024-03-31..2024-03-31', '2024-02-29..2024-02-29'],
    ['oneMonthAgo', '2026-03-01..2026-03-31', '2026-02-01..2026-02-28'],
    ['oneYearAgo', '2024-02-29..2024-02-29', '2023-02-28..2023-02-28'],
  ] as const)('%s of %s is %s', (period, of, expected) => {
    expect(formatRange(resolveComparison(period, range(of)))).toBe(expected);
  });

  test('has as many days before, or is the same weekdays before', () => {
    const day = fc.integer({ min: 0, max: 9_000 }).map((at) => addDays('2010-01-01', at));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 399 }), (start, length) => {
        const of = { start, end: addDays(start, length) };
        const previous = resolveComparison('previousPeriod', of);
        expect([countDays(previous), addDays(previous.end, 1)]).toEqual([countDays(of), of.start]);
        const weekdays = resolveMatchingWeekdays(of);
        expect([getWeekday(weekdays.start), countDays(weekdays)]).toEqual([getWeekday(of.start), countDays(of)]);
        expect(weekdays.end < of.start).toBe(true);
        for (const period of comparisonPeriods)
          if (period !== 'custom') expect(resolveComparison(period, of).start <= resolveComparison(period, of).end).toBe(true);
        expect(parseRange(formatRange(of))).toEqual(of);
      }),
    );
  });
});

test.each([
  ['2026-03-05..2026-03-11', -1, '2026-02-26..2026-03-04'],
  ['2026-02-26..2026-03-04', 1, '2026-03-05..2026-03-11'],
  ['2026-03-01..2026-03-11', -1, '2026-02-01..2026-02-28'],
  ['2026-02-01..2026-02-28', 1, '2026-03-01..2026-03-11'],
  ['2026-02-01..2026-02-28', -1, '2026-01-01..2026-01-31'],
  ['2025-01-01..2025-12-31', -1, '2024-01-01..2024-12-31'],
  ['2026-03-10..2026-03-10', 1, '2026-03-11..2026-03-11'],
] as const)('%s stepped by %s is %s, on 11 March 2026', (of, by, expected) => {
  expect(formatRange(stepRange(range(of), by, '2026-03-11'))).toBe(expected);
});

test('a known unit is stepped by, whatever the days happen to be', () => {
  expect(formatRange(stepRange(range('2026-03-01..2026-03-07'), -1, '2026-03-07', 'days'))).toBe('2026-02-22..2026-02-28');
  expect(formatRange(stepRange(range('2026-01-01..2026-11-25'), -1, '2026-11-25', 'years'))).toBe('2025-01-01..2025-12-31');
  expect(formatRange(stepRange(range('2025-01-01..2025-12-31'), 1, '2026-11-25', 'years'))).toBe('2026-01-01..2026-11-25');
});

test.each(['', '2026-03-01', '2026-02-30..2026-03-01', '2026-03-02..2026-03-01', '2026-03-01..2026-03-02..2026-03-03', 'a..b'])('%j is no range', (text) => {
  expect(parseRange(text)).toBeNull();
});
