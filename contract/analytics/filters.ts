/** Filters of reports, shared by the calls report, the dashboard and the key figures. */
import * as z from 'zod/mini';
import { callFilters } from '../calls/filters.ts';
import { Flag } from '../core/schema.ts';

/** Filters as the spec spells them for reports (1.7, AMB-92); those from `q` on are ours, as the search of calls spells them: what it finds can be summed. */
export const reportFilters = {
  number_ids: callFilters.numbers,
  tagIds: callFilters.tag_ids,
  companies: callFilters.companies,
  businessUnits: callFilters.businessUnits,
  answerStatus: callFilters.answerStatus,
  minDuration: callFilters.minDuration,
  isFirstContact: callFilters.is_first_contact,
  answered_by: callFilters.answered_by,
  departments: callFilters.departments,
  outcomes: callFilters.outcomes,
  isQualified: z.optional(Flag),
  isLead: callFilters.isLead,
  geo: callFilters.geo,
  /** Which of a caller's sources `trafficSource` means: the one that showed the number dialed (lastTouch, unless said otherwise), or where they first came from. */
  attributionModel: z.optional(z.enum(['lastTouch', 'firstTouch'])),
  trafficSource: callFilters.trafficSource,
  dniPools: callFilters.dniPools,
  q: callFilters.q,
  speaker: callFilters.speaker,
  callers: callFilters.callers,
  qualification: callFilters.qualification,
  maxDuration: callFilters.maxDuration,
  caller: callFilters.caller,
  isInbound: callFilters.isInbound,
  isAppointment: callFilters.isAppointment,
  deviceType: callFilters.deviceType,
  hour: callFilters.hour,
  weekday: callFilters.weekday,
  isTagged: callFilters.isTagged,
  hasAgent: callFilters.hasAgent,
} as const;
