/** What holds for a call at the moment it arrives: how the number rings, whether it is open, whether the caller is blocked, which phones may be rung. */
import { numberStatus } from '#contract/enums.ts';
import { isOpenAt, preset } from '#contract/hours.ts';
import type { Scene } from '#machines/call/index.ts';
import { blockOn } from '../blocks/lookup.ts';
import { routingOf } from '../routing/store.ts';
import { refusals } from './limits.ts';

/** The scene of a call; null when the number takes no calls: it is deactivated, or not there. A parked one rings nobody and takes messages. */
export async function sceneOf(numberId: number, caller: string | null, at: Date): Promise<Scene | null> {
  const entry = await routingOf(numberId);
  if (!entry || entry.status === numberStatus.deactivated) return null;
  const { routes, hours, greetingId, voicemailGreetingId, recordCalls, announceRecording } = entry.routing;
  const isParked = entry.status === numberStatus.parked;
  const isOpen = !isParked && isOpenAt(hours, at.getTime());
  const block = caller === null ? null : await blockOn(numberId, caller);
  const phones = isOpen && block === null ? [...new Set(routes.flatMap(({ forwards }) => forwards.map(({ number }) => number)))] : [];
  return {
    caller,
    called: entry.number,
    routing: { routes, greetingId, voicemailGreetingId, recordCalls, announceRecording, preset: isParked ? preset.voicemail : hours.preset },
    isOpen,
    block,
    refused: await refusals(phones),
  };
}
