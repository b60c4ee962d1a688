/** SMS verification. */
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import type { RegistrationStep } from '#contract/smsVerification/findings.ts';
import type { UserEvent } from '#machines/smsVerification/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { NumberSelection } from '../numbers/types.ts';

/** SMS verification, for commands. */
export interface SmsVerificationServices {
  /** Opens the form: for a new registration, or one that is there. */
  begin(verification?: SmsVerification): void;
  open(id: number): void;
  /** Goes to a step of the form. */
  goTo(step: RegistrationStep): void;
  /** Asks for a picture of the opt-in and uploads it. */
  choosePicture(): void;
  /** Registrations of the company, newest first. */
  all(): Promise<readonly SmsVerification[]>;
  cancel(verification: SmsVerification, lane: SmsLane): void;
  remove(verification: SmsVerification): CommandOutcomePromise;
  addNumbers(verification: SmsVerification, numbers: NumberSelection): CommandOutcomePromise;
  removeNumbers(verification: SmsVerification, numbers: NumberSelection): CommandOutcomePromise;
  /** Says whether a number may text, and why not. */
  explain(numberId: number): CommandOutcomePromise;
  openOptInPage(): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface SmsVerificationTypes {
  readonly rows: { readonly registration: SmsVerification };
  readonly scopes: 'registrations' | 'registration' | 'registrationForm';
  readonly panes: 'registrations' | 'registration';
  readonly services: { readonly smsVerification: SmsVerificationServices };
  readonly flows: { readonly smsVerification: UserEvent };
}
