/** Events of inviting users, sent by a user and by the app. */
import type { Role } from '#contract/core/permissions.ts';
import type { CheckedAddress } from '#contract/invites/entities.ts';
import type { FlowError } from '../errors.ts';

/** Rights that all invitations of a list confer. A colleague’s name is for reading; `businessUnitId` makes administrators (RULE-181). */
export interface Grant {
  readonly role: Role;
  readonly like: { readonly id: number; readonly name: string } | null;
  readonly businessUnitId: number | null;
}

/** Events a user may send. */
export type UserEvent =
  | { type: 'addresses.given'; lines: readonly string[]; grant: Grant }
  | { type: 'role.chosen'; role: Role }
  | { type: 'addresses.excluded'; lines: readonly string[]; isLeftOut: boolean }
  | { type: 'invitation.confirmed' }
  | { type: 'invitation.retried' }
  | { type: 'invitation.retracted' }
  | { type: 'invitation.closed' };

/** The app sends none. */
export type InternalEvent = never;

/** An invitation that was sent. */
export interface Sent {
  readonly id: number;
  readonly email: string;
}

/** Outcome of a retraction. */
export interface Retraction {
  readonly retracted: number;
  /** Invitations that had been opened, and stand. */
  readonly opened: number;
}

export interface InvitationContext {
  lines: readonly string[];
  grant: Grant;
  addresses: readonly CheckedAddress[];
  /** Addresses that are not invited. */
  leftOut: readonly string[];
  /** Invitations that were sent, anew or again. */
  sent: readonly Sent[];
  retraction: Retraction | null;
  error: FlowError | null;
}
