/** Why the flow of a Google Analytics stream does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { Ga4Snapshot } from './machine.ts';
import { saveCheck, type UserEvent } from './setup.ts';

type Ga4Reason = Reason<Ga4Snapshot, UserEvent>;

const busyReasons: readonly Ga4Reason[] = [
  [isInside('saving'), 'Saving…'],
  [isInside('testing'), 'Sending the test event…'],
  [isInside('switching'), 'Saving…'],
  [isInside('resending'), 'Sending events again…'],
  [isInside('deleting'), 'Deleting the integration…'],
];
const formReasons: readonly Ga4Reason[] = [...busyReasons, [isOutside('editing'), 'Open an integration first']];
const listReasons: readonly Ga4Reason[] = [...busyReasons, [isInside('editing'), 'Save or close the open integration first']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<Ga4Snapshot, UserEvent> = {
  'stream.opened': listReasons,
  'detail.typed': formReasons,
  'kind.toggled': formReasons,
  'active.toggled': formReasons,
  'stream.submitted': [...formReasons, ...saveCheck.reasons],
  'stream.closed': formReasons,
  'stream.discarded': formReasons,
  'stream.tested': listReasons,
  'stream.switched': listReasons,
  'stream.resent': listReasons,
  'stream.deleted': listReasons,
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
