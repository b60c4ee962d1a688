/** Events that can happen while a password is reset. */
import { type InternalEvent, machine, type ResetSnapshot, type UserEvent } from '#machines/passwordReset/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const cases = {
  'email.typed': [{ email: 'ana@harbor.example' }, { email: ' ' }],
  'link.requested': [{}],
  'password.typed': [{ password: 'a new password' }, { password: 'short' }, { password: '' }],
  'password.submitted': [{}],
  'link.renewed': [{}],
  'link.opened': [{ token: 'token-1' }],
  'xstate.done.actor.sendLink': [{ output: undefined }],
  'xstate.error.actor.sendLink': [{ error: refusals.unavailable }, { error: refusals.throttled }],
  'xstate.done.actor.savePassword': [{ output: undefined }],
  'xstate.error.actor.savePassword': [
    { error: refusals.resetLinkExpired },
    { error: refusals.throttled },
    { error: { status: 422, code: 'invalid', message: 'Password: this one is in a list of stolen passwords' } },
  ],
  'xstate.after.retryAfter.passwordReset.throttled': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'passwordReset',
  machine,
  input: {},
  cases,
  sameState: ({ context }: Pick<ResetSnapshot, 'context'>) => [context.email.trim() !== '', context.password.length, context.resume],
});
