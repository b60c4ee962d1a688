/** The named parts of the login flow: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import type { CurrentUser } from '#contract/auth/entities.ts';
import * as refusals from '#contract/core/errors.ts';
import { limits } from '#contract/core/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import type { InternalEvent, LoginContext, LoginEvent, LoginInput, LoginReply, ProviderProof, SessionKind, UserEvent } from './events.ts';

const getCode = ({ context }: { context: LoginContext }) => context.code.trim();

/** Errors said by the flow itself. */
export const providerFailed: FlowError = {
  status: refusals.providerFailed.status,
  code: 'provider_failed',
  message: refusals.providerFailed.message,
};
export const linkExpired: FlowError = { status: refusals.linkExpired.status, code: 'link_expired', message: refusals.linkExpired.message };

/** Staff can't type the password of the person they acted as. */
export const impersonationOver: FlowError = { status: 401, code: 'impersonation_over', message: 'Impersonation ended. Sign in again.' };

/** Context before any event. */
export const createContext = ({ input }: { input: LoginInput }): LoginContext => ({
  session: input.session,
  email: '',
  password: '',
  code: '',
  mfaToken: undefined,
  provider: '',
  proof: null,
  remoteId: '',
  person: null,
  lapsed: null,
  error: null,
  resume: 'form',
  retryAfterMs: 0,
});

/** The setup of the login machine. */
export const login = setup({
  types: { context: {} as LoginContext, events: {} as UserEvent | InternalEvent, input: {} as LoginInput },
  actors: {
    /** GET /user: who is signed in; rejects with 401 when nobody is. */
    loadPerson: fromPromise<CurrentUser, { session: SessionKind }>(rejectMissingActor),
    /** GET /csrf-cookie and POST /sanctum/login, or POST /sanctum/createTokenSession for a device. */
    signIn: fromPromise<LoginReply, { email: string; password: string; session: SessionKind }>(rejectMissingActor),
    /** POST /sanctum/mfa, or /sanctum/mfaToken for a device. */
    verifyCode: fromPromise<LoginReply, { code: string; mfaToken: string | undefined; session: SessionKind }>(rejectMissingActor),
    /** GET /sanctum/client/provider/{provider}/redirect. */
    askProvider: fromPromise<{ url: string }, { provider: string }>(rejectMissingActor),
    /** POST …/callback with code and state, or …/token with an id token. */
    confirmProvider: fromPromise<LoginReply, { provider: string; proof: ProviderProof | null; session: SessionKind }>(rejectMissingActor),
    /** GET /sanctum/remoteLogin/{id}: a single-use link of at most 60 seconds. */
    enterRemote: fromPromise<LoginReply, { id: string }>(rejectMissingActor),
    /** POST /staff/remote-logins/leave. */
    leaveRemote: fromPromise<LoginReply, Record<never, never>>(rejectMissingActor),
    /** GET /sanctum/logout, or POST /sanctum/clearTokenSessions for a device. */
    signOut: fromPromise<void, { session: SessionKind }>(rejectMissingActor),
  },
  guards: {
    hasCredentials: ({ context }) => context.email.trim() !== '' && context.password !== '',
    isSixDigits: (_, params: { code: string }) => /^\d{6}$/.test(params.code.trim()),
    hasRecoveryCode: (args) => getCode(args).length >= 6,
    hasProof: (_, params: { code: string | null; state: string | null }) => Boolean(params.code && params.state),
    isMfaRequired: (_, params: { answer: LoginReply }) => params.answer.result === 'mfa_required',
    isThrottled: (_, params: { error: FlowError }) => params.error.status === 429,
    isOver: (_, params: { error: FlowError }) => params.error.status === 401,
    isRecovering: ({ context }) => context.resume === 'recovery',
    isCoding: ({ context }) => context.resume === 'code',
    wasSignedIn: ({ context }) => context.lapsed !== null,
    isSignedIn: ({ context }) => context.person !== null,
    isSomebodyElse: ({ context }, params: { person: CurrentUser }) => {
      const before = context.lapsed ?? context.person;
      return before !== null && before.id !== params.person.id;
    },
    isAtForm: ({ context }) => context.resume === 'form',
    isActing: ({ context }) => context.person?.isAdmin === true,
  },
  actions: {
    typeEmail: assign((_, params: { email: string }) => ({ email: params.email, error: null })),
    typePassword: assign((_, params: { password: string }) => ({ password: params.password, error: null })),
    typeCode: assign((_, params: { code: string }) => ({ code: params.code, error: null })),
    chooseProvider: assign((_, params: { provider: string }) => ({ provider: params.provider, error: null })),
    keepProof: assign((_, params: { provider: string; proof: ProviderProof }) => ({ provider: params.provider, proof: params.proof, error: null })),
    keepRemote: assign((_, params: { id: string }) => ({ remoteId: params.id, error: null })),
    keepMfaToken: assign((_, params: { answer: LoginReply }) => ({
      mfaToken: params.answer.result === 'mfa_required' ? params.answer.mfaToken : undefined,
      password: '',
      code: '',
      error: null,
      resume: 'code' as const,
    })),
    resumeAt: assign((_, params: { place: LoginContext['resume'] }) => ({ resume: params.place, code: '', error: null })),
    /** Keeps what was refused; a wrong code is emptied so that the next six digits go off by themselves. */
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error, code: '', proof: null })),
    throttle: assign((_, params: { error: FlowError }) => ({ error: params.error, code: '', retryAfterMs: params.error.retryAfterMs ?? limits.retry429Ms })),
    calm: assign({ error: null }),
    welcome: assign((_, params: { person: CurrentUser }) => ({
      person: params.person,
      lapsed: null,
      email: params.person.email,
      password: '',
      code: '',
      mfaToken: undefined,
      proof: null,
      error: null,
      resume: 'form' as const,
    })),
    lapse: assign(({ context }) => ({ person: null, lapsed: context.person, email: context.person?.email ?? '', password: '', resume: 'form' as const })),
    dropPerson: assign({ person: null, resume: 'form' as const }),
    forget: assign({ person: null, lapsed: null, email: '', password: '', code: '', mfaToken: undefined, proof: null, error: null, resume: 'form' as const }),
    /** Provided by the caller: raises a login event of the spec. */
    announce: (_, _params: { event: LoginEvent; person: CurrentUser | null }) => {},
    /** Provided by the caller: keeps the tokens of a device; does nothing for a cookie session. */
    keepTokens: (_, _params: { answer: LoginReply }) => {},
    /** Provided by the caller: the browser leaves for the provider. */
    leaveFor: (_, _params: { url: string }) => {},
    /** Provided by the caller: drops every trace of the person before from the screen, since somebody else signed in. */
    startAfresh: () => {},
  },
  delays: { retryAfter: ({ context }) => context.retryAfterMs },
});
