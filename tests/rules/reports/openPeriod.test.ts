/** The period that is not over: found by the moment, so that its line is drawn apart. */
import { describe, expect, test } from 'vitest';
import { findOpenPoint, type Point } from '#contract/text/reportChart.ts';

const createPoints = (...keys: readonly string[]): Point[] =>
  keys.map((key) => ({ key, label: key, value: 1, previous: null, query: null, at: new Date(key.includes('T') ? `${key}:00:00Z` : key.padEnd(10, '-01')) }));

describe('the period that is not over', () => {
  test.each([
    ['a day', createPoints('2026-03-08', '2026-03-09'), '2026-03-09 00:00', 1],
    ['a day at its last minute', createPoints('2026-03-08', '2026-03-09'), '2026-03-09 23:59', 1],
    ['none, once the last day is over', createPoints('2026-03-08', '2026-03-09'), '2026-03-10 00:00', -1],
    ['today alone', createPoints('2026-03-09'), '2026-03-09 14:05', 0],
    ['an hour', createPoints('2026-03-09T13', '2026-03-09T14'), '2026-03-09 14:05', 1],
    ['a week', createPoints('2026-03-02', '2026-03-09'), '2026-03-15 22:00', 1],
    ['a month that is longer than the one before', createPoints('2026-02', '2026-03'), '2026-03-31 22:00', 1],
    ['the one before those that have not begun', createPoints('2026-03-08', '2026-03-09', '2026-03-10'), '2026-03-09 14:05', 1],
    ['none where none has begun', createPoints('2026-03-10'), '2026-03-09 14:05', -1],
  ])('is %s', (_, points, now, at) => {
    expect(findOpenPoint(points, now)).toBe(at);
  });
});
