/** Why creating a company does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { CreationSnapshot } from './machine.ts';
import { areaCheck, detailsCheck, planCheck, reorderCheck, replanCheck } from './setup.ts';

type CreationReason = Reason<CreationSnapshot, UserEvent>;

const closedReason: CreationReason = [isInside('closed'), 'Create a company first'];
const busyReasons: readonly CreationReason[] = [
  [isInside('creating'), 'Creating the company…'],
  [isInside('looking'), 'Checking the company…'],
  [isInside('starting'), 'Starting the plan…'],
  [isInside('leaving'), 'Opening the card page…'],
  [isInside('searching'), 'Searching…'],
  [isInside('ordering'), 'Ordering the number…'],
  [isInside('unsure'), 'Status unknown. Check it first.'],
];
const detailsReason: CreationReason = [isInside('details'), 'Create the company first'];
const doneReason: CreationReason = [isInside('done'), 'The company is created'];
const elsewhere: readonly CreationReason[] = [closedReason, ...busyReasons, detailsReason, doneReason];
const planReasons: readonly CreationReason[] = [...elsewhere, [isOutside('plan'), 'Go back to the plan first']];
const cardReasons: readonly CreationReason[] = [...elsewhere, [isOutside('card'), 'Choose a plan first']];
const numberReasons: readonly CreationReason[] = [...elsewhere, [isOutside('number'), 'Choose or skip the plan first']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<CreationSnapshot, UserEvent> = {
  'creation.opened': [...busyReasons, [isOutside('closed', 'details', 'done'), 'A company is being created. Finish or close it first.']],
  'detail.typed': [closedReason, ...busyReasons, doneReason, [isOutside('details'), 'The company exists. Change it in its settings.']],
  'details.submitted': [closedReason, ...busyReasons, doneReason, [isOutside('details'), 'The company exists already'], ...detailsCheck.reasons],
  'creation.checked': [closedReason, ...busyReasons.slice(0, -1), [isOutside('unsure', 'plan', 'card'), 'Nothing to check']],
  'plan.chosen': [
    ...planReasons,
    ...planCheck.reasons,
    [
      ({ context }, event) => event?.type === 'plan.chosen' && !context.creation?.prices.some(({ planId }) => planId === event.planId),
      'Choose an available plan',
    ],
  ],
  'plan.skipped': planReasons,
  'card.requested': cardReasons,
  'card.skipped': cardReasons,
  'area.typed': numberReasons,
  'numbers.searched': [...numberReasons, ...areaCheck.reasons],
  'number.chosen': [
    ...numberReasons,
    [({ context }) => context.offers.length === 0, 'Search for numbers first'],
    [
      ({ context }, event) => event?.type === 'number.chosen' && !context.offers.some(({ number }) => number === event.number),
      'Select from the search results',
    ],
  ],
  'number.skipped': numberReasons,
  'step.reopened': [
    closedReason,
    ...busyReasons,
    detailsReason,
    [isInside('plan'), 'The company exists. Change it in its settings.'],
    [(snapshot) => isInside('number')(snapshot) && replanCheck.find(snapshot.context) !== null, 'The plan is started. Change it in Billing.'],
    [(snapshot) => isInside('done')(snapshot) && reorderCheck.find(snapshot.context) !== null, 'The number is ordered. Buy further numbers in Numbers.'],
  ],
  'creation.closed': [closedReason, ...busyReasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
