/** Calls that go on now, and where calls of a company may go on to. */
import * as z from 'zod/mini';
import { callEventSteps, callResults } from './enums.ts';
import { route } from './route.ts';
import { Id, list } from './schema.ts';

/** States of a call that goes on. */
export const liveStates = ['menu', 'ringing', 'connected', 'voicemail', 'refused', 'leaving'] as const;

const Phone = z.object({ number: z.string(), name: z.nullable(z.string()), state: z.string() });
/** A call that goes on: who calls where, step by step. `phones`: those rung in this round, with who they belong to where it is known. */
export const LiveCall = z.object({
  id: z.number(),
  recipient: z.string(),
  contact: z.nullable(z.object({ id: z.number(), name: z.string() })),
  conversationId: z.nullable(z.number()),
  number: z.object({ id: z.number(), label: z.string(), number: z.string() }),
  state: z.enum(liveStates),
  startedAt: z.string(),
  connectedAt: z.nullable(z.string()),
  steps: z.array(z.object({ step: z.enum(callEventSteps), at: z.number(), detail: z.nullable(z.string()) })),
  phones: z.array(Phone),
  /** Its own, and those of its number. */
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
  result: z.enum(callResults),
});
export type LiveCall = z.output<typeof LiveCall>;

/** Where calls may go on to (ISO 3166 countries), how many phones may be rung a minute, what they may cost a day in cents; and how much of it is used. */
export const CallingLimits = z.object({
  countries: z.array(z.string()),
  dialsPerMinute: z.number(),
  centsPerDay: z.number(),
  usedDials: z.number(),
  usedCents: z.number(),
});
export type CallingLimits = z.output<typeof CallingLimits>;

/** What an installation starts with: the United States and Canada, nobody's normal day. */
export const callingDefaults = { countries: ['US', 'CA'], dialsPerMinute: 120, centsPerDay: 10_000 } as const;

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'A country in two letters, such as US'));
const inCompany = { company: 'path.companyId', spec: 'ours' } as const;

export const calling = {
  live: route('GET /companies/{companyId}/calls/live', {
    ...inCompany,
    params: { companyId: Id },
    access: 'activity.read',
    reply: list(LiveCall, z.object({ total: z.number() })),
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
