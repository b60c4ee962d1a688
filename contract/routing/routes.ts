/** Calls about how numbers ring: reading and saving routings (spec 1.3; FLOW-048 to FLOW-055), hours of many numbers, the simulator and its lints. */

import * as z from 'zod/mini';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { createListSchema, Id, Instant, Key, PhoneInput } from '../core/schema.ts';
import { numberChoice } from '../numbers/entities.ts';
import { BusinessHours } from '../text/hoursSchema.ts';
import { LintFinding, Routing, RoutingInput, SimulatedCall } from './entities.ts';

const inCompany = { company: 'path.companyId', spec: 'ours' } as const;

export const routes = {
  list: route('GET /companies/{companyId}/numbers/routings', {
    ...inCompany,
    params: { companyId: Id },
    access: 'numbers.read',
    reply: createListSchema(Routing, z.object({ total: z.number() })),
    summary: 'How all numbers a person works ring',
  }),
  get: route('GET /companies/{companyId}/numbers/{id}/routing', {
    ...inCompany,
    params: { companyId: Id, id: Id },
    access: 'numbers.read',
    reply: Routing,
    summary: 'How a number rings; one that was never changed rings its forward number at all hours',
  }),
  setHours: route('PUT /companies/{companyId}/numbers/hours', {
    ...inCompany,
    params: { companyId: Id },
    access: 'numbers.route',
    body: z.object({
      key: Key,
      ...numberChoice,
      hours: z.optional(BusinessHours),
      words: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    }),
    ...batchReply,
    summary:
      'Sets the hours of numbers as a batch: to `hours` as they are, or by `words` (“mon-fri 9-5”), with which each keeps its zone. A count other than the one shown: 409. Idempotent by key',
  }),
  simulate: route('POST /companies/{companyId}/numbers/simulate', {
    ...inCompany,
    params: { companyId: Id },
    access: 'numbers.read',
    body: z.object({
      numberId: Id,
      /** Absent: a withheld caller. */
      from: z.optional(PhoneInput),
      /** Absent: now. */
      at: z.optional(Instant),
      /** The key pressed in the menu; absent: none. */
      keys: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'One or two digits'))),
      /** Phones that pick up, and the seconds each rings before that. */
      answers: z._default(z.array(z.object({ number: PhoneInput, seconds: z.coerce.number().check(z.gte(0), z.lte(600)) })).check(z.maxLength(10)), []),
      /** A routing that is not saved yet; absent: the number's own. */
      routing: z.optional(RoutingInput),
    }),
    reply: SimulatedCall,
    summary: 'Call routing test: every step and why, by the functions that route real calls',
  }),
  lints: route('GET /companies/{companyId}/numbers/lints', {
    ...inCompany,
    params: { companyId: Id },
    access: 'numbers.read',
    reply: z.object({ data: z.array(z.object({ numberId: z.number(), lints: z.array(LintFinding) })), checked: z.number(), ms: z.number() }),
    summary: 'Everything wrong or risky with how the numbers ring; numbers without a finding are left out',
  }),
};
