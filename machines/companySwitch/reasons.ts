/** Why the company switch refuses what a person asks of it, in words. Apart from the machine: the first screen needs the one and not the other. */
import { inside, outside, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { SwitchSnapshot, UserEvent } from './machine.ts';

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<SwitchSnapshot, UserEvent> = {
  'company.chosen': [[(snapshot, event) => event?.type === 'company.chosen' && event.company.id === snapshot.context.company?.id, 'Already selected']],
  'refresh.retried': [
    [inside('clearing', 'refreshing'), 'Loading company…'],
    [outside('stale'), 'Already up to date'],
  ],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
