/** Filters of a search for calls, shared by list, report and export. */
import * as z from 'zod/mini';
import { createEnumListSchema, Flag, Id, IdList, TimeZone } from '../core/schema.ts';
import { answerStatuses, callerKinds, speakers } from './enums.ts';

const Day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05')));

const Seconds = z.optional(z.coerce.number().check(z.multipleOf(1, 'Whole seconds'), z.gte(0), z.lte(86_400)));

const name = z.optional(z.string().check(z.maxLength(100)));

/** Filters of calls, spelled as the spec spells it for the search (1.7); the last five are ours. */
export const callFilters = {
  company_id: z.optional(Id),
  q: z.optional(z.string().check(z.maxLength(200))),
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
  caller: name,
  isInbound: z.optional(Flag),
  isLead: z.optional(Flag),
  isAppointment: z.optional(Flag),
} as const;
