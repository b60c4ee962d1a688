/** Why a custom domain does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { DomainSnapshot } from './machine.ts';
import { keepCheck, lookCheck, submitCheck, syncCheck, type UserEvent } from './setup.ts';

type DomainReason = Reason<DomainSnapshot, UserEvent>;

const busyReasons: readonly DomainReason[] = [
  [isInside('loading'), 'Loading the domain…'],
  [isInside('failed'), 'Load the domain first'],
  [isInside('checking'), 'Checking the domain…'],
  [isInside('claiming'), 'Claiming the domain…'],
  [isInside('looking'), 'Checking the records…'],
  [isInside('syncing'), 'Checking DNS and certificates…'],
  [isInside('removing'), 'Removing the domain…'],
];
const formReasons: readonly DomainReason[] = [...busyReasons, [isOutside('editing'), 'Edit the domain first']];
const listReasons: readonly DomainReason[] = [...busyReasons, [isOutside('checklist'), 'Claim a domain first']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<DomainSnapshot, UserEvent> = {
  'domain.typed': formReasons,
  'domain.submitted': [...formReasons, ...submitCheck.reasons],
  'domain.kept': [...formReasons, ...keepCheck.reasons],
  'domain.reopened': listReasons,
  'records.looked': [...listReasons, ...lookCheck.reasons],
  'tenant.synced': [...listReasons, ...syncCheck.reasons],
  'domain.removed': listReasons,
  'load.retried': [[isOutside('failed'), 'Already loaded']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
