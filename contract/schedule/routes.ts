/** When a company, or one of its people, is there (spec 2.3; AMB-27): blocks of days and times in a zone. 24 hours on the wire and here, 12 hours on the screen (2.5). */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Flag, Id } from '../core/schema.ts';
import { Schedule, ScheduleInput } from './entities.ts';

const own = { company: 'path.companyId', params: { companyId: Id }, access: 'company.read', reply: Schedule } as const;

export const routes = {
  get: route('GET /companies/{companyId}/schedule', {
    ...own,
    query: { user: z._default(Flag, false) },
    spec: 'CALL-209',
    summary: 'The schedule of the company, or with user=1 the caller’s own in it; never set: no blocks, in the company’s zone',
  }),
  save: route('PUT /companies/{companyId}/schedule', {
    ...own,
    body: ScheduleInput,
    spec: 'CALL-210',
    summary: 'Sets the schedule of the company, which takes the right to change the company, or with user=1 the caller’s own',
  }),
};
