/** The activity list, notes and notifications (spec 1.7 Activity, 2.7 Messaging and notifications). */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createEnumListSchema, createListSchema, createPageSizeSchema, createSearchSchema, Id, IdList, Page, PageMeta, TimeZone } from '../core/schema.ts';
import { Activity } from './entities.ts';
import { activityFilters } from './enums.ts';

export const routes = {
  list: route('GET /activity', {
    access: 'activity.read',
    company: 'query.companyId',
    query: {
      companyId: z.optional(Id),
      page: Page,
      per_page: createPageSizeSchema(50, 200),
      tz: z.optional(TimeZone),
      filter: z.optional(createEnumListSchema(activityFilters)),
      numbers: z.optional(IdList),
      q: z.optional(createSearchSchema(100)),
      startDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05'))),
      endDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05'))),
      cursor: z.optional(z.string().check(z.maxLength(400))),
    },
    reply: createListSchema(Activity, z.object({ ...PageMeta.shape, isAtLeast: z.optional(z.boolean()), nextCursor: z.nullable(z.string()) })),
    spec: 'CALL-003',
    summary:
      'What happened, newest first. `filter` is a comma list of checkCalls, checkVoicemails, checkMessages, checkNotes, checkFaxes; dates are days in tz. By page, or by cursor at the same cost at any depth. Matches of a search are counted up to 10,000: is_at_least says that there may be more than total',
  }),
};
