/** Sums of several companies (AMB-92 `companies`, `businessUnits`), each read by itself, put together. */
import type { CallKpi, CallReportRow, DashboardBucket } from '#contract/analytics/entities.ts';
import { addSums } from './sums.ts';

/** Adds the series of companies, bucket by bucket. */
export function addSeries(series: readonly (readonly DashboardBucket[])[]): DashboardBucket[] {
  const added = new Map<string, DashboardBucket>();
  for (const each of series.flat()) {
    const before = added.get(each.bucket);
    const sums = before?.sums && each.sums ? addSums(before.sums, each.sums) : (before?.sums ?? each.sums);
    added.set(each.bucket, {
      bucket: each.bucket,
      total: each.total + (before?.total ?? 0),
      inbound: each.inbound + (before?.inbound ?? 0),
      outbound: each.outbound + (before?.outbound ?? 0),
      ...(sums === undefined ? {} : { sums }),
    });
  }
  return [...added.values()].sort((one, other) => (one.bucket < other.bucket ? -1 : 1));
}

/** Adds the key figures of companies; the ranges are those of the first. */
export function addKpis([first, ...others]: readonly [CallKpi, ...CallKpi[]]): CallKpi {
  const all = { ...first };
  for (const { current, previous } of others) {
    all.current = addSums(all.current, current);
    all.previous = all.previous && previous ? addSums(all.previous, previous) : (all.previous ?? previous);
  }
  return all;
}

const keyOf = ({ number, tag, answeredBy, trafficSource, dniPool, geo, day, hour }: CallReportRow): string =>
  JSON.stringify([number?.id, tag?.id, answeredBy, trafficSource, dniPool, geo, day, hour].map((key) => (key === undefined ? '' : key)));

/** Adds the rows of companies that have the same in common. The order is that of the first company; rows of other companies follow. */
export function addRows(reports: readonly (readonly CallReportRow[])[]): CallReportRow[] {
  const added = new Map<string, CallReportRow>();
  for (const row of reports.flat()) {
    const key = keyOf(row);
    const before = added.get(key);
    added.set(key, before === undefined ? row : addSums(before, row));
  }
  return [...added.values()];
}
