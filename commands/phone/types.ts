/** Calls in the app, as commands reach them. */
import type { UserEvent as IncomingEvent } from '#machines/inAppCallIncoming/index.ts';
import type { UserEvent as StatusEvent } from '#machines/inAppCallingStatus/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The call on the card, for commands. */
export interface PhoneServices {
  /** Adds a note to the call on the card. */
  note(body: string): CommandOutcomePromise;
  /** Texts the caller from the number they called. */
  text(message: string): CommandOutcomePromise;
  /** Opens the caller’s conversation beside what is open. */
  openConversation(): Promise<void>;
  /** Opens the call that has ended, to review it. */
  openCall(): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface PhoneTypes {
  readonly scopes: 'ringing' | 'onCall' | 'callEnded';
  readonly services: { readonly phone: PhoneServices };
  readonly flows: { readonly inAppCallIncoming: IncomingEvent; readonly inAppCallingStatus: StatusEvent };
}
