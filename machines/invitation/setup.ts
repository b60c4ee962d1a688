/** The named parts of inviting users: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import type { Role } from '#contract/core/permissions.ts';
import type { CheckedAddress } from '#contract/invites/entities.ts';
import { invitableStates } from '#contract/invites/enums.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { Grant, InternalEvent, InvitationContext, Retraction, Sent, UserEvent } from './events.ts';

/** Addresses that are invited: each once, without those left out. */
export const listInvited = ({ addresses, leftOut }: Pick<InvitationContext, 'addresses' | 'leftOut'>): string[] =>
  addresses.flatMap(({ email, state }) => (email !== null && invitableStates.has(state) && !leftOut.includes(email) ? [email] : []));

/** Ids of the invitations that a list added: without those of before, which it sent again. */
export function listAdded({ addresses, sent }: Pick<InvitationContext, 'addresses' | 'sent'>): number[] {
  const before = new Set(addresses.flatMap(({ email, state }) => (state === 'invited' ? [email] : [])));
  return sent.flatMap(({ id, email }) => (before.has(email.toLowerCase()) ? [] : [id]));
}

/** Something was added that can be retracted. */
export const retractCheck = createCheck<Pick<InvitationContext, 'addresses' | 'sent'>>([
  [(context) => listAdded(context).length === 0, 'All addresses were invited earlier. Remove them in Users.'],
]);

/** Somebody is left to invite. */
export const confirmCheck = createCheck<Pick<InvitationContext, 'addresses' | 'leftOut'>>([
  [(context) => listInvited(context).length === 0, 'No addresses to invite'],
]);

/** An organization’s invitations are for administrators (RULE-181). */
export const roleCheck = createCheck<Pick<InvitationContext, 'grant'>>([
  [({ grant }) => grant.businessUnitId !== null, 'An organization invites administrators only'],
]);

/** Before a list is given. */
export const noGrant: Grant = { role: 'user', like: null, businessUnitId: null };

/** The setup of the invitation machine. */
export const invitationSetup = setup({
  types: { context: {} as InvitationContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** POST …/invite/check. */
    checkAddresses: fromPromise<readonly CheckedAddress[], { lines: readonly string[] }>(rejectMissingActor),
    /** POST …/invite. Sent twice, an invitation is refreshed. */
    sendInvites: fromPromise<readonly Sent[], { emails: readonly string[]; grant: Grant }>(rejectMissingActor),
    /** POST …/invite/retract. */
    retractInvites: fromPromise<Retraction, { ids: readonly number[] }>(rejectMissingActor),
  },
  guards: {
    hasInvited: confirmCheck.passes,
    isRoleFree: roleCheck.passes,
    hasAdded: retractCheck.passes,
  },
  actions: {
    take: assign((_, params: { lines: readonly string[]; grant: Grant }) => ({
      lines: params.lines,
      grant: params.grant,
      addresses: [],
      leftOut: [],
      sent: [],
      retraction: null,
      error: null,
    })),
    keepAddresses: assign((_, params: { addresses: readonly CheckedAddress[] }) => ({ addresses: params.addresses, error: null })),
    chooseRole: assign(({ context }, params: { role: Role }) => ({ grant: { ...context.grant, role: params.role, like: null }, error: null })),
    exclude: assign(({ context }, params: { lines: readonly string[]; isLeftOut: boolean }) => {
      const others = context.leftOut.filter((email) => !params.lines.includes(email));
      return { leftOut: params.isLeftOut ? [...others, ...params.lines] : others, error: null };
    }),
    keepSent: assign((_, params: { sent: readonly Sent[] }) => ({ sent: params.sent, error: null })),
    keepRetraction: assign((_, params: { retraction: Retraction }) => ({ retraction: params.retraction, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    forget: assign({ lines: [], grant: noGrant, addresses: [], leftOut: [], sent: [], retraction: null, error: null }),
  },
});
