/** Why the connection refuses what a person asks of it, in words. Apart from the machine: the first screen needs the one and not the other. */
import { inside, outside, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { RealtimeSnapshot } from './machine.ts';
import type { UserEvent } from './setup.ts';

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<RealtimeSnapshot, UserEvent> = {
  'connection.retried': [
    [inside('disconnected'), 'Select a company first'],
    [inside('open.live'), 'Already connected'],
    [outside('open.unavailable', 'open.refused', 'open.behind'), 'Connecting…'],
  ],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
