/** Reports over calls (spec 1.7 Analytics). */
import * as z from 'zod/mini';
import { callDepartments, callOutcomes } from '../calls/enums.ts';
import { callFilters } from '../calls/filters.ts';
import { route } from '../core/route.ts';
import { createEnumListSchema, createListSchema, Flag, Id } from '../core/schema.ts';
import { CallReportRow } from './entities.ts';

const word = z.optional(z.string().check(z.maxLength(200)));

export const routes = {
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
      departments: z.optional(createEnumListSchema(callDepartments)),
      outcomes: z.optional(createEnumListSchema(callOutcomes)),
      isQualified: z.optional(Flag),
      isLead: callFilters.isLead,
      geo: word,
      attributionModel: word,
      trafficSource: word,
      dniPools: word,
    },
    reply: createListSchema(CallReportRow, z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() })),
    spec: 'CALL-001',
    summary:
      'Calls summed by group and target: number/day, number/tag/day, answered_by/day, day/hour or hour/day; the last 30 days unless startDate and endDate (days in timezone, else in the company’s) say otherwise',
  }),
};
