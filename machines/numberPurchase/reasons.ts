/** Why the purchase does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PurchaseSnapshot } from './machine.ts';

type PurchaseReason = Reason<PurchaseSnapshot, UserEvent>;

const busyReasons: readonly PurchaseReason[] = [
  [isInside('confirming'), 'Confirm the purchase, or go back to the choice first'],
  [isInside('buying'), 'Buying numbers…'],
  [isInside('unsure'), 'Purchase status unknown. Check it first.'],
  [isInside('bought', 'partly', 'refused'), 'This purchase is finished. Start a new one.'],
];
const unreadableReason: PurchaseReason = [({ context }) => context.search === null, 'Can’t read this search. Try 800 ends PLUMB.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PurchaseSnapshot, UserEvent> = {
  'search.typed': busyReasons,
  'category.chosen': [
    ...busyReasons,
    [isInside('searching'), 'Searching…'],
    [(_, event) => event?.type === 'category.chosen' && event.category === 2, 'Only US numbers are available. Choose another category.'],
  ],
  'type.chosen': [...busyReasons, [isInside('searching'), 'Searching…']],
  'search.submitted': [
    ...busyReasons.slice(0, 3),
    [isInside('bought', 'partly'), 'This purchase is finished. Start a new one.'],
    [isInside('searching'), 'Searching…'],
    unreadableReason,
  ],
  'offers.chosen': [
    ...busyReasons,
    [isOutside('results'), 'Search for numbers first'],
    [({ context }) => context.offers.length === 0, 'No results. Try another search.'],
    [
      ({ context }, event) =>
        event?.type === 'offers.chosen' &&
        (event.numbers.length === 0 || !event.numbers.every((number) => context.offers.some((offer) => offer.number === number))),
      'Select from the search results',
    ],
  ],
  'choice.revised': [[isOutside('confirming'), 'Select numbers first']],
  'purchase.confirmed': [[isOutside('confirming'), 'Select numbers first']],
  'purchase.retried': [[isOutside('unsure'), 'Available only when the purchase status is unknown']],
  'others.chosen': [
    [isInside('partly.looking'), 'Searching for similar numbers…'],
    [isOutside('partly'), 'Available only when some numbers could not be bought'],
    [({ context }) => context.others.length === 0, 'No similar numbers. Start a new purchase.'],
  ],
  'purchase.renewed': [[isOutside('bought', 'partly', 'refused'), 'This purchase isn’t finished yet']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
