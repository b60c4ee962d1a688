/** Facts known when a call arrives, and their consequences: the route, the phones in order, the number these see. Pure. */

import type { RingRoute, Routing } from '#contract/routing/entities.ts';
import { preset } from '#contract/text/hour.ts';
import { displayPhone, getAreaCode } from '#contract/text/phone.ts';
import { findRegion } from '#contract/text/regions.ts';

/** A person whose browser may ring. `client`: the name it is dialled by, `client:c7u12`; `numbers`: phones of a route that are theirs. */
export interface RungPerson {
  readonly userId: number;
  readonly name: string;
  readonly client: string;
  readonly numbers: readonly string[];
}

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
  /** People whose browsers may ring on a route of the type in-app-calling; absent where there is no such route. */
  readonly people?: readonly RungPerson[];
}

/** Most phones and browsers the carrier rings at once. */
export const maxPerRound = 10;

const clientPattern = /^client:c(\d+)u(\d+)$/;

/** The name a person's browser is dialled by in a company. */
export const formatClient = (companyId: number, userId: number): string => `client:c${companyId}u${userId}`;

/** Reads such a name; null for a phone. */
export function parseClient(number: string): { readonly companyId: number; readonly userId: number } | null {
  const parts = clientPattern.exec(number);
  return parts ? { companyId: Number(parts[1]), userId: Number(parts[2]) } : null;
}

/** Names who is rung: a person's name, or a phone as it is shown. */
export const nameDestination = (scene: Pick<RoutingContext, 'people'> | null, number: string): string =>
  scene?.people?.find(({ client }) => client === number)?.name ?? displayPhone(number);

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

/** People a route of the type in-app-calling is for: the owners of its phones, or all where none of them is somebody's. */
export function listRoutePeople({ people = [] }: Pick<RoutingContext, 'people'>, route: RingRoute): readonly RungPerson[] {
  if (route.type !== 'in-app-calling') return [];
  const named = people.filter(({ userId, numbers }) => route.forwards.some((forward) => forward.userId === userId || numbers.includes(forward.number)));
  return named.length > 0 ? named : people;
}

/** Browsers of a route that may ring. */
const listClients = (scene: RoutingContext, route: RingRoute): readonly string[] =>
  listRoutePeople(scene, route)
    .map(({ client }) => client)
    .filter((client) => scene.refused[client] === undefined);

/** A browser and the phone of its person are one destination; each other phone, each other browser is one of its own. */
function listDestinations(scene: RoutingContext, route: RingRoute, phones: readonly string[]): readonly (readonly string[])[] {
  const clients = listClients(scene, route);
  const people = listRoutePeople(scene, route);
  const findClient = (phone: string) => {
    const named = route.forwards.find(({ number }) => number === phone)?.userId;
    const person = people.find(({ userId, numbers }) => (named === undefined ? numbers.includes(phone) : userId === named));
    return person && clients.includes(person.client) ? person.client : undefined;
  };
  const taken = new Set<string>();
  const beside = phones.map((phone) => {
    const client = findClient(phone);
    if (client === undefined || taken.has(client)) return [phone];
    taken.add(client);
    return [client, phone];
  });
  return [...clients.filter((client) => !taken.has(client)).map((client) => [client]), ...beside];
}

const isSequential = ({ type, stagger }: RingRoute) => type === 'sequential' || type === 'geo' || (type === 'in-app-calling' && stagger);

/** Returns the phones that ring, round after round; none when it is closed, or straight to voicemail, or no phone may be rung. */
export function listRounds(scene: RoutingContext, extension: number | null): readonly Round[] {
  const route = findRoute(scene, extension);
  if (!route || !scene.isOpen || route.type === 'voicemail' || scene.routing.preset === preset.voicemail) return [];
  const destinations = listDestinations(scene, route, listPhones(scene, route));
  if (destinations.length === 0) return [];
  const { timeout } = route;
  if (isSequential(route)) return destinations.map((numbers) => ({ numbers, timeout }));
  return [{ numbers: destinations.flat().slice(0, maxPerRound), timeout }];
}

/** The number an answering phone sees: the caller's where it is passed through and known, else ours. */
export function getCallerId({ caller, called }: RoutingContext, route: RingRoute): string {
  return route.callerIdPassThru && caller !== null ? caller : called;
}

/** The greeting before the tone: the route's own, else the number's; null: the built-in words. */
export function getVoicemailGreeting(scene: RoutingContext, extension: number | null): number | null {
  return findRoute(scene, extension)?.voicemailGreetingId ?? scene.routing.voicemailGreetingId;
}
