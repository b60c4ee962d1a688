/** Why the purchase does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PurchaseSnapshot } from './machine.ts';

type Refusal = Reason<PurchaseSnapshot, UserEvent>;

const busy: readonly Refusal[] = [
  [inside('confirming'), 'Confirm the purchase, or go back to the choice first'],
  [inside('buying'), 'The numbers are being bought: wait a moment'],
  [inside('unsure'), 'It is not sure whether the numbers were bought: ask again first'],
  [inside('bought', 'partly', 'refused'), 'This purchase is over: begin another one first'],
];
const unreadable: Refusal = [({ context }) => context.search === null, 'What you look for cannot be read yet: write it like 800 ends PLUMB'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PurchaseSnapshot, UserEvent> = {
  'search.typed': busy,
  'category.chosen': [
    ...busy,
    [inside('searching'), 'Wait a moment: numbers are being looked for'],
    [(_, event) => event?.type === 'category.chosen' && event.category === 2, 'Numbers of the United States are offered: choose another category'],
  ],
  'type.chosen': [...busy, [inside('searching'), 'Wait a moment: numbers are being looked for']],
  'search.submitted': [
    ...busy.slice(0, 3),
    [inside('bought', 'partly'), 'This purchase is over: begin another one first'],
    [inside('searching'), 'Wait a moment: numbers are being looked for'],
    unreadable,
  ],
  'offers.chosen': [
    ...busy,
    [outside('results'), 'Look for numbers first'],
    [({ context }) => context.offers.length === 0, 'Nothing was found: look for something else'],
    [
      ({ context }, event) =>
        event?.type === 'offers.chosen' &&
        (event.numbers.length === 0 || !event.numbers.every((number) => context.offers.some((offer) => offer.number === number))),
      'Choose among the numbers that were found',
    ],
  ],
  'choice.revised': [[outside('confirming'), 'Choose numbers first']],
  'purchase.confirmed': [[outside('confirming'), 'Choose numbers first']],
  'purchase.retried': [[outside('unsure'), 'Only a purchase without an answer can be asked about again']],
  'others.chosen': [
    [inside('partly.looking'), 'Wait a moment: what else is free is being looked for'],
    [outside('partly'), 'This is offered after a purchase of which some were taken'],
    [({ context }) => context.others.length === 0, 'Nothing else was found: begin another purchase'],
  ],
  'purchase.renewed': [[outside('bought', 'partly', 'refused'), 'This purchase is not over yet']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
