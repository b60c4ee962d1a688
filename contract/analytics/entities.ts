/** Figures of calls. */
import * as z from 'zod/mini';

/** Sums over calls. `duration` and `ringSeconds` in seconds; `over30` are calls of more than 30 seconds (spec 1.9); `firstTime` are first calls between the company and a number. */
export const CallSums = z.object({
  calls: z.number(),
  inbound: z.number(),
  answered: z.number(),
  missed: z.number(),
  voicemail: z.number(),
  blocked: z.number(),
  firstTime: z.number(),
  leads: z.number(),
  appointments: z.number(),
  qualified: z.number(),
  over30: z.number(),
  over90: z.number(),
  over120: z.number(),
  over300: z.number(),
  duration: z.number(),
  ringSeconds: z.number(),
  value: z.number(),
});
export type CallSums = z.output<typeof CallSums>;

/** A row of a report: what the calls have in common, as far as the report tells them apart by it, and their sums. */
export const CallReportRow = z.object({
  number: z.optional(z.object({ id: z.number(), label: z.string(), number: z.string() })),
  tag: z.optional(z.object({ id: z.number(), name: z.string() })),
  /** null: nobody answered. */
  answeredBy: z.optional(z.nullable(z.string())),
  /** null: without a source, a pool, an area. */
  trafficSource: z.optional(z.nullable(z.string())),
  dniPool: z.optional(z.nullable(z.number())),
  /** Ours; absent for a pool that was deleted. */
  dniPoolName: z.optional(z.string()),
  /** State or province of the caller's area code: where the number is from, not the person. */
  geo: z.optional(z.nullable(z.string())),
  /** A day such as 2026-03-05. */
  day: z.optional(z.string()),
  /** 0 to 23. */
  hour: z.optional(z.number()),
  ...CallSums.shape,
});
export type CallReportRow = z.output<typeof CallReportRow>;

const Range = z.object({ start: z.string(), end: z.string() });

/** A stretch of the dashboard. `bucket`: a day, the Monday of a week, a month such as 2026-03, an hour such as 2026-03-05T14. `sums` are those of calls. */
export const DashboardBucket = z.object({
  bucket: z.string(),
  total: z.number(),
  inbound: z.number(),
  outbound: z.number(),
  sums: z.optional(CallSums),
});
export type DashboardBucket = z.output<typeof DashboardBucket>;

/** Calls of a company in two ranges. Days are in the company's own time zone, so that each is compared like with like. */
export const CompanySums = z.object({
  companyId: z.number(),
  companyName: z.string(),
  companySlug: z.string(),
  timezone: z.string(),
  current: CallSums,
  previous: z.nullable(CallSums),
  /** Day and time of the zone up to which the previous range is summed; null: to its end. */
  comparedUntil: z.nullable(z.string()),
});
export type CompanySums = z.output<typeof CompanySums>;

/** Days of two ranges that are compared. `comparedUntil`: the current range has not ended, so the previous one is summed up to the same clock time, a day and time of the zone. */
export const ComparisonMeta = z.object({
  currentRange: Range,
  previousRange: z.nullable(Range),
  comparedUntil: z.nullable(z.string()),
  timezone: z.string(),
});
export type ComparisonMeta = z.output<typeof ComparisonMeta>;

/** Key figures of two ranges. */
export const CallKpi = z.object({ current: CallSums, previous: z.nullable(CallSums), meta: ComparisonMeta });
export type CallKpi = z.output<typeof CallKpi>;
