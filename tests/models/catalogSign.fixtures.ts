/** Events that can happen while somebody signs in to the catalog. */
import { type CatalogSession, type InternalEvent, machine, type SignSnapshot, type UserEvent } from '#machines/catalogSign/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const session: CatalogSession = { accountId: 7, token: 'a-token', iapId: 'i-7', plan: 'free', subscriptionStatus: 'active' };
const taken = {
  status: 409,
  code: 'conflict',
  message: 'An account with this email already exists. Sign in instead.',
  errors: [{ code: 'conflict', title: 'Account', detail: 'An account with this email already exists. Sign in instead.' }],
};
/** A phone number that said STOP: a conflict, but no account. */
const optedOut = {
  status: 409,
  code: 'conflict',
  message: 'This phone number opted out of our texts',
  errors: [{ code: 'conflict', title: 'Code', detail: 'This phone number opted out of our texts' }],
};
const errors = [refusals.throttled, refusals.unauthenticated, taken, optedOut].map((error) => ({ error }));

const cases = {
  'mode.chosen': [{ mode: 'in' }, { mode: 'up' }, { mode: 'reset' }],
  'provider.chosen': [{ provider: 'email' }, { provider: 'phone_number' }],
  'field.typed': [
    { field: 'email', text: 'ana@harbor.example' },
    { field: 'password', text: 'umbrella lantern orbit' },
    { field: 'password', text: 'short' },
    { field: 'phone', text: '+1 646-555-0123' },
    { field: 'code', text: '123456' },
    { field: 'code', text: '12' },
  ],
  'code.requested': [{}],
  'code.resent': [{}],
  'code.submitted': [{}],
  'address.changed': [{}],
  'session.left': [{}],
  'session.lost': [{}],
  'xstate.done.actor.requestCode': [{ output: undefined }],
  'xstate.error.actor.requestCode': errors,
  'xstate.done.actor.verifyCode': [{ output: session }, { output: null }],
  'xstate.error.actor.verifyCode': errors,
  'xstate.after.retryAfter.catalogSign.throttled': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'catalogSign',
  machine,
  input: { session: null },
  cases,
  sameState: ({ context }: Pick<SignSnapshot, 'context'>) => [
    context.mode,
    context.provider,
    context.email !== '',
    context.password.length,
    context.phone !== '',
    context.code.length,
    context.resume,
    context.session !== null,
  ],
});
