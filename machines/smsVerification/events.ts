/** Events of a registration for texting, sent by a user and by the app. */
import type { Finding, SmsCheck, SmsVerification } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import type { RegistrationStep } from '#contract/smsVerification/findings.ts';
import type { FlowError } from '../errors.ts';
import type { Draft, DraftField } from './draft.ts';

/** Events a user may send. `registration.opened` with a registration edits it; `step.reopened` goes back by one. */
export type UserEvent =
  | { type: 'registration.opened'; verification?: SmsVerification }
  | { type: 'detail.typed'; field: DraftField; value: string }
  | { type: 'step.finished' }
  | { type: 'step.reopened' }
  | { type: 'step.chosen'; step: RegistrationStep }
  | { type: 'registration.checked' }
  | { type: 'registration.submitted' }
  | { type: 'registration.retried' }
  | { type: 'registration.closed' }
  | { type: 'lane.canceled'; id: number; lane: SmsLane };

/** `list.due`: 15 s after a cancel. `lanes.known`: the lanes of the chosen numbers, which the app knows. */
export type InternalEvent = { type: 'list.due' } | { type: 'lanes.known'; lanes: readonly SmsLane[] };

/** `key`: random, of the contract's alphabet; each registration after the first adds `-2`, `-3`, … */
export interface RegistrationInput {
  key: string;
  draft?: Partial<Draft>;
}

/** Context of a registration while it is made. */
export interface RegistrationContext {
  base: string;
  attempt: number;
  draft: Draft;
  lanes: readonly SmsLane[];
  step: RegistrationStep;
  /** The registration on the server, once its draft was saved. */
  verification: SmsVerification | null;
  /** Results of the server's check, pages included. */
  findings: readonly Finding[];
  fees: SmsCheck['fees'] | null;
  error: FlowError | null;
}
