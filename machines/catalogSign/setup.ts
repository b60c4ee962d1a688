/** The named parts of signing in to the catalog: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import { accountPasswordCharacters } from '#contract/catalog/limits.ts';
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { CatalogSession, Credentials, Field, InternalEvent, Mode, Provider, SignContext, SignInput, UserEvent } from './events.ts';

const tooShort = `Use at least ${accountPasswordCharacters} characters`;

/** Needs of the step of the address. */
export const addressCheck = createCheck<SignContext>([
  [({ provider, phone }) => provider === 'phone_number' && phone.trim() === '', 'Enter your phone number first'],
  [({ provider, email }) => provider === 'email' && email.trim() === '', 'Enter your email first'],
  [({ mode, provider, password }) => mode !== 'reset' && provider === 'email' && password === '', 'Enter your password first'],
  [({ mode, provider, password }) => mode === 'up' && provider === 'email' && password.length < accountPasswordCharacters, tooShort],
]);

/** Needs of the step of the code. */
export const codeCheck = createCheck<SignContext>([
  [({ code }) => !/^\d{6}$/.test(code), 'Enter the 6 digits of the code'],
  [({ mode, password }) => mode === 'reset' && password.length < accountPasswordCharacters, tooShort],
]);

/** Words for a session that has ended. */
const endedNotice = 'Your session has ended. Sign in again.';

/** The setup of the machine. */
export const signSetup = setup({
  types: { context: {} as SignContext, events: {} as UserEvent | InternalEvent, input: {} as SignInput },
  actors: {
    /** POST /caddy/auth/register, …/login or …/password/reset/code, without a code: one is sent. */
    requestCode: fromPromise<unknown, Credentials>(rejectMissingActor),
    /** The same with the code; null where a new password was set, which opens no session. */
    verifyCode: fromPromise<CatalogSession | null, Credentials & { readonly code: string }>(rejectMissingActor),
  },
  guards: {
    hasSession: ({ context }) => context.session !== null,
    isComplete: addressCheck.passes,
    isCodeComplete: codeCheck.passes,
    isEmailAllowed: ({ context }, params: { provider: Provider }) => context.mode !== 'reset' || params.provider === 'email',
    /** Before a code was sent, a throttled person may go another way in. */
    isOtherWay: ({ context }, params: { provider: Provider }) => context.resume !== 'coding' && (context.mode !== 'reset' || params.provider === 'email'),
    isThrottled: (_, params: { error: FlowError }) => params.error.status === 429,
    /** RULE-230: there is an account already, and no code was sent. */
    isTaken: ({ context }, params: { error: FlowError }) =>
      context.mode === 'up' && params.error.status === 409 && (params.error.errors ?? []).some(({ title }) => title === 'Account'),
    isCoding: ({ context }) => context.resume === 'coding',
    isOpened: (_, params: { session: CatalogSession | null }) => params.session !== null,
  },
  actions: {
    chooseMode: assign(({ context }, params: { mode: Mode }) => ({
      mode: params.mode,
      provider: params.mode === 'reset' ? ('email' as const) : context.provider,
      password: '',
      code: '',
      error: null,
      notice: null,
      resume: 'entering' as const,
    })),
    chooseProvider: assign((_, params: { provider: Provider }) => ({ provider: params.provider, error: null, notice: null })),
    type: assign((_, params: { field: Field; text: string }) => ({ [params.field]: params.text, error: null })),
    calm: assign({ error: null, notice: null }),
    keepAddress: assign({ resume: 'entering' as const }),
    keepCode: assign({ resume: 'coding' as const }),
    /** A code of before is good no more. */
    dropCode: assign({ code: '' }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error, code: '' })),
    throttle: assign((_, params: { error: FlowError }) => ({ error: params.error, code: '', retryAfterMs: params.error.retryAfterMs ?? limits.retry429Ms })),
    open: assign((_, params: { session: CatalogSession | null }) => ({ session: params.session, password: '', code: '', error: null, notice: null })),
    finishReset: assign({ mode: 'in' as const, password: '', code: '', error: null, notice: messages.passwordReset, resume: 'entering' as const }),
    leave: assign({ session: null, mode: 'in' as const, password: '', code: '', error: null, notice: null, resume: 'entering' as const }),
    lose: assign({ session: null, mode: 'in' as const, password: '', code: '', error: null, notice: endedNotice, resume: 'entering' as const }),
  },
  delays: { retryAfter: ({ context }) => context.retryAfterMs },
});
