/** Events of the login flow, sent by a user and by the app (FLOW-001 to FLOW-020, FLOW-026 to FLOW-029). */
import type * as z from 'zod/mini';
import type { CurrentUser, Tokens } from '#contract/auth/entities.ts';
import type { LoginEvent } from '#contract/auth/enums.ts';
import type { FlowError } from '../errors.ts';

/** Storage of the session: a cookie in the browser, bearer tokens on a device (`deviceName` is the app tag and the device id). */
export type SessionKind = { kind: 'cookie' } | { kind: 'token'; deviceName: string };

/** The answer to a password or a provider: signed in, or a code is needed and there is no session yet (spec 2.4). */
export type LoginReply =
  | { result: 'success' }
  | { result: 'token'; tokens: z.output<typeof Tokens> }
  | { result: 'mfa_required'; mfaToken?: string | undefined };

/** Proof from a provider's return or from a device's SDK. */
export type ProviderProof = { kind: 'code'; code: string; state: string } | { kind: 'idToken'; idToken: string };

export type { LoginEvent };

/** Events a user may send. `account.changed` gives up the page kept for the user who was signed in. */
export type UserEvent =
  | { type: 'email.typed'; email: string }
  | { type: 'password.typed'; password: string }
  | { type: 'password.submitted' }
  | { type: 'provider.chosen'; provider: string }
  | { type: 'provider.abandoned' }
  | { type: 'code.typed'; code: string }
  | { type: 'code.submitted' }
  | { type: 'recovery.chosen' }
  | { type: 'authenticator.chosen' }
  | { type: 'mfa.cancelled' }
  | { type: 'account.changed' }
  | { type: 'impersonation.left' }
  | { type: 'signout.chosen' };

/**
 * Events from outside the flow: returns from a provider, opened links, a 401, another tab (`session.found`: the browser's session now belongs to a user), a
 * changed password.
 */
export type InternalEvent =
  | { type: 'provider.returned'; provider: string; code: string | null; state: string | null }
  | { type: 'provider.proved'; provider: string; idToken: string }
  | { type: 'remote.opened'; id: string }
  | { type: 'link.expired' }
  | { type: 'session.lost' }
  | { type: 'session.found' }
  | { type: 'session.ended' }
  | { type: 'password.updated' };

export interface LoginInput {
  session: SessionKind;
}

/** `lapsed` is who was signed in when the session was lost; the page behind stays theirs. `resume` is where a throttled try goes back to. */
export interface LoginContext {
  session: SessionKind;
  email: string;
  password: string;
  code: string;
  mfaToken: string | undefined;
  provider: string;
  proof: ProviderProof | null;
  remoteId: string;
  person: CurrentUser | null;
  lapsed: CurrentUser | null;
  error: FlowError | null;
  resume: 'form' | 'code' | 'recovery';
  retryAfterMs: number;
}
