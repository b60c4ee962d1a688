/** Calls in the app, as commands reach them. */
import type { Colleague } from '#contract/phone/entities.ts';
import type { Tag } from '#contract/tags/entities.ts';
import type { UserEvent as IncomingEvent } from '#machines/inAppCallIncoming/index.ts';
import type { UserEvent as StatusEvent } from '#machines/inAppCallingStatus/index.ts';
import type { UserEvent as OutgoingEvent, WantedCall } from '#machines/inAppCallOutgoing/index.ts';
import type { TransferTarget } from '#machines/talking.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The call on the card, for commands. */
export interface PhoneServices {
  /** Calls somebody from a number of ours. Rejects in words while no company is open. */
  place(call: WantedCall): Promise<void>;
  /** Adds a note to the call on the card. */
  note(body: string): CommandOutcomePromise;
  /** Gives the call on the card a tag. */
  tag(tag: Pick<Tag, 'id' | 'name'>): CommandOutcomePromise;
  /** Colleagues to whom the call on the card may go, with why some can't take it. */
  colleagues(signal: AbortSignal): Promise<readonly Colleague[]>;
  /** Finds to whom it goes: a colleague by id, or a phone as it is typed. Null for a colleague who is not there. */
  findTarget(to: { readonly userId: number } | { readonly phone: string }): Promise<TransferTarget | null>;
  /** Texts the other party from the number of the call. */
  text(message: string): CommandOutcomePromise;
  /** Opens the other party’s conversation beside what is open. */
  openConversation(): Promise<void>;
  /** Opens the call that has ended, to review it. */
  openCall(): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface PhoneTypes {
  readonly scopes: 'ringing' | 'onCall' | 'callEnded';
  readonly services: { readonly phone: PhoneServices };
  readonly flows: { readonly inAppCallIncoming: IncomingEvent; readonly inAppCallOutgoing: OutgoingEvent; readonly inAppCallingStatus: StatusEvent };
}
