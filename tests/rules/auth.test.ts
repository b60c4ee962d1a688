/** Tests the view model and the events of signing in, apart from the screen. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machine } from '#machines/login/index.ts';
import { isPasswordPath, isSignInPath, parseEntryUrl } from '#src/features/auth/entryUrl.ts';
import { getSessionView } from '#src/features/auth/sessionView.ts';
import { findMissingField, type SignUpState } from '#src/features/auth/signUp.ts';
import { toSessionEvent } from '#src/features/auth/tabSync.ts';
import { computeSecondsToNextCode, formatSecret, getStep, toFieldError } from '#src/features/auth/viewModel.ts';
import { ana, ben, refusals } from '#tests/models/people.ts';

const at = (path: string) => parseEntryUrl(new URL(path, 'https://keyline.example'));

/** A login flow in a state, with what it then knows. */
function flow(value: string | { mfaRequired: 'code' | 'recovery' }, context: Partial<ReturnType<typeof first>['context']> = {}) {
  const snapshot = first();
  return machine.resolveState({ value, context: { ...snapshot.context, ...context } });
}
const first = () => createActor(machine, { input: { session: { kind: 'cookie' } } }).getSnapshot();

describe('the address the app is opened with', () => {
  it('hands a provider’s return on and keeps nothing of it in the address', () => {
    expect(at('/sign-in/callback/sandbox?code=c-1&state=s-1')).toEqual({
      path: '/sign-in',
      event: { type: 'provider.returned', provider: 'sandbox', code: 'c-1', state: 's-1' },
    });
  });
  it('tells of a provider that sent nothing along', () => {
    expect(at('/sign-in/callback/sandbox?error=access_denied')?.event).toEqual({ type: 'provider.returned', provider: 'sandbox', code: null, state: null });
  });
  it('takes the token of a mailed link out of the address', () => {
    expect(at('/password/reset?token=t-1')).toEqual({ path: '/password/reset', token: 't-1' });
    expect(at('/password/reset')).toBeNull();
  });
  it('opens a remote login, and says that an old link is expired', () => {
    const id = 'R'.repeat(22);
    expect(at(`/remote-login/${id}`)).toEqual({ path: '/', event: { type: 'remote.opened', id } });
    expect(at('/link-expired')).toEqual({ path: '/sign-in', event: { type: 'link.expired' } });
  });
  it('leaves every other address alone', () => {
    for (const path of ['/', '/inbox/7?q=code', '/sign-in', '/sign-in/callback/', '/remote-login/short']) expect(at(path)).toBeNull();
    expect([isSignInPath('/sign-up'), isSignInPath('/sign-ins'), isPasswordPath('/password/forgot'), isPasswordPath('/inbox')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('what is on the screen', () => {
  it('is the workspace while somebody is signed in, also while they act as somebody', () => {
    expect(getSessionView(flow('authenticated', { person: ana }), '/')).toBe('workspace');
    expect(getSessionView(flow('entering', { person: ana }), '/')).toBe('workspace');
  });
  it('keeps the workspace behind the dialog when the session lapsed, at every step of coming back', () => {
    for (const value of ['signedOut', 'submitting', 'verifying', 'throttled', { mfaRequired: 'code' }] as const) {
      expect(getSessionView(flow(value, { lapsed: ana }), '/inbox')).toBe('lapsed');
    }
  });
  it('is signing in when nobody is there, and the password pages whoever is', () => {
    expect(getSessionView(flow('anonymous'), '/inbox')).toBe('signIn');
    expect(getSessionView(flow('authenticated', { person: ana }), '/password/reset')).toBe('signIn');
  });
  it('keeps the step that waits for an answer or for the countdown', () => {
    expect(getStep(flow('submitting'))).toBe('password');
    expect(getStep(flow('verifying', { resume: 'code' }))).toBe('code');
    expect(getStep(flow('throttled', { resume: 'recovery' }))).toBe('recovery');
    expect(getStep(flow('loading', { proof: { kind: 'code', code: 'c', state: 's' } }))).toBe('provider');
    expect(getStep(flow({ mfaRequired: 'recovery' }))).toBe('recovery');
  });
});

describe('a refusal', () => {
  it('stands at the field it names, in its own words', () => {
    const error = {
      ...refusals.notReadable,
      errors: [{ code: 'invalid', title: 'E-mail', detail: 'This is no e-mail address', field: 'email' }],
    };
    expect(toFieldError(error, ['email', 'password'])).toEqual({ field: 'email', message: 'This is no e-mail address' });
  });
  it('sends a wrong password to the password, and what no field explains to the form', () => {
    expect(toFieldError(refusals.wrongPassword, ['email', 'password'])?.field).toBe('password');
    expect(toFieldError(refusals.unavailable, ['email', 'password'])).toEqual({ field: 'form', message: refusals.unavailable.message });
    expect(toFieldError(null, ['code'])).toBeNull();
  });
});

describe('codes', () => {
  it('counts down to the authenticator’s next code, from 30 to 1', () => {
    expect([0, 999, 1_000, 29_000, 29_999, 30_000].map(computeSecondsToNextCode)).toEqual([30, 30, 29, 1, 1, 30]);
  });
  it('groups a secret as people type it over', () => {
    expect(formatSecret('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
  });
});

describe('another tab', () => {
  it('makes this one follow when the session is somebody else’s, or staff act as the person', () => {
    const mine = flow('authenticated', { person: ana });
    expect(toSessionEvent(mine, ana, false)).toBeNull();
    expect(toSessionEvent(mine, ben, false)).toEqual({ type: 'session.found' });
    expect(toSessionEvent(mine, { id: ana.id, isAdmin: true }, false)).toEqual({ type: 'session.found' });
  });
  it('takes everything off the screen when the person signed out there, and keeps it when the session only lapsed', () => {
    const mine = flow('authenticated', { person: ana });
    expect(toSessionEvent(mine, null, true)).toEqual({ type: 'session.ended' });
    expect(toSessionEvent(mine, null, false)).toEqual({ type: 'session.lost' });
  });
  it('takes it off also where the session was missed before the other tab said that the person signed out', () => {
    const lapsed = flow('signedOut', { lapsed: ana });
    expect(toSessionEvent(lapsed, null, true)).toEqual({ type: 'session.ended' });
    expect(toSessionEvent(lapsed, null, false)).toBeNull();
  });
  it('signs this one in when somebody signed in there, but never in the middle of a step', () => {
    expect(toSessionEvent(flow('anonymous'), ana, false)).toEqual({ type: 'session.found' });
    expect(toSessionEvent(flow('signedOut', { lapsed: ana }), ana, false)).toEqual({ type: 'session.found' });
    expect(toSessionEvent(flow('anonymous'), null, false)).toBeNull();
    expect(toSessionEvent(flow('verifying'), ana, false)).toBeNull();
  });
});

describe('making an account', () => {
  const form: SignUpState = { step: 'account', email: 'new@harbor.example', code: '123456', password: 'long enough', busy: false, wrong: null, waitMs: null };
  it('asks for what is missing, in order', () => {
    expect(findMissingField({ ...form, email: ' ' })?.field).toBe('email');
    expect(findMissingField({ ...form, code: '12345' })?.field).toBe('code');
    expect(findMissingField({ ...form, password: 'too short' })?.field).toBe('password');
    expect(findMissingField(form)).toBeNull();
    expect(findMissingField({ ...form, step: 'email', code: '', password: '' })).toBeNull();
  });
});
