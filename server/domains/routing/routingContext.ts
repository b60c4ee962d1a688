/** Facts about a call at the moment it arrives: the number's routing, its opening hours, a block on the caller, the phones that may be rung. */
import { numberStatus } from '#contract/numbers/enums.ts';
import { preset } from '#contract/text/hour.ts';
import { getOpenness } from '#contract/text/openness.ts';
import type { RoutingContext } from '#machines/call/index.ts';
import { findBlock } from '../../access/blockedCallers.ts';
import { blockedDestinations } from './limits.ts';
import { computeAbsences, findColleagues, loadCompanySchedule } from './people.ts';
import { findPeople } from './readyPeople.ts';
import { findRouting, type NumberRouting } from './repository.ts';

/** Why phones are not rung, by number. */
type Refusing = (phones: readonly string[]) => Promise<Readonly<Record<string, string>>>;

/** Caller, and the block on them on the number that is called. */
type Caller = Pick<RoutingContext, 'caller' | 'block'>;

/** A caller on a number of ours; null: withheld. */
export const loadCaller = async (numberId: number, caller: string | null): Promise<Caller> => ({
  caller,
  block: caller === null ? null : await findBlock(numberId, caller),
});

/**
 * The scene of a call to a number that rings like this, at a moment in milliseconds since the epoch; null when it takes no calls: it is deactivated.
 * A parked one rings nobody and takes messages; a person's phones ring while the person is there, their browser while it is also
 * open and they are active. `refusing` is asked about the phones that could ring.
 */
export async function buildRoutingContext(
  { number, status, routing }: NumberRouting,
  { caller, block }: Caller,
  at: number,
  refusing: Refusing,
): Promise<RoutingContext | null> {
  if (status === numberStatus.deactivated) return null;
  const { routes, hours, greetingId, voicemailGreetingId, recordCalls, announceRecording } = routing;
  const isParked = status === numberStatus.parked;
  const isOpen = !isParked && getOpenness(hours, await loadCompanySchedule(), at).isOpen;
  const destinations = isOpen && block === null ? routes.flatMap(({ forwards }) => forwards) : [];
  const absent = computeAbsences(await findColleagues(destinations), at);
  const wanted = isOpen && block === null && routes.some(({ type }) => type === 'in-app-calling');
  const { people, absent: unreachable } = wanted ? await findPeople(routing.numberId, destinations, at) : { people: [], absent: {} };
  const phones = [...new Set(destinations.map(({ number: phone }) => phone))].filter((phone) => absent[phone] === undefined);
  return {
    caller,
    called: number,
    routing: { routes, greetingId, voicemailGreetingId, recordCalls, announceRecording, preset: isParked ? preset.voicemail : hours.preset },
    isOpen,
    block,
    refused: { ...absent, ...unreachable, ...(await refusing(phones)) },
    ...(people.length === 0 ? {} : { people }),
  };
}

/** The scene of a call that arrives; null when the number takes no calls, or is not there. What rings is counted against the caps. */
export async function loadRoutingContext(numberId: number, caller: string | null, at: Date): Promise<RoutingContext | null> {
  const [entry, who] = await Promise.all([findRouting(numberId), loadCaller(numberId, caller)]);
  return entry && buildRoutingContext(entry, who, at.getTime(), blockedDestinations);
}
