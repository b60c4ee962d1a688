/**
 * Login (spec 2.4, 2.7; FLOW-001 to FLOW-020, FLOW-026 to FLOW-029): password, code, provider, device, remote login, expired link,
 * too many tries, and the session lost while somebody works. One actor for the whole app.
 *
 * The app starts it and, when its address is a provider's return, a remote login or an expired link, sends that event at once.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { LoginReply } from './events.ts';
import { createContext, impersonationOver, linkExpired, login, providerFailed } from './setup.ts';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toAnswer = ({ event }: { event: { output: LoginReply } }) => ({ answer: event.output });
const noPerson = { person: null };

/** The login machine. */
export const machine = login.createMachine({
  id: 'login',
  context: createContext,
  initial: 'restoring',
  on: {
    'provider.returned': [
      {
        guard: { type: 'hasProof', params: ({ event }) => event },
        target: '.confirming',
        actions: {
          type: 'keepProof',
          params: ({ event }) => ({ provider: event.provider, proof: { kind: 'code', code: event.code ?? '', state: event.state ?? '' } }),
        },
      },
      {
        target: '.returning',
        actions: [
          { type: 'announce', params: { event: 'failed', ...noPerson } },
          { type: 'fail', params: { error: providerFailed } },
        ],
      },
    ],
    'provider.proved': {
      target: '.confirming',
      actions: { type: 'keepProof', params: ({ event }) => ({ provider: event.provider, proof: { kind: 'idToken', idToken: event.idToken } }) },
    },
    'remote.opened': { target: '.entering', actions: { type: 'keepRemote', params: ({ event }) => event } },
    'link.expired': {
      target: '.returning',
      actions: [
        { type: 'resumeAt', params: { place: 'form' } },
        { type: 'fail', params: { error: linkExpired } },
      ],
    },
    // A mailed link sets a password whoever is signed in, most often while nobody is.
    'password.updated': { actions: { type: 'announce', params: ({ context }) => ({ event: 'password_changed', person: context.person }) } },
  },
  states: {
    restoring: {
      invoke: {
        id: 'loadPerson',
        src: 'loadPerson',
        input: ({ context }) => ({ session: context.session }),
        onDone: { target: 'authenticated', actions: { type: 'welcome', params: ({ event }) => ({ person: event.output }) } },
        onError: [
          { guard: { type: 'isOver', params: toError }, target: 'anonymous' },
          { target: 'anonymous', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    returning: {
      always: [
        { guard: 'isSignedIn', target: 'authenticated' },
        { guard: 'isCoding', target: 'mfaRequired.code' },
        { guard: 'isRecovering', target: 'mfaRequired.recovery' },
        { guard: 'wasSignedIn', target: 'signedOut' },
        { target: 'anonymous' },
      ],
    },
    anonymous: {
      on: {
        'email.typed': { actions: { type: 'typeEmail', params: ({ event }) => event } },
        'password.typed': { actions: { type: 'typePassword', params: ({ event }) => event } },
        'password.submitted': { guard: 'hasCredentials', target: 'submitting' },
        'provider.chosen': { target: 'redirecting', actions: { type: 'chooseProvider', params: ({ event }) => event } },
        'session.found': { target: 'loading' },
      },
    },
    signedOut: {
      on: {
        'password.typed': { actions: { type: 'typePassword', params: ({ event }) => event } },
        'password.submitted': { guard: 'hasCredentials', target: 'submitting' },
        'provider.chosen': { target: 'redirecting', actions: { type: 'chooseProvider', params: ({ event }) => event } },
        'session.found': { target: 'loading' },
        'account.changed': { target: 'anonymous', actions: ['startAfresh', 'forget'] },
        'session.ended': { target: 'anonymous', actions: ['startAfresh', 'forget'] },
      },
    },
    submitting: {
      entry: 'calm',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ email: context.email.trim(), password: context.password, session: context.session }),
        onDone: [
          { guard: { type: 'isMfaRequired', params: toAnswer }, target: 'mfaRequired', actions: { type: 'keepMfaToken', params: toAnswer } },
          { target: 'loading', actions: { type: 'keepTokens', params: toAnswer } },
        ],
        onError: [
          { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
          {
            target: 'returning',
            actions: [
              { type: 'announce', params: { event: 'failed', ...noPerson } },
              { type: 'fail', params: toError },
            ],
          },
        ],
      },
    },
    mfaRequired: {
      initial: 'code',
      on: { 'mfa.cancelled': { target: 'returning', actions: { type: 'resumeAt', params: { place: 'form' } } } },
      states: {
        code: {
          on: {
            'code.typed': [
              {
                guard: { type: 'isSixDigits', params: ({ event }) => event },
                target: '#login.verifying',
                actions: { type: 'typeCode', params: ({ event }) => event },
              },
              { actions: { type: 'typeCode', params: ({ event }) => event } },
            ],
            'recovery.chosen': { target: 'recovery', actions: { type: 'resumeAt', params: { place: 'recovery' } } },
          },
        },
        recovery: {
          on: {
            'code.typed': { actions: { type: 'typeCode', params: ({ event }) => event } },
            'code.submitted': { guard: 'hasRecoveryCode', target: '#login.verifying' },
            'authenticator.chosen': { target: 'code', actions: { type: 'resumeAt', params: { place: 'code' } } },
          },
        },
      },
    },
    verifying: {
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context }) => ({ code: context.code.trim(), mfaToken: context.mfaToken, session: context.session }),
        onDone: { target: 'loading', actions: { type: 'keepTokens', params: toAnswer } },
        onError: [
          { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
          {
            guard: { type: 'isOver', params: toError },
            target: 'returning',
            actions: [
              { type: 'resumeAt', params: { place: 'form' } },
              { type: 'fail', params: toError },
            ],
          },
          { target: 'returning', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    redirecting: {
      invoke: {
        id: 'askProvider',
        src: 'askProvider',
        input: ({ context }) => ({ provider: context.provider }),
        onDone: { target: 'redirected', actions: { type: 'leaveFor', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
          { target: 'returning', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    redirected: { on: { 'provider.abandoned': { target: 'returning' } } },
    confirming: {
      invoke: {
        id: 'confirmProvider',
        src: 'confirmProvider',
        input: ({ context }) => ({ provider: context.provider, proof: context.proof, session: context.session }),
        onDone: [
          { guard: { type: 'isMfaRequired', params: toAnswer }, target: 'mfaRequired', actions: { type: 'keepMfaToken', params: toAnswer } },
          { target: 'loading', actions: { type: 'keepTokens', params: toAnswer } },
        ],
        onError: {
          target: 'returning',
          actions: [
            { type: 'announce', params: { event: 'failed', ...noPerson } },
            { type: 'fail', params: toError },
          ],
        },
      },
    },
    entering: {
      invoke: {
        id: 'enterRemote',
        src: 'enterRemote',
        input: ({ context }) => ({ id: context.remoteId }),
        onDone: { target: 'loading', actions: { type: 'keepTokens', params: toAnswer } },
        onError: [
          {
            // The link is of the staff session that made it, which is over.
            guard: { type: 'isOver', params: toError },
            target: 'returning',
            actions: [
              { type: 'announce', params: { event: 'failed', ...noPerson } },
              { type: 'fail', params: { error: linkExpired } },
            ],
          },
          {
            target: 'returning',
            actions: [
              { type: 'announce', params: { event: 'failed', ...noPerson } },
              { type: 'fail', params: toError },
            ],
          },
        ],
      },
    },
    loading: {
      invoke: {
        id: 'loadPerson',
        src: 'loadPerson',
        input: ({ context }) => ({ session: context.session }),
        onDone: [
          {
            guard: { type: 'isSomebodyElse', params: ({ event }) => ({ person: event.output }) },
            target: 'authenticated',
            actions: [
              'startAfresh',
              { type: 'welcome', params: ({ event }) => ({ person: event.output }) },
              { type: 'announce', params: ({ event }) => ({ event: 'success', person: event.output }) },
            ],
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'welcome', params: ({ event }) => ({ person: event.output }) },
              { type: 'announce', params: ({ event }) => ({ event: 'success', person: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'returning',
          actions: [{ type: 'announce', params: { event: 'failed', ...noPerson } }, 'dropPerson', { type: 'fail', params: toError }],
        },
      },
    },
    authenticated: {
      on: {
        'signout.chosen': { target: 'signingOut' },
        'impersonation.left': { guard: 'isActing', target: 'leaving' },
        'session.found': { target: 'loading' },
        'session.lost': [
          {
            guard: 'isActing',
            target: 'anonymous',
            actions: [
              { type: 'announce', params: ({ context }) => ({ event: 'logout', person: context.person }) },
              'startAfresh',
              'forget',
              { type: 'fail', params: { error: impersonationOver } },
            ],
          },
          {
            target: 'signedOut',
            actions: [{ type: 'announce', params: ({ context }) => ({ event: 'logout', person: context.person }) }, 'lapse'],
          },
        ],
        'session.ended': {
          target: 'anonymous',
          actions: [{ type: 'announce', params: ({ context }) => ({ event: 'logout', person: context.person }) }, 'startAfresh', 'forget'],
        },
        'link.expired': { actions: { type: 'fail', params: { error: linkExpired } } },
      },
    },
    leaving: {
      invoke: {
        id: 'leaveRemote',
        src: 'leaveRemote',
        input: {},
        onDone: { target: 'loading' },
        onError: { target: 'returning', actions: { type: 'fail', params: toError } },
      },
    },
    signingOut: {
      entry: 'calm',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => ({ session: context.session }),
        onDone: {
          target: 'anonymous',
          actions: [{ type: 'announce', params: ({ context }) => ({ event: 'logout', person: context.person }) }, 'startAfresh', 'forget'],
        },
        onError: [
          {
            guard: { type: 'isOver', params: toError },
            target: 'anonymous',
            actions: [{ type: 'announce', params: ({ context }) => ({ event: 'logout', person: context.person }) }, 'startAfresh', 'forget'],
          },
          { target: 'authenticated', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    throttled: {
      after: { retryAfter: { target: 'returning', actions: 'calm' } },
      on: {
        'email.typed': { guard: 'isAtForm', actions: { type: 'typeEmail', params: ({ event }) => event } },
        'password.typed': { guard: 'isAtForm', actions: { type: 'typePassword', params: ({ event }) => event } },
      },
    },
  },
});

/** State of a login at one moment. */
export type LoginSnapshot = SnapshotFrom<typeof machine>;
