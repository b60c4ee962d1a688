/** What a change between two periods is made of: the parts of each kind add up to it, and the largest stands first. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallReportRow } from '#contract/analytics/entities.ts';
import { type Chart, createChangesChart, formatChart, formatPoint, type Point } from '#contract/text/reportChart.ts';
import type { ChartReport } from '#contract/text/reportRequest.ts';
import { initialReportView } from '#contract/text/reportSentence.ts';

const range = { start: '2026-03-01', end: '2026-03-07' };
const sums = { inbound: 0, answered: 0, missed: 0, voicemail: 0, blocked: 0, firstTime: 0, leads: 0, appointments: 0, qualified: 0 };
const times = { over30: 0, over90: 0, over120: 0, over300: 0, duration: 0, ringSeconds: 0, value: 0 };

/** A call by what it has in common with others. */
interface Call {
  readonly number: number;
  readonly by: string | null;
  readonly source: string | null;
  readonly pool: number | null;
  readonly area: string | null;
  readonly hour: number;
  readonly day: string;
}
const calls = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 3 }),
    by: fc.option(fc.constantFrom('+12125550001', '+12125550002')),
    source: fc.option(fc.constantFrom('google', 'bing')),
    pool: fc.option(fc.integer({ min: 1, max: 2 })),
    area: fc.option(fc.constantFrom('NY', 'CA')),
    hour: fc.integer({ min: 0, max: 23 }),
    day: fc.integer({ min: 1, max: 7 }).map((day) => `2026-03-0${day}`),
  }),
  { maxLength: 30 },
);

const row = (more: Partial<CallReportRow>): CallReportRow => ({ calls: 1, ...sums, ...times, ...more });
const toRow: Partial<Record<ChartReport, (call: Call) => CallReportRow>> = {
  calls: ({ number, day }) => row({ number: { id: number, label: `Line ${number}`, number: `+1212555010${number}` }, day }),
  byForwardNumber: ({ by, day }) => row({ answeredBy: by, day }),
  byTag: () => row({}),
  byTrafficSource: ({ source, day }) => row({ trafficSource: source, day }),
  byDniPool: ({ pool, day }) => row({ dniPool: pool, day }),
  byGeo: ({ area }) => row({ geo: area }),
  missedCalls: ({ hour, day }) => row({ hour, day }),
};
const read = (before: readonly Call[], now: readonly Call[]) =>
  createChangesChart(initialReportView, range, (report) => {
    const to = toRow[report];
    return { current: to === undefined ? [] : now.map(to), previous: to === undefined ? [] : before.map(to), until: null };
  });
const changeOf = ({ value, previous }: Point) => value - (previous ?? 0);
const kindOf = ({ label }: Point) => label.slice(0, label.indexOf(':'));

describe('what changed', () => {
  it('is told by parts that add up to the change for each kind, the largest first', () => {
    fc.assert(
      fc.property(calls, calls, (before, now) => {
        const { points } = read(before, now);
        const change = now.length - before.length;
        const byKind = Map.groupBy(points, kindOf);
        for (const parts of byKind.values()) {
          expect(parts.reduce((sum, part) => sum + changeOf(part), 0)).toBe(change);
          if (change !== 0) expect(parts.reduce((sum, part) => sum + (part.share ?? 0), 0)).toBeCloseTo(1);
        }
        // A kind of which all calls are one tells nothing.
        const isTold = new Set([...before, ...now].map(({ number }) => number)).size > 1;
        if (change !== 0) expect(byKind.has('Number')).toBe(isTold);
        const ranked = points.map((point) => (change < 0 ? -changeOf(point) : changeOf(point)));
        expect(ranked).toEqual(ranked.toSorted((one, other) => other - one));
        expect(points.every((point) => changeOf(point) !== 0)).toBe(true);
      }),
    );
  });

  it('is spoken with what was before and which part it is', () => {
    const call = (given: Partial<Call>): Call => ({ number: 1, by: null, source: null, pool: null, area: 'NY', hour: 9, day: '2026-03-02', ...given });
    const chart: Chart = read([call({}), call({}), call({ number: 2, area: 'CA' }), call({ area: 'CA' })], [call({ number: 2 }), call({ number: 2 })]);
    const [first] = chart.points;
    expect(first && formatPoint(chart, first)).toBe('Number: Line 1: 0 calls, 3 before, 150% of the change');
    const last = chart.points.at(-1);
    expect(last && formatPoint(chart, last)).toBe('Number: Line 2: 2 calls, 1 before, −50% of the change');
    expect(formatChart('What changed', chart)).toContain('What changed, ');
    expect(formatChart('What changed', read([], []))).toBe('What changed: nothing');
  });

  it('opens the calls of a part by what they have in common', () => {
    const one: Call = { number: 2, by: null, source: 'google', pool: null, area: 'NY', hour: 14, day: '2026-03-02' };
    const other: Call = { number: 1, by: null, source: null, pool: null, area: 'CA', hour: 9, day: '2026-03-03' };
    const chart = read([], [one, one, other]);
    const queries = new Map(chart.points.toReversed().map((point) => [kindOf(point), point.query]));
    expect([...queries.keys()].sort()).toEqual(['Area', 'Hour', 'Number', 'Source', 'Weekday']);
    expect(queries.get('Hour')).toMatchObject({ span: { since: range.start, until: range.end }, hour: 14 });
    expect(queries.get('Weekday')).toMatchObject({ weekday: 'mon' });
    expect(queries.get('Source')).toMatchObject({ source: 'google' });
    expect(queries.get('Number')).toMatchObject({ numbers: ['+12125550102'] });
  });
});
