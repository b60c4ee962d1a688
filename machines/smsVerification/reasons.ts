/** Why a registration does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import { isIn } from '../state.ts';
import type { UserEvent } from './events.ts';
import type { RegistrationSnapshot } from './machine.ts';
import { getPreviousStep, stepCheck, submitCheck } from './setup.ts';

type RegistrationReason = Reason<RegistrationSnapshot, UserEvent>;

const closedReason: RegistrationReason = [isInside('closed'), 'Start a registration first'];
const busyReasons: readonly RegistrationReason[] = [
  [isInside('saving'), 'Saving the draft…'],
  [isInside('checking'), 'Checking the registration…'],
  [isInside('sending'), 'Submitting…'],
  [isInside('unsure'), 'Submission status unknown. Check it first.'],
];
const submittedReason: RegistrationReason = [isInside('submitted'), 'Already submitted. Start a new registration.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<RegistrationSnapshot, UserEvent> = {
  'registration.opened': [
    [isInside('closed.canceling'), 'Canceling…'],
    [isOutside('closed', 'submitted'), 'A registration is open. Finish or close it first.'],
  ],
  'detail.typed': [closedReason, ...busyReasons, submittedReason, [isOutside('editing'), 'Go back to a step first']],
  'step.finished': [
    closedReason,
    ...busyReasons,
    submittedReason,
    [isOutside('editing'), 'All steps are finished. Submit the registration.'],
    ...stepCheck.reasons,
  ],
  'step.reopened': [
    closedReason,
    ...busyReasons,
    submittedReason,
    [(snapshot) => isIn(snapshot, 'editing') && getPreviousStep(snapshot.context.step) === null, 'This is the first step'],
  ],
  'step.chosen': [closedReason, ...busyReasons, submittedReason],
  'registration.checked': [closedReason, ...busyReasons, submittedReason, [isOutside('review'), 'Finish the steps first']],
  'registration.submitted': [closedReason, ...busyReasons, submittedReason, [isOutside('review'), 'Finish the steps first'], ...submitCheck.reasons],
  'registration.retried': [[isOutside('unsure'), 'Available only when the submission status is unknown']],
  'registration.closed': [closedReason, ...busyReasons],
  'lane.canceled': [
    [isInside('closed.canceling'), 'Canceling…'],
    [isOutside('closed'), 'Close the registration form first'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
