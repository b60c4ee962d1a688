/** Signing up and in at the consumer catalog (FLOW-141 to FLOW-147, RULE-228 to RULE-231), and a new password by a mailed code (FLOW-153, FLOW-154). */
import { not, type SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { CatalogSession } from './events.ts';
import { signSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'catalogSign';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toSession = ({ event }: { event: { output: CatalogSession | null } }) => ({ session: event.output });

const refused = [
  { guard: { type: 'isThrottled', params: toError }, target: 'throttled', actions: { type: 'throttle', params: toError } },
  { guard: { type: 'isTaken', params: toError }, target: 'taken', actions: { type: 'fail', params: toError } },
  { guard: 'isCoding', target: 'coding', actions: { type: 'fail', params: toError } },
  { target: 'entering', actions: { type: 'fail', params: toError } },
] as const;

/** The machine. */
export const machine = signSetup.createMachine({
  id: 'catalogSign',
  context: ({ input }) => ({
    mode: 'in',
    provider: 'phone_number',
    email: '',
    password: '',
    phone: '',
    code: '',
    session: input.session,
    error: null,
    notice: null,
    resume: 'entering',
    retryAfterMs: 0,
  }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasSession', target: 'signedIn' }, { target: 'entering' }] },
    entering: {
      on: {
        'mode.chosen': { actions: { type: 'chooseMode', params: ({ event }) => event } },
        'provider.chosen': {
          guard: { type: 'isEmailAllowed', params: ({ event }) => event },
          actions: { type: 'chooseProvider', params: ({ event }) => event },
        },
        'field.typed': { actions: { type: 'type', params: ({ event }) => event } },
        'code.requested': { guard: 'isComplete', target: 'requesting', actions: 'keepAddress' },
      },
    },
    requesting: {
      entry: ['calm', 'dropCode'],
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context: { mode, provider, email, password, phone } }) => ({ mode, provider, email: email.trim(), password, phone: phone.trim() }),
        onDone: { target: 'coding', actions: 'keepCode' },
        onError: refused,
      },
    },
    coding: {
      on: {
        'field.typed': { actions: { type: 'type', params: ({ event }) => event } },
        'code.submitted': { guard: 'isCodeComplete', target: 'verifying' },
        'code.resent': { target: 'requesting' },
        'address.changed': { target: 'entering', actions: ['calm', 'dropCode', 'keepAddress'] },
      },
    },
    verifying: {
      entry: 'calm',
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context: { mode, provider, email, password, phone, code } }) => ({
          mode,
          provider,
          email: email.trim(),
          password,
          phone: phone.trim(),
          code,
        }),
        onDone: [
          { guard: { type: 'isOpened', params: toSession }, target: 'signedIn', actions: { type: 'open', params: toSession } },
          { target: 'entering', actions: 'finishReset' },
        ],
        onError: refused,
      },
    },
    taken: {
      on: {
        'mode.chosen': { target: 'entering', actions: { type: 'chooseMode', params: ({ event }) => event } },
        'address.changed': { target: 'entering', actions: ['calm', 'keepAddress'] },
      },
    },
    throttled: {
      // Another address, or another way in, has attempts of its own.
      on: {
        'mode.chosen': { guard: not('isCoding'), target: 'entering', actions: ['calm', { type: 'chooseMode', params: ({ event }) => event }] },
        'provider.chosen': {
          guard: { type: 'isOtherWay', params: ({ event }) => event },
          target: 'entering',
          actions: ['calm', { type: 'chooseProvider', params: ({ event }) => event }],
        },
        'address.changed': { guard: 'isCoding', target: 'entering', actions: ['calm', 'dropCode', 'keepAddress'] },
      },
      after: {
        retryAfter: [
          { guard: 'isCoding', target: 'coding', actions: 'calm' },
          { target: 'entering', actions: 'calm' },
        ],
      },
    },
    signedIn: {
      on: {
        'session.left': { target: 'entering', actions: 'leave' },
        'session.lost': { target: 'entering', actions: 'lose' },
      },
    },
  },
});

/** State of signing in at one moment. */
export type SignSnapshot = SnapshotFrom<typeof machine>;
