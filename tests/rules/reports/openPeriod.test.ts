/** The period that is not over: found by the moment, so that its line is drawn apart. */
import { describe, expect, test } from 'vitest';
import { createTimeChart, findOpenPoint } from '#contract/text/reportChart.ts';
import { initialReportView, type ReportView } from '#contract/text/reportSentence.ts';

const meta = { comparedUntil: null };

/** Points of a chart over time, from these buckets of the server. */
function createPoints(groupBy: ReportView['groupBy'], range: { readonly start: string; readonly end: string }, ...buckets: readonly string[]) {
  const data = buckets.map((bucket) => ({ bucket, total: 1, inbound: 1, outbound: 0 }));
  return createTimeChart({ ...initialReportView, groupBy }, range, { data, previous: [], meta }).points;
}

const march = { start: '2026-03-01', end: '2026-03-31' };
const days = createPoints('day', march, '2026-03-08', '2026-03-09');

describe('the period that is not over', () => {
  test.each([
    ['a day', days, '2026-03-09 00:00', 1],
    ['a day at its last minute', days, '2026-03-09 23:59', 1],
    ['none, once the last day is over', days, '2026-03-10 00:00', -1],
    ['an hour', createPoints('hour', march, '2026-03-09T13', '2026-03-09T14'), '2026-03-09 14:05', 1],
    ['a week', createPoints('week', march, '2026-03-02', '2026-03-09'), '2026-03-15 22:00', 1],
    ['a week alone', createPoints('week', march, '2026-03-09'), '2026-03-12 22:00', 0],
    ['none, once the days of a week that are looked at are over', createPoints('week', { ...march, end: '2026-03-11' }, '2026-03-09'), '2026-03-12 22:00', -1],
    ['a month that is longer than the one before', createPoints('month', { ...march, start: '2026-02-01' }, '2026-02', '2026-03'), '2026-03-31 22:00', 1],
    ['the one before those that have not begun', createPoints('day', march, '2026-03-08', '2026-03-09', '2026-03-10'), '2026-03-09 14:05', 1],
    ['none where none has begun', createPoints('day', march, '2026-03-10'), '2026-03-09 14:05', -1],
  ])('is %s', (_, points, now, at) => {
    expect(findOpenPoint(points, now)).toBe(at);
  });
});
