import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { initialReportView, type ReportView } from '#contract/text/reportSentence.ts';
import { getReason, machine, userEvents } from '#machines/reportFilter/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model, today } from './reportFilter.fixtures.ts';

describeModel('filtering reports', model, { userEvents, getReason });

test('leaving the company clears the filter (RULE-002), and what is shown follows', () => {
  const shown: ReportView[] = [];
  const actor = createActor(machine.provide({ actions: { show: (_, { view }) => void shown.push(view) } }), {
    input: { view: initialReportView, today },
  }).start();
  actor.send({ type: 'filter.changed', query: { qualification: 1 } });
  actor.send({ type: 'company.left' });
  expect(shown.map(({ query }) => query)).toEqual([{ qualification: 1 }, {}]);
  expect(actor.getSnapshot().context.view).toEqual(initialReportView);
});

test('stepping keeps the length of the period and ends today', () => {
  const actor = createActor(machine, { input: { view: initialReportView, today } }).start();
  actor.send({ type: 'range.chosen', range: { preset: 'last7days' } });
  expect(getReason(actor.getSnapshot(), { type: 'period.stepped', by: 1 })).toBe('Already at the newest period');
  actor.send({ type: 'period.stepped', by: -1 });
  expect(actor.getSnapshot()).toMatchObject({ value: 'fixed', context: { view: { range: { days: { start: '2026-03-07', end: '2026-03-13' } } } } });
  actor.send({ type: 'period.stepped', by: 1 });
  expect(actor.getSnapshot()).toMatchObject({ context: { view: { range: { days: { start: '2026-03-14', end: today } } } } });
});

test('what can’t be shown is refused in words, and changes nothing', () => {
  const actor = createActor(machine, { input: { view: initialReportView, today } }).start();
  const ask = (event: Parameters<typeof actor.send>[0]) => {
    const before = actor.getSnapshot().context.view;
    const why = event.type === 'view.restored' || event.type === 'day.began' || event.type === 'company.left' ? null : getReason(actor.getSnapshot(), event);
    actor.send(event);
    if (why !== null) expect(actor.getSnapshot().context.view).toEqual(before);
    return why;
  };
  const long = { days: { start: '2020-01-01', end: '2026-03-07' } };
  expect(ask({ type: 'range.chosen', range: long })).toBe('Choose 400 days or fewer');
  expect(ask({ type: 'comparison.chosen', comparison: long })).toBe('Compare with 400 days or fewer');
  expect(ask({ type: 'filter.cleared' })).toBe('No filter to clear');
  expect(ask({ type: 'range.chosen', range: { preset: 'lastYear' } })).toBeNull();
  expect(ask({ type: 'group.chosen', groupBy: 'hour' })).toBe('Choose 31 days or fewer first');
  expect(ask({ type: 'range.chosen', range: { days: { start: '2026-02-01', end: '2026-03-02' } } })).toBeNull();
  expect(ask({ type: 'comparison.chosen', comparison: { period: 'oneMonthAgo' } })).toBeNull();
  expect(ask({ type: 'group.chosen', groupBy: 'hour' })).toBe('Compare with 31 days or fewer first');
  expect(ask({ type: 'comparison.chosen', comparison: null })).toBeNull();
  expect(ask({ type: 'range.chosen', range: { preset: 'lastYear' } })).toBeNull();
  expect(ask({ type: 'filter.changed', query: { results: ['missed'] } })).toBeNull();
  expect(ask({ type: 'type.chosen', itemType: 'messages' })).toBe('Clear the filter over calls first');
  expect(ask({ type: 'filter.cleared' })).toBeNull();
  expect(ask({ type: 'type.chosen', itemType: 'messages' })).toBeNull();
});

test('all companies are summed by what they have in common', () => {
  const actor = createActor(machine, { input: { view: initialReportView, today } }).start();
  const isAcross = () => actor.getSnapshot().context.view.isAcrossCompanies === true;
  const own = 'Remove numbers, tags and pools from the filter first: they belong to one company';
  for (const query of [{ numbers: ['Main'] }, { tags: ['Ads'] }, { pool: '3' }]) {
    actor.send({ type: 'filter.changed', query });
    expect(getReason(actor.getSnapshot(), { type: 'companies.chosen', companies: 'all' })).toBe(own);
    actor.send({ type: 'companies.chosen', companies: 'all' });
    expect(isAcross()).toBe(false);
  }
  actor.send({ type: 'filter.changed', query: { results: ['missed'] } });
  actor.send({ type: 'companies.chosen', companies: 'all' });
  expect(isAcross()).toBe(true);
  expect(getReason(actor.getSnapshot(), { type: 'filter.changed', query: { tags: ['Ads'] } })).toBe(own);
  // Another report is of the same companies; each beside the others are all of them anyway.
  actor.send({ type: 'report.chosen', report: 'byGeo' });
  expect(isAcross()).toBe(true);
  actor.send({ type: 'filter.cleared' });
  actor.send({ type: 'report.chosen', report: 'byCompany' });
  expect(isAcross()).toBe(false);
  expect(getReason(actor.getSnapshot(), { type: 'companies.chosen', companies: 'all' })).toBe('This report shows each company already');
  actor.send({ type: 'report.chosen', report: 'byGeo' });
  actor.send({ type: 'companies.chosen', companies: 'all' });
  actor.send({ type: 'company.left' });
  expect(isAcross()).toBe(false);
});
