/** Why the company switch refuses what a person asks of it, in words. Apart from the machine: the first screen needs the one and not the other. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reasons } from '../reasons.ts';
import type { SwitchSnapshot, UserEvent } from './machine.ts';

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<SwitchSnapshot, UserEvent> = {
  'company.chosen': [[(snapshot, event) => event?.type === 'company.chosen' && event.company.id === snapshot.context.company?.id, 'Already selected']],
  'refresh.retried': [
    [isInside('clearing', 'refreshing'), 'Loading company…'],
    [isOutside('stale'), 'Already up to date'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
