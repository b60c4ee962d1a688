/** One more phone on an extension of a routing that is edited. */

import type { Forward, RingRoute } from '#contract/routing/entities.ts';
import { routingLimits } from '#contract/routing/limits.ts';
import { displayPhone } from '#contract/text/phone.ts';

/** Adds a phone to an extension. Throws, in words, where there is no such extension, the phone is on it already, or it has no place left. */
export function addForward(routes: readonly RingRoute[], extension: number, added: Forward): RingRoute[] {
  const route = routes.find((each) => each.extension === extension);
  if (!route) throw new Error(`No extension ${extension}. Add it first.`);
  if (route.forwards.some(({ number }) => number === added.number)) throw new Error(`Extension ${extension} already includes ${displayPhone(added.number)}`);
  if (route.forwards.length >= routingLimits.forwards)
    throw new Error(`Extension ${extension} already includes ${routingLimits.forwards} phones. Remove one first`);
  return routes.map((each) => (each === route ? { ...each, forwards: [...each.forwards, added] } : each));
}
