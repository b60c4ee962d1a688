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
  /** A day such as 2026-03-05. */
  day: z.optional(z.string()),
  /** 0 to 23. */
  hour: z.optional(z.number()),
  ...CallSums.shape,
});
export type CallReportRow = z.output<typeof CallReportRow>;
