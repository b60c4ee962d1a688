/** Events of an outgoing message, sent by a user and by the app. */
import type { FlowError } from '../errors.ts';

/** A file to send; its bytes stay with the caller under `id`. */
export interface MediaRef {
  id: string;
  name: string;
  contentType: string;
  bytes: number;
}

/** The server took it: the item's id, and how long it is still held back (0: it is on its way). */
export interface SendReply {
  itemId: number;
  holdMs: number;
}

/** Events a user may send. `message.finished` is send and done; `now` of a schedule keeps the flow free of a clock. Both instants ISO 8601. */
export type UserEvent =
  | { type: 'text.typed'; text: string }
  | { type: 'media.attached'; media: MediaRef }
  | { type: 'media.removed'; id: string }
  | { type: 'message.submitted' }
  | { type: 'message.finished' }
  | { type: 'message.scheduled'; sendAt: string; now: string }
  | { type: 'message.undone' }
  | { type: 'message.resent' }
  | { type: 'message.abandoned' };

/**
 * Events from outside the flow: connection, the number's ability, a link the text may not have, and over the channel that the message is known or has gone out.
 */
export type InternalEvent =
  | { type: 'network.changed'; isOnline: boolean }
  | { type: 'sender.changed'; canSend: boolean }
  | { type: 'link.noted'; link: string | null }
  | { type: 'item.confirmed'; answer: SendReply }
  | { type: 'message.dispatched' };

/** `clientId`: 8–50 letters, digits, `_` or `-`, random, made once per message; each new attempt after a refusal or an undo adds `-2`, `-3`, … */
export interface MessageInput {
  conversationId: number;
  clientId: string;
  canSend: boolean;
  isOnline: boolean;
  holdSeconds: number;
  text?: string;
  media?: readonly MediaRef[];
}

export interface MessageContext {
  conversationId: number;
  key: string;
  clientId: string;
  attempt: number;
  text: string;
  media: readonly MediaRef[];
  canSend: boolean;
  isOnline: boolean;
  holdSeconds: number;
  holdMs: number;
  sendAt: string | null;
  andDone: boolean;
  itemId: number | null;
  /** A link in the text while the company’s links are off. */
  link: string | null;
  error: FlowError | null;
}
