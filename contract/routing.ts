/** How a number rings (spec 1.3 Routing, 1.9): routes by extension, forwards, derived types. Pure; ids are made by who calls. */
import * as z from 'zod/mini';
import { BusinessHours } from './businessHours.ts';
import { routeTypes } from './enums.ts';
import { newHours, preset } from './hours.ts';
import { Flag, Id, list, PhoneInput } from './schema.ts';

export type RouteType = (typeof routeTypes)[number];

/** Values a new route starts with (RULE-049, CONST-025 to CONST-034). Waits in seconds. */
export const routeDefaults = {
  extension: 1,
  label: '',
  stagger: false,
  callerIdPassThru: true,
  confirmKey: false,
  confirmKeyWait: 10,
  timeout: 20,
  onholdMusicId: null,
  voicemailGreetingId: null,
} as const;

/** Bounds of what can be typed. `timeout`: the carrier rings for 5 to 120 s. One call rings at most ten phones at once. */
export const routingLimits = { routes: 50, forwards: 10, highestExtension: 99, timeout: [5, 120], confirmKeyWait: [3, 60], labelLength: 60 } as const;

const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id of letters, digits, _ or -'));
const seconds = ([least, most]: readonly [number, number], initial: number) =>
  z._default(
    z.coerce.number().check(z.multipleOf(1, 'Whole seconds'), z.gte(least, `At least ${least} seconds`), z.lte(most, `At most ${most} seconds`)),
    initial,
  );
const reference = z._default(z.nullable(Id), null);

/** A phone that rings (ENT-032, ENT-033). An empty number is dropped on saving. `userId` is ours: the user who answers there. */
export const ForwardInput = z.object({ id: z.optional(key), number: z._default(z.union([z.literal(''), PhoneInput]), ''), userId: z.optional(z.nullable(Id)) });
/** A route as it is sent; what is missing has its default. `voicemailGreetingId` is ours: what is heard before the tone. */
export const RouteInput = z.object({
  id: z.optional(key),
  type: z.optional(z.enum(routeTypes)),
  extension: z._default(z.nullable(z.coerce.number().check(z.multipleOf(1, 'A whole number'), z.gte(0), z.lte(routingLimits.highestExtension))), null),
  label: z._default(z.string().check(z.trim(), z.maxLength(routingLimits.labelLength), z.regex(/^[^"“”\n]*$/, 'Labels can’t contain quotation marks')), ''),
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

/** What a number does with calls beside its routes: greetings heard, recording, and whether callers are told of it. */
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
export const Routings = list(Routing, z.object({ total: z.number() }));

/** A new route: its defaults under the given extension, with a new id (RULE-047, RULE-049). */
export function newRoute(id: string, extension: number = routeDefaults.extension): RingRoute {
  return { ...routeDefaults, id, type: 'standard', extension, forwards: [] };
}

/**
 * The type of a route (RULE-050 to RULE-054): `geo` and `in-app-calling` are kept as stored; voicemail when the hours preset says so; several
 * forwards ring at once, or with stagger one after another; anything else is standard.
 */
export function routeType(
  route: { readonly type?: RouteType | undefined; readonly forwards: readonly unknown[]; readonly stagger: boolean },
  hoursPreset: number,
): RouteType {
  if (route.type === 'geo' || route.type === 'in-app-calling') return route.type;
  if (hoursPreset === preset.voicemail) return 'voicemail';
  if (route.forwards.length < 2) return 'standard';
  return route.stagger ? 'sequential' : 'simultaneous';
}

/** The next free extension (RULE-058 to RULE-061): 0 for none, the highest plus 1 up to 25, then the lowest gap of 0 to 24, then the highest plus 1. */
export function nextExtension(existing: readonly number[]): number {
  if (existing.length === 0) return 0;
  const next = Math.max(...existing) + 1;
  if (next <= 25 || existing.length >= 25) return next;
  return Array.from({ length: 25 }, (_, extension) => extension).find((extension) => !existing.includes(extension)) ?? next;
}

/** Routes as they are kept (RULE-047, RULE-048, RULE-055 to RULE-057): ids made, empty forwards dropped, no extension is 1, sorted by extension. */
export function tidyRoutes(routes: readonly RouteInput[], hoursPreset: number, newId: () => string): RingRoute[] {
  return routes
    .map((route): RingRoute => {
      const forwards = route.forwards
        .filter(({ number }) => number.trim() !== '')
        .map(({ id, number, userId }): Forward => ({ id: id ?? newId(), number, ...(userId === undefined || userId === null ? {} : { userId }) }));
      return {
        ...route,
        id: route.id ?? newId(),
        extension: route.extension ?? routeDefaults.extension,
        forwards,
        type: routeType({ ...route, forwards }, hoursPreset),
      };
    })
    .sort((a, b) => a.extension - b.extension);
}

/** What is wrong with routes beyond their shape, with the place in the wire's spelling; null when nothing is. `own`: the number they are of. */
export function routesFault(routes: readonly RingRoute[], own: string | null): { readonly field: string; readonly message: string } | null {
  for (const [at, route] of routes.entries()) {
    if (routes.findIndex(({ extension }) => extension === route.extension) !== at)
      return { field: `routes.${at}.extension`, message: `Extension ${route.extension} appears twice` };
    for (const [place, { number }] of route.forwards.entries()) {
      const field = `routes.${at}.forwards.${place}.number`;
      if (number === own) return { field, message: 'A number cannot forward to itself' };
      if (route.forwards.findIndex((other) => other.number === number) !== place) return { field, message: `${number} appears twice` };
    }
  }
  return null;
}

/** How a number rings of which only one forward is known: it, and no routes where there is none. */
export function plainRouting(number: { readonly id: number; readonly forwardNumber: string | null; readonly timezone: string }): Routing {
  const route = { ...newRoute(`n${number.id}`), forwards: number.forwardNumber === null ? [] : [{ id: `n${number.id}-1`, number: number.forwardNumber }] };
  return {
    numberId: number.id,
    routes: [route],
    hours: newHours(number.timezone),
    greetingId: null,
    voicemailGreetingId: null,
    recordCalls: false,
    announceRecording: true,
    version: 0,
  };
}

/** What lists show of a routing: the type of its first route, and the first phone of it (ENT-010). */
export function routingSummary({ routes, hours }: Pick<Routing, 'routes' | 'hours'>): {
  readonly routingType: RouteType;
  readonly forwardNumber: string | null;
} {
  const [first] = routes;
  return { routingType: first?.type ?? (hours.preset === preset.voicemail ? 'voicemail' : 'standard'), forwardNumber: first?.forwards[0]?.number ?? null };
}
