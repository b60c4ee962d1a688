/**
 * Inviting users (FLOW-160): a pasted list is checked, reviewed and sent; what it added and nobody has opened can be retracted. Nothing is sent before it is confirmed.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { InvitationContext, UserEvent } from './events.ts';
import { invitationSetup, listAdded, listInvited, noGrant } from './setup.ts';

/** The flow's name. */
export const flowId = 'invitation';

const createContext = (): InvitationContext => ({ lines: [], grant: noGrant, addresses: [], leftOut: [], sent: [], retraction: null, error: null });

const fail = { type: 'fail', params: ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) }) } as const;
type Given = { event: Extract<UserEvent, { type: 'addresses.given' }> };
const given = { target: '#invitation.checking', actions: { type: 'take', params: ({ event }: Given) => event } } as const;
const close = { target: '#invitation.idle', actions: 'forget' } as const;

/** The invitation machine. */
export const machine = invitationSetup.createMachine({
  id: 'invitation',
  context: createContext,
  initial: 'idle',
  states: {
    idle: { on: { 'addresses.given': given } },
    checking: {
      invoke: {
        id: 'checkAddresses',
        src: 'checkAddresses',
        input: ({ context }) => ({ lines: context.lines }),
        onDone: { target: 'reviewing', actions: { type: 'keepAddresses', params: ({ event }) => ({ addresses: event.output }) } },
        onError: { target: 'failed', actions: fail },
      },
      on: { 'invitation.closed': close },
    },
    reviewing: {
      on: {
        'addresses.given': given,
        'addresses.excluded': { actions: { type: 'exclude', params: ({ event }) => event } },
        'role.chosen': { guard: 'isRoleFree', actions: { type: 'chooseRole', params: ({ event }) => event } },
        'invitation.confirmed': { guard: 'hasInvited', target: 'sending', actions: 'calm' },
        'invitation.closed': close,
      },
    },
    sending: {
      invoke: {
        id: 'sendInvites',
        src: 'sendInvites',
        input: ({ context }) => ({ emails: listInvited(context), grant: context.grant }),
        onDone: { target: 'sent', actions: { type: 'keepSent', params: ({ event }) => ({ sent: event.output }) } },
        // The list stands: its role or an address is often what was refused.
        onError: { target: 'reviewing', actions: fail },
      },
    },
    sent: {
      on: {
        'addresses.given': given,
        'invitation.retracted': { guard: 'hasAdded', target: 'retracting', actions: 'calm' },
        'invitation.closed': close,
      },
    },
    retracting: {
      invoke: {
        id: 'retractInvites',
        src: 'retractInvites',
        input: ({ context }) => ({ ids: listAdded(context) }),
        onDone: { target: 'retracted', actions: { type: 'keepRetraction', params: ({ event }) => ({ retraction: event.output }) } },
        onError: { target: 'sent', actions: fail },
      },
    },
    retracted: { on: { 'addresses.given': given, 'invitation.closed': close } },
    failed: {
      on: {
        'invitation.retried': { target: 'checking', actions: 'calm' },
        'addresses.given': given,
        'invitation.closed': close,
      },
    },
  },
});

/** State of the flow at one moment. */
export type InvitationSnapshot = SnapshotFrom<typeof machine>;
