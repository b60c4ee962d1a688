/** Routing of a number's calls (spec 1.3 Routing, 1.9): routes by extension, forwards, derived types. Pure; the calling code makes the ids. */

import * as z from 'zod/mini';
import { callResults } from '../calls/enums.ts';
import { createLineSchema, Flag, Id, PhoneInput } from '../core/schema.ts';
import { BusinessHours } from '../text/hoursSchema.ts';
import { routeTypes } from './enums.ts';
import { routeDefaults, routingLimits } from './limits.ts';

export type RouteType = (typeof routeTypes)[number];

const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id of letters, digits, _ or -'));

const seconds = ([least, most]: readonly [number, number], initial: number) =>
  z._default(
    z.coerce.number().check(z.multipleOf(1, 'Whole seconds'), z.gte(least, `At least ${least} seconds`), z.lte(most, `At most ${most} seconds`)),
    initial,
  );

const reference = z._default(z.nullable(Id), null);

/** A phone that rings (ENT-032, ENT-033). An empty number is dropped on saving. `userId` is ours: the user who answers there. */
const ForwardInput = z.object({ id: z.optional(key), number: z._default(z.union([z.literal(''), PhoneInput]), ''), userId: z.optional(z.nullable(Id)) });

/** A route as it is sent; what is missing has its default. `voicemailGreetingId` is ours: what is heard before the tone. */
export const RouteInput = z.object({
  id: z.optional(key),
  type: z.optional(z.enum(routeTypes)),
  extension: z._default(z.nullable(z.coerce.number().check(z.multipleOf(1, 'A whole number'), z.gte(0), z.lte(routingLimits.highestExtension))), null),
  label: z._default(createLineSchema(routingLimits.labelLength).check(z.regex(/^[^"“”]*$/, 'Labels can’t contain quotation marks')), ''),
  forwards: z._default(z.array(ForwardInput).check(z.maxLength(routingLimits.forwards, `At most ${routingLimits.forwards} phones`)), []),
  stagger: z._default(Flag, false),
  callerIdPassThru: z._default(Flag, true),
  confirmKey: z._default(Flag, false),
  confirmKeyWait: seconds(routingLimits.confirmKeyWait, routeDefaults.confirmKeyWait),
  timeout: seconds(routingLimits.timeout, routeDefaults.timeout),
  onholdMusicId: reference,
  voicemailGreetingId: reference,
});

export type RouteInput = z.output<typeof RouteInput>;

export const Forward = z.object({ id: z.string(), number: z.string(), userId: z.optional(z.number()) });

export type Forward = z.output<typeof Forward>;

/** A route (ENT-020 to ENT-031). */
export const RingRoute = z.object({
  id: z.string(),
  type: z.enum(routeTypes),
  extension: z.number(),
  label: z.string(),
  forwards: z.array(Forward),
  stagger: z.boolean(),
  callerIdPassThru: z.boolean(),
  confirmKey: z.boolean(),
  confirmKeyWait: z.number(),
  timeout: z.number(),
  onholdMusicId: z.nullable(z.number()),
  voicemailGreetingId: z.nullable(z.number()),
});

export type RingRoute = z.output<typeof RingRoute>;

/** Settings of a number's calls beside its routes: greetings, recording, and whether callers hear an announcement of it. */
const behaviour = { greetingId: reference, voicemailGreetingId: reference, recordCalls: z._default(Flag, false), announceRecording: z._default(Flag, true) };

export const RoutingInput = z.object({
  routes: z.array(RouteInput).check(z.maxLength(routingLimits.routes, `At most ${routingLimits.routes} routes`)),
  hours: z.optional(BusinessHours),
  ...behaviour,
  /** The version that was read; a routing somebody else changed meanwhile is not written over. */
  version: z.optional(z.coerce.number()),
});

export type RoutingInput = z.output<typeof RoutingInput>;

/** Changes of a routing beside other fields of its number (AMB-98): what is absent stays as it is, greetings go by `clear`. */
export const routingChanges = {
  routes: z.optional(RoutingInput.shape.routes),
  hours: z.optional(BusinessHours),
  greetingId: z.optional(z.nullable(Id)),
  voicemailGreetingId: z.optional(z.nullable(Id)),
  recordCalls: z.optional(Flag),
  announceRecording: z.optional(Flag),
  version: RoutingInput.shape.version,
};

export type RoutingChanges = z.output<z.ZodMiniObject<typeof routingChanges>>;

/** The routing of a number, as it is read. `version` grows with each change, 0 while nothing was ever saved. */
export const Routing = z.object({
  numberId: z.number(),
  routes: z.array(RingRoute),
  hours: BusinessHours,
  greetingId: z.nullable(z.number()),
  voicemailGreetingId: z.nullable(z.number()),
  recordCalls: z.boolean(),
  announceRecording: z.boolean(),
  version: z.number(),
});

export type Routing = z.output<typeof Routing>;

/** Error or risk found in a routing. `extension` null: the number as a whole. */
export const LintFinding = z.object({ level: z.enum(['error', 'warning']), code: z.string(), message: z.string(), extension: z.nullable(z.number()) });

export type LintFinding = z.output<typeof LintFinding>;

/** A step of a simulated call, `at` seconds. */
const SimulatedStep = z.object({ at: z.number(), kind: z.string(), title: z.string(), why: z.string() });

/** Simulated phones that would ring. `callerId` is the number an answering phone sees; null when none rings. `ms`: duration of the simulation. */
export const SimulatedCall = z.object({
  steps: z.array(SimulatedStep),
  result: z.enum(callResults),
  rings: z.array(z.object({ number: z.string(), at: z.number(), timeout: z.number() })),
  callerId: z.nullable(z.object({ number: z.string(), isCallers: z.boolean() })),
  seconds: z.number(),
  lints: z.array(LintFinding),
  ms: z.number(),
});

export type SimulatedCall = z.output<typeof SimulatedCall>;
