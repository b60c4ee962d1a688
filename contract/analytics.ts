/** Reports over calls (spec 1.7 Analytics). */
import * as z from 'zod/mini';
import { callFilters } from './calls.ts';
import { callDepartments, callOutcomes } from './enums.ts';
import { route } from './route.ts';
import { enumList, Flag, Id, list } from './schema.ts';

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

const word = z.optional(z.string().check(z.maxLength(200)));

export const analytics = {
  calls: route('GET /analytics/calls', {
    access: 'analytics.read',
    company: 'query.company_id',
    query: {
      company_id: z.optional(Id),
      group: z.string().check(z.maxLength(40)),
      target: z.string().check(z.maxLength(40)),
      startDate: callFilters.startDate,
      endDate: callFilters.endDate,
      number_ids: callFilters.numbers,
      tagIds: callFilters.tag_ids,
      companies: callFilters.companies,
      businessUnits: callFilters.businessUnits,
      answerStatus: callFilters.answerStatus,
      minDuration: callFilters.minDuration,
      isFirstContact: callFilters.is_first_contact,
      timezone: callFilters.tz,
      answered_by: callFilters.answered_by,
      departments: z.optional(enumList(callDepartments)),
      outcomes: z.optional(enumList(callOutcomes)),
      isQualified: z.optional(Flag),
      isLead: callFilters.isLead,
      geo: word,
      attributionModel: word,
      trafficSource: word,
      dniPools: word,
    },
    reply: list(CallReportRow, z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() })),
    spec: 'CALL-001',
    summary:
      'Calls summed by group and target: number/day, number/tag/day, answered_by/day, day/hour or hour/day; the last 30 days unless startDate and endDate (days in timezone, else in the company’s) say otherwise',
  }),
};
