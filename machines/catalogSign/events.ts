/** Events of signing in to the consumer catalog, sent by a person and by the app. */
import type * as z from 'zod/mini';
import type { CatalogSignIn } from '#contract/catalog/entities.ts';
import type { FlowError } from '../errors.ts';

/** Signing in, signing up, or a new password by a mailed code. */
export type Mode = 'in' | 'up' | 'reset';
/** Way in: e-mail with a password and a mailed code, or a phone number with a texted code (RULE-238). */
export type Provider = 'email' | 'phone_number';
export type Field = 'email' | 'password' | 'phone' | 'code';

/** A session as a code opens it (RULE-229). */
export type CatalogSession = Required<Pick<z.output<typeof CatalogSignIn>, 'accountId' | 'token' | 'iapId' | 'plan' | 'subscriptionStatus'>>;

/** Events a user may send. */
export type UserEvent =
  | { type: 'mode.chosen'; mode: Mode }
  | { type: 'provider.chosen'; provider: Provider }
  | { type: 'field.typed'; field: Field; text: string }
  | { type: 'code.requested' }
  | { type: 'code.resent' }
  | { type: 'code.submitted' }
  | { type: 'address.changed' }
  | { type: 'session.left' };

/** The server knows the session no more. */
export type InternalEvent = { type: 'session.lost' };

export interface SignInput {
  /** The session that this browser keeps; null without one. */
  readonly session: CatalogSession | null;
}

/** Address and secret of whoever wants in. */
export interface Credentials {
  readonly mode: Mode;
  readonly provider: Provider;
  readonly email: string;
  readonly password: string;
  readonly phone: string;
}

/** `resume`: the step that a refused or throttled call goes back to. */
export interface SignContext extends Credentials {
  readonly code: string;
  readonly session: CatalogSession | null;
  readonly error: FlowError | null;
  readonly notice: string | null;
  readonly resume: 'entering' | 'coding';
  readonly retryAfterMs: number;
}
