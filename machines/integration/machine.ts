/** An integration by OAuth (FLOW-131 to FLOW-139): connected at the vendor, configured, turned on and off, deleted. One actor for each company and provider. */
import type { SnapshotFrom } from 'xstate';
import type { OAuthIntegration } from '#contract/integrations/entities.ts';
import { toFlowError } from '../errors.ts';
import { type AccountChoice, type IntegrationContext, integrationSetup, type ToldKind } from './setup.ts';

/** The flow's name. */
export const flowId = 'integration';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
/** Leaves the integration as it was, with the reason. */
const back = { target: 'placing', actions: [{ type: 'fail', params: toError }, { type: 'tellFailed', params: toError }, 'release'] } as const;
const toOutput = ({ event }: { event: { output: OAuthIntegration } }) => ({ integration: event.output });

/** The integration that is changed. */
function toTarget({ context: { integration } }: { context: Pick<IntegrationContext, 'integration'> }): { integration: OAuthIntegration } {
  if (integration === null) throw new Error('No integration is connected');
  return { integration };
}

const readAction = {
  type: 'read',
  params: ({ event: { integration, isSetUp } }: { event: { integration: OAuthIntegration | null; isSetUp: boolean } }) => ({ integration, isSetUp }),
} as const;
/** While something is under way, the server's word is noted and moves nothing. */
const busy = { 'integration.read': { actions: readAction } } as const;
/** Events of any other time: the browser is back from the vendor, and another connection is begun. */
const connect = {
  'connection.begun': { guard: 'isConnectable', target: 'redirecting' },
  'connection.returned': {
    target: 'returning',
    actions: { type: 'keepReturn', params: ({ event: { code, state } }: { event: { code: string; state: string } }) => ({ code, state }) },
  },
  'connection.denied': { actions: 'tellDenied' },
} as const;
const remove = { 'integration.deleted': { target: 'deleting' } } as const;
const configure = {
  'channel.chosen': {
    guard: 'isChat',
    target: 'configuring',
    actions: { type: 'choose', params: ({ event: { channelId } }: { event: { channelId: string } }) => ({ channelId }) },
  },
  'account.chosen': {
    guard: 'isReport',
    target: 'configuring',
    actions: { type: 'choose', params: ({ event: { choice } }: { event: { choice: AccountChoice } }) => ({ choice }) },
  },
} as const;
const toggle = {
  'kind.toggled': {
    target: 'configuring',
    actions: { type: 'choose', params: ({ event: { kind } }: { event: { kind: ToldKind } }) => ({ kind }) },
  },
} as const;

/** The machine. */
export const machine = integrationSetup.createMachine({
  id: flowId,
  context: ({ input }) => ({
    provider: input.provider,
    integration: null,
    isSetUp: null,
    returned: null,
    channelId: null,
    choice: null,
    kind: null,
    error: null,
  }),
  initial: 'none',
  // Wherever it stands, the server's word counts.
  on: {
    'integration.read': { target: '.placing', actions: readAction },
  },
  states: {
    /** Finds the state that the server's row is in. */
    placing: {
      always: [
        { guard: 'isNone', target: 'none' },
        { guard: 'isLost', target: 'lost' },
        { guard: 'isInactive', target: 'inactive' },
        { guard: 'isActive', target: 'configured' },
        { target: 'connected' },
      ],
    },
    none: { on: { ...connect } },
    redirecting: {
      on: busy,
      invoke: {
        id: 'beginConnection',
        src: 'beginConnection',
        input: ({ context: { provider } }) => ({ provider }),
        onDone: { target: 'redirected', actions: { type: 'leaveFor', params: ({ event }) => ({ url: event.output.url }) } },
        onError: back,
      },
    },
    /** The browser leaves; a person who comes back by the browser's own way may begin again. */
    redirected: { on: { ...connect } },
    returning: {
      on: busy,
      invoke: {
        id: 'finishConnection',
        src: 'finishConnection',
        input: ({ context: { provider, returned } }) => ({ provider, code: returned?.code ?? '', state: returned?.state ?? '' }),
        onDone: { target: 'placing', actions: [{ type: 'save', params: toOutput }, { type: 'tellConnected', params: toOutput }, 'release'] },
        onError: back,
      },
    },
    connected: { on: { ...connect, ...configure, ...remove } },
    configured: {
      on: {
        ...connect,
        ...configure,
        ...remove,
        ...toggle,
        'integration.switched': { target: 'switching' },
        'integration.synced': { guard: 'isReport', target: 'syncing' },
        'integration.resent': { guard: 'isResendable', target: 'resending' },
      },
    },
    inactive: {
      on: {
        ...connect,
        ...configure,
        ...remove,
        ...toggle,
        'integration.switched': { target: 'switching' },
      },
    },
    /** The vendor no longer lets us in. */
    lost: { on: { ...connect, ...remove } },
    configuring: {
      on: busy,
      invoke: {
        id: 'configure',
        src: 'configure',
        input: ({ context }) => ({ ...toTarget({ context }), channelId: context.channelId, choice: context.choice, kind: context.kind }),
        onDone: { target: 'placing', actions: [{ type: 'save', params: toOutput }, { type: 'tellConfigured', params: toOutput }, 'release'] },
        onError: back,
      },
    },
    switching: {
      on: busy,
      invoke: {
        id: 'switchIntegration',
        src: 'switchIntegration',
        input: toTarget,
        onDone: {
          target: 'placing',
          actions: [
            { type: 'save', params: toOutput },
            { type: 'tellSwitched', params: toOutput },
          ],
        },
        onError: back,
      },
    },
    syncing: {
      on: busy,
      invoke: {
        id: 'syncIntegration',
        src: 'syncIntegration',
        input: toTarget,
        onDone: { target: 'placing', actions: { type: 'tellSynced', params: ({ event }) => ({ reply: event.output }) } },
        onError: back,
      },
    },
    resending: {
      on: busy,
      invoke: {
        id: 'resendPosts',
        src: 'resendPosts',
        input: toTarget,
        onDone: { target: 'placing', actions: [{ type: 'save', params: toOutput }, 'tellResent'] },
        onError: back,
      },
    },
    deleting: {
      on: busy,
      invoke: {
        id: 'deleteIntegration',
        src: 'deleteIntegration',
        input: toTarget,
        onDone: { target: 'placing', actions: ['forget', 'tellDeleted'] },
        onError: back,
      },
    },
  },
});

/** State of the flow at one moment. */
export type IntegrationSnapshot = SnapshotFrom<typeof machine>;
