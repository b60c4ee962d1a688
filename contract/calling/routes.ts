/** Calls that go on now, and where calls of a company may go on to. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, Id } from '../core/schema.ts';
import { CallingLimits, LiveCall } from './entities.ts';

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'A country in two letters, such as US'));

const inCompany = { company: 'path.companyId', spec: 'ours' } as const;

export const routes = {
  live: route('GET /companies/{companyId}/calls/live', {
    ...inCompany,
    params: { companyId: Id },
    access: 'activity.read',
    reply: createListSchema(LiveCall, z.object({ total: z.number() })),
    summary: 'Calls that go on now on the numbers a person works, the newest first',
  }),
  limits: route('GET /companies/{companyId}/calling-limits', {
    ...inCompany,
    params: { companyId: Id },
    access: 'numbers.read',
    reply: CallingLimits,
    summary: 'Where calls may go on to, and how much of the caps is used',
  }),
  saveLimits: route('PUT /companies/{companyId}/calling-limits', {
    ...inCompany,
    params: { companyId: Id },
    access: 'calling.limits',
    inPerson: true,
    body: z.object({
      countries: z.optional(z.array(country).check(z.maxLength(60))),
      dialsPerMinute: z.optional(z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(10_000))),
      centsPerDay: z.optional(z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(10_000_000))),
    }),
    reply: CallingLimits,
    summary: 'Changes where calls may go on to and what they may cost; what is left out stays',
  }),
};
