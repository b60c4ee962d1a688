/** Why a pool's form does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { PoolSnapshot } from './machine.ts';
import { saveCheck, type UserEvent } from './setup.ts';

type PoolReason = Reason<PoolSnapshot, UserEvent>;

const busyReasons: readonly PoolReason[] = [
  [isInside('saving'), 'Saving…'],
  [isInside('deleting'), 'Deleting the pool…'],
];
const formReasons: readonly PoolReason[] = [...busyReasons, [isOutside('editing'), 'Open a pool first']];
const listReasons: readonly PoolReason[] = [...busyReasons, [isInside('editing'), 'Save or close the open pool first']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PoolSnapshot, UserEvent> = {
  'pool.opened': listReasons,
  'detail.typed': formReasons,
  'source.chosen': formReasons,
  'flag.toggled': formReasons,
  'number.toggled': formReasons,
  'pool.submitted': [...formReasons, ...saveCheck.reasons],
  'pool.closed': formReasons,
  'pool.discarded': formReasons,
  'pool.deleted': listReasons,
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
