/** The account's own affairs: the second factor, sessions, news, and making an account. */

import type { UserEvent as LoginEvent } from '#machines/login/index.ts';
import type { UserEvent as PasswordResetEvent } from '#machines/passwordReset/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { SessionServices } from './session.ts';

/** Dialogs of the account, where a secret is typed or shown. */
export type AccountDialog = 'mfaOn' | 'mfaOff' | 'sessions' | 'password';

export interface AuthServices {
  /** Opens a dialog of the account; it stands until the person closes it. */
  show(dialog: AccountDialog): void;
  /** Marks the news as read (POST /user/whats_new_read). */
  readNews(): CommandOutcomePromise;
  /** Proves the second factor again in this session (POST /user/mfa/prove). */
  proveMfa(code: string): CommandOutcomePromise;
  /** Ends every session of a mobile device (POST /sanctum/clearTokenSessions). */
  endDevices(): CommandOutcomePromise;
  /** Signs in as a demo user, with the code of their authenticator where they have one. */
  signInAsDemoUser(email: string): Promise<void>;
  /** Moves the keyboard among the demo users on the sign-in page, and back to the field above them. */
  moveInDemoUsers(step: 1 | -1): void;
  /** The next step of the sign-up form: mails the code, then makes the account. Does nothing where the form is not open. */
  continueSignUp(): void;
}

/** Types the area adds to those shared by all commands. */
export interface AuthTypes {
  readonly scopes: 'signin' | 'demoUsers' | 'signup' | 'mfa' | 'code';
  readonly services: { readonly auth: AuthServices; readonly session: SessionServices };
  readonly flows: { readonly login: LoginEvent; readonly passwordReset: PasswordResetEvent };
}
