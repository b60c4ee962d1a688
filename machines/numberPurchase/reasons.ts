/** Why the purchase does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PurchaseSnapshot } from './machine.ts';

type Refusal = Reason<PurchaseSnapshot, UserEvent>;

const busy: readonly Refusal[] = [
  [inside('confirming'), 'Confirm the purchase, or go back to the choice first'],
  [inside('buying'), 'Buying numbers…'],
  [inside('unsure'), 'Purchase status unknown. Check it first.'],
  [inside('bought', 'partly', 'refused'), 'This purchase is finished. Start a new one.'],
];
const unreadable: Refusal = [({ context }) => context.search === null, 'Can’t read this search. Try 800 ends PLUMB.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PurchaseSnapshot, UserEvent> = {
  'search.typed': busy,
  'category.chosen': [
    ...busy,
    [inside('searching'), 'Searching…'],
    [(_, event) => event?.type === 'category.chosen' && event.category === 2, 'Only US numbers are available. Choose another category.'],
  ],
  'type.chosen': [...busy, [inside('searching'), 'Searching…']],
  'search.submitted': [
    ...busy.slice(0, 3),
    [inside('bought', 'partly'), 'This purchase is finished. Start a new one.'],
    [inside('searching'), 'Searching…'],
    unreadable,
  ],
  'offers.chosen': [
    ...busy,
    [outside('results'), 'Search for numbers first'],
    [({ context }) => context.offers.length === 0, 'No results. Try another search.'],
    [
      ({ context }, event) =>
        event?.type === 'offers.chosen' &&
        (event.numbers.length === 0 || !event.numbers.every((number) => context.offers.some((offer) => offer.number === number))),
      'Select from the search results',
    ],
  ],
  'choice.revised': [[outside('confirming'), 'Select numbers first']],
  'purchase.confirmed': [[outside('confirming'), 'Select numbers first']],
  'purchase.retried': [[outside('unsure'), 'Available only when the purchase status is unknown']],
  'others.chosen': [
    [inside('partly.looking'), 'Searching for similar numbers…'],
    [outside('partly'), 'Available only when some numbers could not be bought'],
    [({ context }) => context.others.length === 0, 'No similar numbers. Start a new purchase.'],
  ],
  'purchase.renewed': [[outside('bought', 'partly', 'refused'), 'This purchase isn’t finished yet']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
