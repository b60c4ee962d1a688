/** Medians and percentiles of measured times. */

/** The value below which this part (0 to 1) of the times lies. */
export function computePercentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? Number.NaN;
}

/** Milliseconds at the middle and at the slow end. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
}
export const computeSpread = (times: readonly number[]): Spread => ({ median: computePercentile(times, 0.5), p95: computePercentile(times, 0.95) });
