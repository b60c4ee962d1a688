/**
 * The status of a person, by which calls ring for them in the app (FLOW-177, FLOW-178; RULE-196, RULE-197): active → away → active, shown at once and taken back when it was
 * not saved.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { inAppCallingStatuses } from '#contract/companies/enums.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isInside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'inAppCallingStatus';

export type CallingStatus = (typeof inAppCallingStatuses)[number];

/** Events a user may send. */
export type UserEvent = { type: 'status.toggled' };
/** The server says how it stands, or can’t be asked. */
export type StatusEvent = UserEvent | { type: 'status.read'; status: CallingStatus } | { type: 'status.unread'; error: FlowError };

export interface StatusContext {
  error: FlowError | null;
}

const save = (status: CallingStatus, failed: CallingStatus) => ({
  invoke: {
    id: 'saveStatus',
    src: 'saveStatus' as const,
    input: { status },
    onDone: { target: 'kept', actions: { type: 'announce' as const, params: { status } } },
    onError: {
      target: `#${flowId}.${failed}.kept`,
      actions: { type: 'fail' as const, params: ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) }) },
    },
  },
});

/** The machine. */
export const machine = setup({
  types: { context: {} as StatusContext, events: {} as StatusEvent },
  actors: {
    /** POST …/in-app-calling/status. */
    saveStatus: fromPromise<unknown, { status: CallingStatus }>(rejectMissingActor),
  },
  guards: { isActive: (_, params: { status: CallingStatus }) => params.status === 'active' },
  actions: {
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Says MSG-058 or MSG-059. */
    announce: (_, _params: { status: CallingStatus }) => {},
  },
}).createMachine({
  id: flowId,
  context: { error: null },
  initial: 'unknown',
  states: {
    unknown: { on: { 'status.toggled': { target: 'waiting', actions: 'calm' } } },
    /** Toggled before it was known. */
    waiting: {
      on: {
        'status.read': [{ guard: { type: 'isActive', params: ({ event: { status } }) => ({ status }) }, target: 'away.saving' }, { target: 'active.saving' }],
      },
    },
    away: {
      initial: 'kept',
      states: { kept: { on: { 'status.toggled': { target: `#${flowId}.active.saving`, actions: 'calm' } } }, saving: save('away', 'active') },
    },
    active: {
      initial: 'kept',
      states: { kept: { on: { 'status.toggled': { target: `#${flowId}.away.saving`, actions: 'calm' } } }, saving: save('active', 'away') },
    },
  },
  on: {
    'status.read': [{ guard: { type: 'isActive', params: ({ event: { status } }) => ({ status }) }, target: '.active.kept' }, { target: '.away.kept' }],
    'status.unread': { target: '.unknown', actions: { type: 'fail', params: ({ event: { error } }) => ({ error }) } },
  },
});

/** State of the flow at one moment. */
export type StatusSnapshot = SnapshotFrom<typeof machine>;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<StatusSnapshot, UserEvent> = {
  'status.toggled': [
    [isInside('active.saving', 'away.saving'), 'Saving…'],
    [isInside('waiting'), 'Loading your status…'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
