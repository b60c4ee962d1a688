/** Events that can happen at sign-in, with each outcome. Used in memory, against the server and in the browser. */

import type { SessionKind } from '#machines/login/index.ts';
import { type InternalEvent, type LoginSnapshot, machine, type UserEvent } from '#machines/login/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { actedAna, ana, ben, refusals } from './people.ts';

const tokens = { accessToken: 'a', expiresIn: 3600, refreshToken: 'r', tokenType: 'Bearer' } as const;

/** The cases of a session kind. */
const loginCases = (session: SessionKind) => {
  const signedIn = session.kind === 'cookie' ? { result: 'success' } : { result: 'token', tokens };
  const mfa = session.kind === 'cookie' ? { result: 'mfa_required' } : { result: 'mfa_required', mfaToken: 'm-1' };
  return {
    'email.typed': [{ email: 'ana@harbor.example' }, { email: '' }],
    'password.typed': [{ password: 'correct horse' }, { password: '' }],
    'password.submitted': [{}],
    'provider.chosen': [{ provider: 'sandbox' }],
    'provider.abandoned': [{}],
    'code.typed': [{ code: '123456' }, { code: '12' }, { code: '7f3k-9qmd' }],
    'code.submitted': [{}],
    'recovery.chosen': [{}],
    'authenticator.chosen': [{}],
    'mfa.cancelled': [{}],
    'account.changed': [{}],
    'impersonation.left': [{}],
    'signout.chosen': [{}],
    'provider.returned': [
      { provider: 'sandbox', code: 'c-1', state: 's-1' },
      { provider: 'sandbox', code: null, state: null },
    ],
    'provider.proved': [{ provider: 'sandbox', idToken: 'id-1' }],
    'remote.opened': [{ id: 'R'.repeat(22) }],
    'link.expired': [{}],
    'session.lost': [{}],
    'session.found': [{}],
    'session.ended': [{}],
    'password.updated': [{}],
    'xstate.done.actor.loadPerson': [{ output: ana }, { output: ben }, { output: actedAna }],
    'xstate.error.actor.loadPerson': [{ error: refusals.unauthenticated }, { error: refusals.unavailable }],
    'xstate.done.actor.signIn': [{ output: signedIn }, { output: mfa }],
    'xstate.error.actor.signIn': [{ error: refusals.wrongPassword }, { error: refusals.throttled }, { error: refusals.throttledWithoutTime }],
    'xstate.done.actor.verifyCode': [{ output: signedIn }],
    'xstate.error.actor.verifyCode': [{ error: refusals.wrongCode }, { error: refusals.throttled }, { error: refusals.unauthenticated }],
    'xstate.done.actor.askProvider': [{ output: { url: 'https://provider.example/authorize' } }],
    'xstate.error.actor.askProvider': [{ error: refusals.provider }, { error: refusals.throttled }],
    'xstate.done.actor.confirmProvider': [{ output: signedIn }, { output: mfa }],
    'xstate.error.actor.confirmProvider': [{ error: refusals.provider }],
    'xstate.done.actor.enterRemote': [{ output: { result: 'success' } }],
    'xstate.error.actor.enterRemote': [{ error: refusals.linkExpired }, { error: refusals.unauthenticated }],
    'xstate.done.actor.leaveRemote': [{ output: { result: 'success' } }],
    'xstate.error.actor.leaveRemote': [{ error: refusals.unavailable }],
    'xstate.done.actor.signOut': [{ output: undefined }],
    'xstate.error.actor.signOut': [{ error: refusals.unavailable }, { error: refusals.unauthenticated }],
    'xstate.after.retryAfter.login.throttled': [{}],
  } satisfies Cases<UserEvent | InternalEvent>;
};

/** The model of sign-in. Two snapshots are the same when the same person, error and reasons to refuse are there. */
export const loginModel = (session: SessionKind) =>
  defineModel({
    flowId: 'login',
    machine,
    input: { session },
    cases: loginCases(session),
    sameState: ({ context }: Pick<LoginSnapshot, 'context'>) => [
      context.email.trim() !== '',
      context.password !== '',
      context.code.trim().length >= 6,
      context.lapsed?.id ?? null,
      context.person?.id ?? null,
      context.person?.isAdmin ?? null,
      context.resume,
    ],
  });
