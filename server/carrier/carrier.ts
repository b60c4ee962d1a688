/** The carrier port: what the domains ask of a carrier. The adapter beside it speaks the Twilio-shaped wire. */

import type { CarrierNumbers } from './numbers.ts';
import type { CarrierCalls } from './outboundCalls.ts';
import type { CarrierPorting } from './porting.ts';
import type { CarrierRegistration } from './registration.ts';

/** Result of a request to send. `unknown`: the carrier may have taken it; only a callback, a look at its list or a person decides. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly carrierSid: string }
  | { readonly kind: 'refused'; readonly errorCode: string; readonly message: string }
  | { readonly kind: 'retriable'; readonly afterMs: number }
  | { readonly kind: 'unknown'; readonly message: string };

export interface OutgoingMessage {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Addresses where the carrier fetches the media. */
  readonly mediaUrls: readonly string[];
  /** The attempt, in whose name callbacks come back. */
  readonly attemptId: string;
  readonly companyId: number;
  /** Owner of the attempt; messages by default. */
  readonly of?: 'messages' | 'campaigns';
}

export interface Carrier {
  readonly numbers: CarrierNumbers;
  readonly porting: CarrierPorting;
  readonly registration: CarrierRegistration;
  readonly calls: CarrierCalls;
  /** Sends a text of the installation itself, such as a code; nothing is reported of it. */
  sendPlain(message: Pick<OutgoingMessage, 'from' | 'to' | 'body'>): Promise<SendOutcome>;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** The carrier's own list of what it took from us for an attempt: settles an unknown one. Null when it has none. */
  findByAttempt(attempt: SoughtAttempt): Promise<FoundMessage | null>;
  /** Returns the carrier's current state of a message it took. Null when it has none of that sid. */
  findMessage(carrierSid: string): Promise<FoundMessage | null>;
  /** Fetches media of a message, or a recording, from the carrier's own host; null for any other address, and when it is gone. */
  fetchMedia(url: string, what?: 'media' | 'recording'): Promise<{ readonly contentType: string; readonly bytes: Uint8Array } | 'too large' | null>;
}

/** An attempt as it is looked for in the carrier's list. `taken`: messages of that list that are known to be of other attempts. */
interface SoughtAttempt {
  readonly attemptId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly since: Date;
  readonly taken: readonly string[];
}

/** A message as the carrier lists it; `status` and `errorCode` are the carrier's words. */
export interface FoundMessage {
  readonly carrierSid: string;
  readonly status: string;
  readonly errorCode: string | null;
}
