/**
 * A call that a person makes from the app (FLOW-173 to FLOW-176; RULE-200): the leave is asked for, the browser connects with it, the start and the end are
 * reported. The sound goes on while the line of signalling is lost.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isOutside, listTypes, type Reasons } from '../reasons.ts';
import {
  areDigits,
  changeTroubles,
  digitsReason,
  type SoundEvent,
  signallingHandlers,
  type TransferTarget,
  type Trouble,
  talkHandlers,
  transferHandlers,
} from '../talking.ts';

/** The flow's name. */
export const flowId = 'inAppCallOutgoing';

/** A call that is wanted: to whom, from which number of ours. */
export interface WantedCall {
  readonly numberId: number;
  /** Name or number of the line, as it is shown. */
  readonly line: string;
  /** E.164. */
  readonly destination: string;
  /** Name of who is called; null where only the number is known. */
  readonly name: string | null;
}

/** The leave to make it: what its start and its end are reported by. */
export interface CallLeave {
  readonly token: string;
  readonly callContextId: string;
}

/** The call, once it is known to the server. */
export interface StartedCall {
  readonly callId: number;
  readonly conversationId: number | null;
  /** Address of the route’s hold music, from the root; null where it has none. */
  readonly holdMusicUrl: string | null;
}

/** Events a user may send. */
export type UserEvent =
  | { type: 'call.placed'; call: WantedCall }
  | { type: 'mute.toggled' }
  | { type: 'hold.toggled' }
  | { type: 'digits.pressed'; digits: string }
  | { type: 'call.transferred'; target: TransferTarget }
  | { type: 'call.ended' }
  | { type: 'card.closed' };

/** Events of the carrier. `call.answered`: both hear each other; `call.over`: it ended there. */
export type CarrierEvent = { type: 'call.answered' } | { type: 'call.over' } | { type: 'signalling.lost' } | { type: 'signalling.back' };

export type OutgoingEvent = UserEvent | CarrierEvent | SoundEvent;

/** Words of the card for the end of a call. */
type Ending = 'Call ended' | 'Transferred' | 'Canceled' | 'Not answered' | 'Not connected';

export interface OutgoingContext {
  call: WantedCall | null;
  leave: CallLeave | null;
  started: StartedCall | null;
  isMuted: boolean;
  /** Milliseconds since the epoch at which the other party was put on hold; null while both talk. */
  heldAt: number | null;
  /** To whom the call is handed on, or was; null where it wasn’t. */
  transferredTo: TransferTarget | null;
  /** The carrier has let the person go while it is handed on. */
  isOver: boolean;
  /** The line of signalling is there; without it the sound goes on. */
  isSignalling: boolean;
  /** Troubles with the sound, the worst first. */
  troubles: readonly Trouble[];
  /** Milliseconds since the epoch; null while nobody answered. */
  connectedAt: number | null;
  endedAt: number | null;
  ending: Ending | null;
  error: FlowError | null;
}

const blank: OutgoingContext = {
  call: null,
  leave: null,
  started: null,
  isMuted: false,
  heldAt: null,
  transferredTo: null,
  isOver: false,
  isSignalling: true,
  troubles: [],
  connectedAt: null,
  endedAt: null,
  ending: null,
  error: null,
};

