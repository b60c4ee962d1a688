/** Password reset (spec 2.7, 2.8; FLOW-023 to FLOW-025): ask for a link, open it, set a new password; an expired link is asked for again. */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { resetLinkExpired } from '#contract/core/errors.ts';
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'passwordReset';

/** Events a user may send. */
export type UserEvent =
  | { type: 'email.typed'; email: string }
  | { type: 'link.requested' }
  | { type: 'password.typed'; password: string }
  | { type: 'password.submitted' }
  | { type: 'link.renewed' };

/** The app tells that a mailed link was opened; the token is in the address. */
export type InternalEvent = { type: 'link.opened'; token: string };

export interface ResetInput {
  email?: string;
}

/** `resume` is where a throttled try goes back to; `notice` is the exact text of the spec when it is done. */
export interface ResetContext {
  email: string;
  token: string;
  password: string;
  error: FlowError | null;
  notice: string | null;
  resume: 'asking' | 'choosing';
  retryAfterMs: number;
}

const expiredError: FlowError = { status: resetLinkExpired.status, code: 'reset_link_expired', message: resetLinkExpired.message };
const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });

/** The password reset machine. */
export const machine = setup({
  types: { context: {} as ResetContext, events: {} as UserEvent | InternalEvent, input: {} as ResetInput },
  actors: {
    /** POST /password/forgot; the answer is the same when there is no such account. */
    sendLink: fromPromise<unknown, { email: string }>(rejectMissingActor),
    /** POST /password/reset; rejects with 410 when the link is no longer good. */
    savePassword: fromPromise<unknown, { token: string; password: string }>(rejectMissingActor),
  },
  guards: {
    hasEmail: ({ context }) => context.email.trim() !== '',
    isLongEnough: ({ context }) => context.password.length >= limits.newPasswordCharacters,
    isThrottled: (_, params: { error: FlowError }) => params.error.status === 429,
    isLinkExpired: (_, params: { error: FlowError }) => params.error.status === 410,
    isChoosing: ({ context }) => context.resume === 'choosing',
  },
  actions: {
    typeEmail: assign((_, params: { email: string }) => ({ email: params.email, error: null })),
    typePassword: assign((_, params: { password: string }) => ({ password: params.password, error: null })),
    keepToken: assign((_, params: { token: string }) => ({ token: params.token, password: '', error: null, notice: null, resume: 'choosing' as const })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    expire: assign({ error: expiredError, token: '', password: '', resume: 'asking' as const }),
    throttle: assign((_, params: { error: FlowError }) => ({ error: params.error, retryAfterMs: params.error.retryAfterMs ?? limits.retry429Ms })),
    calm: assign({ error: null }),
    finish: assign({ token: '', password: '', error: null, notice: messages.passwordReset, resume: 'asking' as const }),
    /** Provided by the caller: raises the login event password_changed (spec 2.4). */
    announce: (_, _params: { event: 'password_changed' }) => {},
  },
  delays: { retryAfter: ({ context }) => context.retryAfterMs },
}).createMachine({
  id: flowId,
  context: ({ input }) => ({ email: input.email ?? '', token: '', password: '', error: null, notice: null, resume: 'asking', retryAfterMs: 0 }),
  initial: 'asking',
  on: { 'link.opened': { target: '.choosing', actions: { type: 'keepToken', params: ({ event }) => event } } },
  states: {
    asking: {
      on: {
        'email.typed': { actions: { type: 'typeEmail', params: ({ event }) => event } },
        'link.requested': { guard: 'hasEmail', target: 'sending' },
      },
    },
    sending: {
      entry: 'calm',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: { target: 'linkSent' },
        onError: [
          { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
          { target: 'asking', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    linkSent: { on: { 'link.renewed': { target: 'asking' } } },
    choosing: {
      on: {
        'password.typed': { actions: { type: 'typePassword', params: ({ event }) => event } },
        'password.submitted': { guard: 'isLongEnough', target: 'saving' },
      },
    },
    saving: {
      entry: 'calm',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context }) => ({ token: context.token, password: context.password }),
        onDone: { target: 'done', actions: ['finish', { type: 'announce', params: { event: 'password_changed' } }] },
        onError: [
          { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
          { guard: { type: 'isLinkExpired', params: toError }, target: 'expired', actions: 'expire' },
          { target: 'choosing', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    expired: { on: { 'link.renewed': { target: 'asking', actions: 'calm' } } },
    done: {},
    throttled: {
      after: {
        retryAfter: [
          { guard: 'isChoosing', target: 'choosing', actions: 'calm' },
          { target: 'asking', actions: 'calm' },
        ],
      },
    },
  },
});

/** State of a reset at one moment. */
export type ResetSnapshot = SnapshotFrom<typeof machine>;

const throttledReason = [isInside('throttled'), 'Too many attempts. Try again when the countdown ends.'] as const;
const busyReason = [isInside('sending', 'saving'), 'Working…'] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<ResetSnapshot, UserEvent> = {
  'email.typed': [busyReason, throttledReason, [isOutside('asking'), 'Request a new reset link to change the email']],
  'link.requested': [
    busyReason,
    throttledReason,
    [isOutside('asking'), 'A link was already requested'],
    [(snapshot) => snapshot.context.email.trim() === '', 'Enter your email first'],
  ],
  'password.typed': [busyReason, throttledReason, [isOutside('choosing'), 'Open the link in the email first']],
  'password.submitted': [
    busyReason,
    throttledReason,
    [isOutside('choosing'), 'Open the link in the email first'],
    [(snapshot) => snapshot.context.password === '', 'Type a new password first'],
    [(snapshot) => snapshot.context.password.length < limits.newPasswordCharacters, `Use at least ${limits.newPasswordCharacters} characters`],
  ],
  'link.renewed': [[isOutside('linkSent', 'expired'), 'No link to request again']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
