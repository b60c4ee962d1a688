/** Rules of call routing: new routes, extensions, faults and summaries. */

import { preset } from '../text/hour.ts';
import { createHours } from '../text/hours.ts';
import type { Forward, RingRoute, RouteInput, RouteType, Routing } from './entities.ts';
import { routeDefaults } from './limits.ts';

/** A new route: its defaults under the given extension, with a new id (RULE-047, RULE-049). */
export function createRoute(id: string, extension: number = routeDefaults.extension): RingRoute {
  return { ...routeDefaults, id, type: 'standard', extension, forwards: [] };
}

/**
 * The type of a route (RULE-050 to RULE-054): `geo` and `in-app-calling` are kept as stored; voicemail when the hours preset says so; several
 * forwards ring at once, or with stagger one after another; anything else is standard.
 */
export function getRouteType(
  route: { readonly type?: RouteType | undefined; readonly forwards: readonly unknown[]; readonly stagger: boolean },
  hoursPreset: number,
): RouteType {
  if (route.type === 'geo' || route.type === 'in-app-calling') return route.type;
  if (hoursPreset === preset.voicemail) return 'voicemail';
  if (route.forwards.length < 2) return 'standard';
  return route.stagger ? 'sequential' : 'simultaneous';
}

/** The next free extension (RULE-058 to RULE-061): 0 for none, the highest plus 1 up to 25, then the lowest gap of 0 to 24, then the highest plus 1. */
export function getNextExtension(existing: readonly number[]): number {
  if (existing.length === 0) return 0;
  const next = Math.max(...existing) + 1;
  if (next <= 25 || existing.length >= 25) return next;
  return Array.from({ length: 25 }, (_, extension) => extension).find((extension) => !existing.includes(extension)) ?? next;
}

/** Routes as they are kept (RULE-047, RULE-048, RULE-055 to RULE-057): ids made, empty forwards dropped, no extension is 1, sorted by extension. */
export function normalizeRoutes(routes: readonly RouteInput[], hoursPreset: number, createId: () => string): RingRoute[] {
  return routes
    .map((route): RingRoute => {
      const forwards = route.forwards
        .filter(({ number }) => number.trim() !== '')
        .map(({ id, number, userId }): Forward => ({ id: id ?? createId(), number, ...(userId === undefined || userId === null ? {} : { userId }) }));
      return {
        ...route,
        id: route.id ?? createId(),
        extension: route.extension ?? routeDefaults.extension,
        forwards,
        type: getRouteType({ ...route, forwards }, hoursPreset),
      };
    })
    .sort((a, b) => a.extension - b.extension);
}

/** Finds a fault in routes beyond their shape, with the place in the wire's spelling; null when there is none. `own`: the number the routes belong to. */
export function findRoutesFault(routes: readonly RingRoute[], own: string | null): { readonly field: string; readonly message: string } | null {
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

/** Returns the routing of a number of which only one forward is known: that forward; the route is empty where there is none. */
export function createDefaultRouting(number: { readonly id: number; readonly forwardNumber: string | null; readonly timezone: string }): Routing {
  const route = { ...createRoute(`n${number.id}`), forwards: number.forwardNumber === null ? [] : [{ id: `n${number.id}-1`, number: number.forwardNumber }] };
  return {
    numberId: number.id,
    routes: [route],
    hours: createHours(number.timezone),
    greetingId: null,
    voicemailGreetingId: null,
    recordCalls: false,
    announceRecording: true,
    version: 0,
  };
}

/** Summary of a routing in lists: the type of its first route, and the first phone of it (ENT-010). */
export function summarizeRouting({ routes, hours }: Pick<Routing, 'routes' | 'hours'>): {
  readonly routingType: RouteType;
  readonly forwardNumber: string | null;
} {
  const [first] = routes;
  return { routingType: first?.type ?? (hours.preset === preset.voicemail ? 'voicemail' : 'standard'), forwardNumber: first?.forwards[0]?.number ?? null };
}
