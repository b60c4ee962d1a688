/** Live calls, and the limits a company sets on its calls. */
import * as z from 'zod/mini';
import { callEventSteps, callResults } from '../calls/enums.ts';

/** States of a call that goes on. */
export const liveStates = ['menu', 'ringing', 'connected', 'voicemail', 'refused', 'leaving'] as const;

const Phone = z.object({ number: z.string(), name: z.nullable(z.string()), state: z.string() });

/** A live call, step by step; `isInbound` false: a person of the company calls. `phones`: those rung in this round, with who they belong to where it is known. */
export const LiveCall = z.object({
  id: z.number(),
  isInbound: z.boolean(),
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

/** Limits of outgoing calls: allowed destinations (ISO 3166 countries), phones rung a minute, cost a day in cents; and how much of it is used. */
export const CallingLimits = z.object({
  countries: z.array(z.string()),
  dialsPerMinute: z.number(),
  centsPerDay: z.number(),
  usedDials: z.number(),
  usedCents: z.number(),
});
export type CallingLimits = z.output<typeof CallingLimits>;

/** Limits of a new installation: the United States and Canada; the amounts are beyond any normal day. */
export const callingDefaults = { countries: ['US', 'CA'], dialsPerMinute: 120, centsPerDay: 10_000 } as const;
