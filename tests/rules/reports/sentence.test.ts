/** Reports as sentences. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dashboardGroups, dashboardTypes, datePresets } from '#contract/analytics/enums.ts';
import {
  formatReportSentence,
  initialReportView,
  parseReportSentence,
  type ReportView,
  reportNames,
  setAcrossCompanies,
} from '#contract/text/reportSentence.ts';
import { addDays } from '#contract/text/time.ts';

const day = fc.integer({ min: 0, max: 9_000 }).map((at) => addDays('2010-01-01', at));
const days = fc.tuple(day, fc.integer({ min: 0, max: 399 })).map(([start, length]) => ({ days: { start, end: addDays(start, length) } }));
const presets = datePresets.filter((preset) => preset !== 'custom');
const anyView: fc.Arbitrary<ReportView> = fc
  .record({
    report: fc.constantFrom(...reportNames),
    type: fc.constantFrom(...dashboardTypes),
    groupBy: fc.constantFrom(...dashboardGroups),
    query: fc.constantFrom(
      {},
      { results: ['missed' as const] },
      { tags: ['Spring sale'], longer: 60 },
      { callers: 'first' as const, area: 'CA' },
      { hour: 9, isTagged: false as const },
    ),
    range: fc.oneof(
      fc.constantFrom(...presets).map((preset) => ({ preset })),
      days,
    ),
    isAcross: fc.boolean(),
    comparison: fc.oneof(
      fc.constant(null),
      days,
      fc
        .constantFrom(
          'previousPeriod' as const,
          'oneMonthAgo' as const,
          'threeMonthsAgo' as const,
          'sixMonthsAgo' as const,
          'oneYearAgo' as const,
          'matchingWeekdays' as const,
        )
        .map((period) => ({ period })),
    ),
  })
  .filter(({ report, comparison }) => report !== 'changes' || comparison !== null)
  .map(({ isAcross, ...view }) =>
    setAcrossCompanies(view.report === 'overTime' ? view : { ...view, type: 'calls' as const, groupBy: 'day' as const }, isAcross),
  );

test('what is printed reads back as the same report', () => {
  fc.assert(fc.property(anyView, (view) => void expect(parseReportSentence(formatReportSentence(view))).toEqual({ ok: true, value: view })));
});

test('what changed is a change from something: where nothing is named, from the period before', () => {
  expect(parseReportSentence('what changed last 7 days')).toMatchObject({ ok: true, value: { report: 'changes', comparison: { period: 'previousPeriod' } } });
});

test('companies beside each other are all of them, with or without the words', () => {
  expect(parseReportSentence('calls by company across companies')).toEqual(parseReportSentence('calls by company'));
  expect(parseReportSentence('calls by hour across companies missed yesterday')).toMatchObject({
    ok: true,
    value: { report: 'overTime', isAcrossCompanies: true, query: { results: ['missed'] }, range: { preset: 'yesterday' } },
  });
});

test('the sentence of the brief', () => {
  expect(parseReportSentence('missed calls by hour last 30 days vs matching weekdays')).toEqual({
    ok: true,
    value: { ...initialReportView, report: 'missedCalls', comparison: { period: 'matchingWeekdays' } },
  });
  expect(parseReportSentence('calls by day "us vs them" last 7 days')).toMatchObject({
    ok: true,
    value: { query: { words: [{ text: 'us vs them' }] }, range: { preset: 'last7days' }, comparison: null },
  });
  expect(parseReportSentence('Calls by  tag')).toEqual({ ok: true, value: { ...initialReportView, report: 'byTag', comparison: null } });
  expect(parseReportSentence('calls by day missed number:Main this month vs 2025-03-01..2025-03-31')).toMatchObject({
    ok: true,
    value: {
      report: 'overTime',
      query: { results: ['missed'], numbers: ['Main'] },
      range: { preset: 'thisMonth' },
      comparison: { days: { start: '2025-03-01', end: '2025-03-31' } },
    },
  });
});

test.each([
  ['weather by day', 'Begin with a report'],
  ['calls by day vs yore', 'nothing to compare with'],
  ['calls by day colour:red last 7 days', 'not a filter'],
  ['calls by day yesterday last 7 days', 'Use last 7 days'],
])('%j is refused in words', (text, words) => {
  expect(parseReportSentence(text)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
});
