/** Events that can happen while users are invited. */
import type { CheckedAddress } from '#contract/invites/entities.ts';
import { type Grant, type InternalEvent, type InvitationSnapshot, machine, type UserEvent } from '#machines/invitation/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const line = 'ana@example.com';
const checked = (state: CheckedAddress['state']): CheckedAddress => ({ line, email: state === 'invalid' ? null : line, state, name: null });
const grant = (given: Partial<Grant>): Grant => ({ role: 'user', like: null, businessUnitId: null, ...given });

const cases = {
  'addresses.given': [
    { lines: [line], grant: grant({}) },
    { lines: [line], grant: grant({ role: 'administrator', businessUnitId: 7 }) },
  ],
  'role.chosen': [{ role: 'reporting' }],
  'addresses.excluded': [
    { lines: [line], isLeftOut: true },
    { lines: [line], isLeftOut: false },
  ],
  'invitation.confirmed': [{}],
  'invitation.retried': [{}],
  'invitation.retracted': [{}],
  'invitation.closed': [{}],
  'xstate.done.actor.checkAddresses': [
    { output: [checked('new')] },
    { output: [checked('member')] },
    { output: [checked('invited')] },
    { output: [checked('invalid')] },
  ],
  'xstate.error.actor.checkAddresses': [{ error: refusals.unavailable }],
  'xstate.done.actor.sendInvites': [{ output: [{ id: 1, email: line }] }],
  'xstate.error.actor.sendInvites': [{ error: refusals.unavailable }],
  'xstate.done.actor.retractInvites': [{ output: { retracted: 1, opened: 0 } }, { output: { retracted: 0, opened: 1 } }],
  'xstate.error.actor.retractInvites': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'invitation',
  machine,
  cases,
  sameState: ({ context }: Pick<InvitationSnapshot, 'context'>) => [
    context.grant.role,
    context.grant.businessUnitId,
    context.addresses.map(({ state }) => state).join(),
    context.leftOut.length,
    context.sent.length,
    context.retraction?.retracted ?? null,
    context.error?.status ?? null,
  ],
});
