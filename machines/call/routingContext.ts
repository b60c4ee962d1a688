/** Facts known when a call arrives, and their consequences: the route, the phones in order, the number these see. Pure. */

import type { RingRoute, Routing } from '#contract/routing/entities.ts';
import { preset } from '#contract/text/hour.ts';
import { getAreaCode } from '#contract/text/phone.ts';
import { findRegion } from '#contract/text/regions.ts';

/** All a call's course depends on, frozen when it arrives: changes of the routing hold for the calls after it. */
export interface RoutingContext {
  /** E.164; null when it is withheld. */
  readonly caller: string | null;
  /** The number of ours that was called. */
  readonly called: string;
  readonly routing: Pick<Routing, 'routes' | 'greetingId' | 'voicemailGreetingId' | 'recordCalls' | 'announceRecording'> & { readonly preset: number };
  readonly isOpen: boolean;
  /** Response to a blocked caller; null for all other callers. */
  readonly block: 'reject' | 'busy' | null;
  /** Phones that are not rung, and why: destinations that are off, a cap that is reached. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Phones that ring at once for `timeout` seconds. */
export interface Round {
  readonly numbers: readonly string[];
  readonly timeout: number;
}

/** Does the caller choose an extension? Only where there are several; never straight to voicemail. */
export const hasMenu = ({ routing }: RoutingContext): boolean => routing.routes.length > 1 && routing.preset !== preset.voicemail;

/** The route of an extension; null: the first, which is what who presses nothing gets. Undefined when there is none at all. */
export function findRoute({ routing }: RoutingContext, extension: number | null): RingRoute | undefined {
  return extension === null ? routing.routes[0] : routing.routes.find((route) => route.extension === extension);
}

/** Distance of a phone from the caller: 0 the same area code, 1 the same state or province, 2 elsewhere. */
function computeDistance(caller: string | null, phone: string): number {
  const [here, there] = [caller === null ? null : getAreaCode(caller), getAreaCode(phone)];
  if (here === null || there === null) return 2;
  if (here === there) return 0;
  const region = findRegion(here);
  return region !== null && region === findRegion(there) ? 1 : 2;
}

/** The phones of a route that may ring, those nearest to the caller first where it goes by geography. */
export function listPhones(scene: RoutingContext, route: RingRoute): readonly string[] {
  const numbers = route.forwards.map(({ number }) => number).filter((number) => number !== scene.called && scene.refused[number] === undefined);
  return route.type === 'geo' ? numbers.toSorted((a, b) => computeDistance(scene.caller, a) - computeDistance(scene.caller, b)) : numbers;
}

const isSequential = ({ type, stagger }: RingRoute) => type === 'sequential' || type === 'geo' || (type === 'in-app-calling' && stagger);

/** Returns the phones that ring, round after round; none when it is closed, or straight to voicemail, or no phone may be rung. */
export function listRounds(scene: RoutingContext, extension: number | null): readonly Round[] {
  const route = findRoute(scene, extension);
  if (!route || !scene.isOpen || route.type === 'voicemail' || scene.routing.preset === preset.voicemail) return [];
  const numbers = listPhones(scene, route);
  if (numbers.length === 0) return [];
  const { timeout } = route;
  return isSequential(route) ? numbers.map((number) => ({ numbers: [number], timeout })) : [{ numbers, timeout }];
}

/** The number an answering phone sees: the caller's where it is passed through and known, else ours. */
export function getCallerId({ caller, called }: RoutingContext, route: RingRoute): string {
  return route.callerIdPassThru && caller !== null ? caller : called;
}

/** The greeting before the tone: the route's own, else the number's; null: the built-in words. */
export function getVoicemailGreeting(scene: RoutingContext, extension: number | null): number | null {
  return findRoute(scene, extension)?.voicemailGreetingId ?? scene.routing.voicemailGreetingId;
}
