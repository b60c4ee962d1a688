/** Filters of a search for calls, shared by list, report and export. */
import * as z from 'zod/mini';
import { createEnumListSchema, createSearchSchema, Flag, Id, IdList, TimeZone } from '../core/schema.ts';
import { answerStatuses, callDepartments, callerKinds, callOutcomes, speakers, withoutValue } from './enums.ts';

const Day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05')));

const Seconds = z.optional(z.coerce.number().check(z.multipleOf(1, 'Whole seconds'), z.gte(0), z.lte(86_400)));

const name = z.optional(z.string().check(z.maxLength(100)));

/** Filters of calls, spelled as the spec spells it for the search (1.7); those from `maxDuration` on are ours, or the spec's of its reports. */
export const callFilters = {
  company_id: z.optional(Id),
  q: z.optional(createSearchSchema(200)),
  numbers: z.optional(IdList),
  companies: z.optional(IdList),
  businessUnits: z.optional(IdList),
  is_first_contact: z.optional(Flag),
  startDate: Day,
  endDate: Day,
  speaker: z.optional(z.enum(speakers)),
  qualification: z.optional(z.coerce.number().check(z.refine((value) => [1, 2, 3].includes(value), 'A qualification is 1, 2 or 3'))),
  minDuration: Seconds,
  tag_ids: z.optional(IdList),
  callers: z.optional(z.enum(callerKinds)),
  answerStatus: z.optional(createEnumListSchema(answerStatuses)),
  answered_by: name,
  tz: z.optional(TimeZone),
  maxDuration: Seconds,
  caller: z.optional(createSearchSchema(100)),
  isInbound: z.optional(Flag),
  isLead: z.optional(Flag),
  isAppointment: z.optional(Flag),
  departments: z.optional(createEnumListSchema(callDepartments)),
  outcomes: z.optional(createEnumListSchema(callOutcomes)),
  /** A source by its name; `none`: calls without one. So for pools and areas. */
  trafficSource: name,
  dniPools: z.optional(z.union([z.literal(withoutValue), IdList])),
  /** A state or province of the caller's area code, as two letters. */
  geo: z.optional(z.string().check(z.regex(/^(?:[A-Z]{2}|none)$/, 'A state such as CA, or none'))),
  deviceType: name,
  /** Hour of the day in `tz`, at which the call began. */
  hour: z.optional(z.coerce.number().check(z.multipleOf(1, 'An hour from 0 to 23'), z.gte(0, 'An hour from 0 to 23'), z.lte(23, 'An hour from 0 to 23'))),
  /** Day of the week in `tz`, at which the call began: 1 Monday to 7 Sunday. */
  weekday: z.optional(
    z.coerce
      .number()
      .check(z.multipleOf(1, 'A weekday from 1 to 7'), z.gte(1, 'A weekday from 1, Monday, to 7, Sunday'), z.lte(7, 'A weekday from 1, Monday, to 7, Sunday')),
  ),
  /** With a tag, its own or its number's; false: without any. */
  isTagged: z.optional(Flag),
  /** A phone answered. */
  hasAgent: z.optional(Flag),
} as const;

type Filters = typeof callFilters;
/** Filters of a search. */
export type CallFilter = { readonly [K in keyof Filters]?: z.output<Filters[K]> };