const base = setup({
  types: { context: {} as OutgoingContext, events: {} as OutgoingEvent },
  actors: {
    /** POST /v1/calls/token, once there is a microphone. */
    askLeave: fromPromise<CallLeave, { call: WantedCall | null }>(rejectMissingActor),
    /** Connects at the carrier; POST /outgoingCallInitiated. Resolves when it rings at the other end. */
    startCall: fromPromise<StartedCall, { leave: CallLeave | null }>(rejectMissingActor),
    /** POST /endOutgoingCall; the carrier is told as well. */
    endCall: fromPromise<unknown, { leave: CallLeave | null }>(rejectMissingActor),
    /** POST …/transfer. Resolves when the carrier hands the call on. */
    transferCall: fromPromise<unknown, { started: StartedCall | null; target: TransferTarget | null }>(rejectMissingActor),
  },
  guards: {
    isOver: ({ context: { isOver } }) => isOver,
    areDigits: (_, params: { digits: string }) => areDigits(params.digits),
    isAnswered: ({ context: { connectedAt } }) => connectedAt !== null,
  },
  actions: {
    begin: assign((_, params: { call: WantedCall }) => ({ ...blank, call: params.call })),
    keepLeave: assign((_, params: { leave: CallLeave }) => ({ leave: params.leave })),
    keepStart: assign((_, params: { started: StartedCall }) => ({ started: params.started })),
    startClock: assign({ connectedAt: () => Date.now() }),
    forgetClock: assign({ connectedAt: null }),
    end: assign((_, params: { ending: Ending }) => ({ ending: params.ending, endedAt: Date.now() })),
    endByAnswer: assign(({ context: { connectedAt } }) => ({
      ending: connectedAt === null ? ('Canceled' as const) : ('Call ended' as const),
      endedAt: Date.now(),
    })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    toggleMute: assign(({ context: { isMuted } }) => ({ isMuted: !isMuted })),
    toggleHold: assign(({ context: { heldAt } }) => ({ heldAt: heldAt === null ? Date.now() : null })),
    beginTransfer: assign((_, params: { target: TransferTarget }) => ({ transferredTo: params.target, isOver: false, error: null })),
    forgetTransfer: assign({ transferredTo: null, isOver: false }),
    noteOver: assign({ isOver: true }),
    loseSignalling: assign({ isSignalling: false }),
    regainSignalling: assign({ isSignalling: true }),
    followTrouble: assign(({ context: { troubles } }, params: { event: SoundEvent }) => ({ troubles: changeTroubles(troubles, params.event) })),
    clear: assign(blank),
    /** Tells the carrier. */
    applyMute: (_, _params: { isMuted: boolean }) => {},
    applyHold: (_, _params: { isHeld: boolean }) => {},
    sendDigits: (_, _params: { digits: string }) => {},
    hangUp: () => {},
  },
});

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toLeave = ({ context: { leave } }: { context: OutgoingContext }) => ({ leave });
const placed = { target: 'asking', actions: { type: 'begin', params: ({ event }: { event: { call: WantedCall } }) => ({ call: event.call }) } } as const;
const notConnected = { type: 'end', params: { ending: 'Not connected' } } as const;

/** The machine. */
export const machine = base.createMachine({
  id: flowId,
  context: blank,
  initial: 'idle',
  states: {
    idle: { on: { 'call.placed': placed } },
    asking: {
      on: { 'call.ended': { target: 'ended', actions: 'endByAnswer' } },
      invoke: {
        id: 'askLeave',
        src: 'askLeave',
        input: ({ context: { call } }) => ({ call }),
        onDone: { target: 'dialing', actions: { type: 'keepLeave', params: ({ event }) => ({ leave: event.output }) } },
        onError: { target: 'ended', actions: [{ type: 'fail', params: toError }, notConnected] },
      },
    },
    dialing: {
      on: {
        'call.answered': { actions: 'startClock' },
        'call.ended': { target: 'ending' },
        'call.over': { target: 'ended', actions: notConnected },
      },
      invoke: {
        id: 'startCall',
        src: 'startCall',
        input: toLeave,
        onDone: [
          { guard: 'isAnswered', target: 'connected', actions: { type: 'keepStart', params: ({ event }) => ({ started: event.output }) } },
          { target: 'ringing', actions: { type: 'keepStart', params: ({ event }) => ({ started: event.output }) } },
        ],
        onError: { target: 'ended', actions: ['hangUp', 'forgetClock', { type: 'fail', params: toError }, notConnected] },
      },
    },
    ringing: {
      on: {
        ...signallingHandlers,
        'call.answered': { target: 'connected', actions: 'startClock' },
        'call.ended': { target: 'ending' },
        'call.over': { target: 'ended', actions: { type: 'end', params: { ending: 'Not answered' } } },
      },
    },
    transferring: {
      on: { ...transferHandlers, 'call.ended': { target: 'ending' } },
      invoke: {
        id: 'transferCall',
        src: 'transferCall',
        input: ({ context: { started, transferredTo } }) => ({ started, target: transferredTo }),
        // The carrier lets the person go by itself: who hangs up first may take the other party along.
        onDone: { target: 'ended', actions: { type: 'end', params: { ending: 'Transferred' } } },
        onError: [
          {
            guard: 'isOver',
            target: 'ended',
            actions: ['forgetTransfer', { type: 'fail', params: toError }, { type: 'end', params: { ending: 'Call ended' } }],
          },
          // Both still hear each other: the person may try again.
          { target: 'connected', actions: ['forgetTransfer', { type: 'fail', params: toError }] },
        ],
      },
    },
    connected: {
      on: {
        ...talkHandlers,
        'call.ended': { target: 'ending' },
        'call.over': { target: 'ended', actions: { type: 'end', params: { ending: 'Call ended' } } },
      },
    },
    ending: {
      entry: 'hangUp',
      invoke: {
        id: 'endCall',
        src: 'endCall',
        input: toLeave,
        onDone: { target: 'ended', actions: 'endByAnswer' },
        onError: { target: 'ended', actions: [{ type: 'fail', params: toError }, 'endByAnswer'] },
      },
    },
    ended: { on: { 'call.placed': placed, 'card.closed': { target: 'idle', actions: 'clear' } } },
  },
});

/** State of a call at one moment. */
export type OutgoingSnapshot = SnapshotFrom<typeof machine>;

const isConnected = [isOutside('connected'), 'Wait until the call is answered'] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<OutgoingSnapshot, UserEvent> = {
  'call.placed': [[isOutside('idle', 'ended'), 'Another call is going on']],
  'mute.toggled': [isConnected],
  'hold.toggled': [isConnected],
  'digits.pressed': [isConnected, digitsReason],
  'call.transferred': [isConnected],
  'call.ended': [[isOutside('asking', 'dialing', 'ringing', 'connected', 'transferring'), 'No call to hang up']],
  'card.closed': [[isOutside('ended'), 'The call hasn’t ended']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
