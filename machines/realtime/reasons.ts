/** Why the connection refuses what a person asks of it, in words. Apart from the machine: the first screen needs the one and not the other. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reasons } from '../reasons.ts';
import type { RealtimeSnapshot } from './machine.ts';
import type { UserEvent } from './setup.ts';

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<RealtimeSnapshot, UserEvent> = {
  'connection.retried': [
    [isInside('disconnected'), 'Select a company first'],
    [isInside('open.live'), 'Already connected'],
    [isOutside('open.unavailable', 'open.refused', 'open.behind'), 'Connecting…'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
