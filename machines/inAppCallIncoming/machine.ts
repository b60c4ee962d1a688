/**
 * A call that rings in the app (FLOW-167 to FLOW-172; RULE-199): it is asked for before it is answered, so that of several who answer one is connected;
 * declining ends it for the person alone. The sound goes on while the line of signalling is lost.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { answeredAlready } from '#contract/phone/texts.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isOutside, listTypes, type Reasons } from '../reasons.ts';
import { areDigits, changeTroubles, digitsReason, type SoundEvent, type TransferTarget, type Trouble, talkHandlers, transferHandlers } from '../talking.ts';

/** The flow's name. */
export const flowId = 'inAppCallIncoming';

/** The call, as it is offered to the person. */
export interface RingingCall {
  readonly callId: number;
  readonly callContextId: string;
  readonly joinToken: string;
  /** E.164; null when it is withheld. */
  readonly caller: string | null;
}

/** Events a user may send. */
export type UserEvent =
  | { type: 'call.answered' }
  | { type: 'call.declined' }
  | { type: 'mute.toggled' }
  | { type: 'hold.toggled' }
  | { type: 'digits.pressed'; digits: string }
  | { type: 'call.transferred'; target: TransferTarget }
  | { type: 'call.ended' }
  | { type: 'card.closed' };

/** Events of the carrier. `call.over`: the other side hung up; `call.withdrawn`: it rings no more. */
export type CarrierEvent =
  | { type: 'call.rang'; call: RingingCall }
  | { type: 'call.withdrawn' }
  | { type: 'call.over' }
  | { type: 'signalling.lost' }
  | { type: 'signalling.back' };

export type IncomingEvent = UserEvent | CarrierEvent | SoundEvent;

/** Words of the card for the end of a call. */
type Ending = 'Call ended' | 'Transferred' | 'Declined' | 'No longer ringing' | 'Not connected' | typeof answeredAlready | 'The caller hung up';

export interface IncomingContext {
  call: RingingCall | null;
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
  /** Milliseconds since the epoch; null while it was never connected. */
  connectedAt: number | null;
  endedAt: number | null;
  ending: Ending | null;
  error: FlowError | null;
}

/** Answer to the question whether the person may answer. */
export interface Permit {
  readonly canAnswer: boolean;
  readonly reason: string | null;
}

const blank: IncomingContext = {
  call: null,
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

const toEnding = (reason: string | null): Ending => (reason === 'The caller hung up' ? reason : answeredAlready);

const base = setup({
  types: { context: {} as IncomingContext, events: {} as IncomingEvent },
  actors: {
    /** GET …/can-answer-call; one that doesn’t ring in this window is led here. */
    checkAnswer: fromPromise<Permit, { call: RingingCall | null }>(rejectMissingActor),
    /** POST …/in-app-calling/token, the carrier's own answer, POST /acceptOrRejectIncomingCall. Resolves when both hear each other. */
    connectCall: fromPromise<unknown, { call: RingingCall | null }>(rejectMissingActor),
    /** POST …/reject and POST /acceptOrRejectIncomingCall; the carrier is told as well. */
    declineCall: fromPromise<unknown, { call: RingingCall | null }>(rejectMissingActor),
    /** POST …/transfer. Resolves when the carrier hands the call on. */
    transferCall: fromPromise<unknown, { call: RingingCall | null; target: TransferTarget | null }>(rejectMissingActor),
  },
  guards: {
    mayAnswer: (_, params: Permit) => params.canAnswer,
    isOver: ({ context: { isOver } }) => isOver,
    areDigits: (_, params: { digits: string }) => areDigits(params.digits),
  },
  actions: {
    begin: assign((_, params: { call: RingingCall }) => ({ ...blank, call: params.call })),
    startClock: assign({ connectedAt: () => Date.now() }),
    end: assign((_, params: { ending: Ending }) => ({ ending: params.ending, endedAt: Date.now() })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
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
const toCall = ({ context: { call } }: { context: IncomingContext }) => ({ call });
const withdrawn = { target: 'ended', actions: { type: 'end', params: { ending: 'No longer ringing' } } } as const;
const rang = { target: 'ringing', actions: { type: 'begin', params: ({ event }: { event: { call: RingingCall } }) => ({ call: event.call }) } } as const;
const hungUp = { target: 'ended', actions: ['hangUp', { type: 'end', params: { ending: 'Call ended' } }] } as const;

/** The machine. */
export const machine = base.createMachine({
  id: flowId,
  context: blank,
  initial: 'idle',
  states: {
    idle: { on: { 'call.rang': rang } },
    ringing: {
      on: { 'call.answered': { target: 'checking', actions: 'calm' }, 'call.declined': 'declining', 'call.withdrawn': withdrawn },
    },
    checking: {
      on: { 'call.withdrawn': withdrawn },
      invoke: {
        id: 'checkAnswer',
        src: 'checkAnswer',
        input: toCall,
        onDone: [
          { guard: { type: 'mayAnswer', params: ({ event }) => event.output }, target: 'connecting' },
          { target: 'ended', actions: { type: 'end', params: ({ event }) => ({ ending: toEnding(event.output.reason) }) } },
        ],
        // It rings on: the person may try again.
        onError: { target: 'ringing', actions: { type: 'fail', params: toError } },
      },
    },
    connecting: {
      on: { 'call.withdrawn': withdrawn, 'call.ended': hungUp },
      invoke: {
        id: 'connectCall',
        src: 'connectCall',
        input: toCall,
        onDone: { target: 'connected', actions: 'startClock' },
        onError: {
          target: 'ended',
          actions: ['hangUp', { type: 'fail', params: toError }, { type: 'end', params: { ending: 'Not connected' } }],
        },
      },
    },
    transferring: {
      on: { ...transferHandlers, 'call.ended': hungUp },
      invoke: {
        id: 'transferCall',
        src: 'transferCall',
        input: ({ context: { call, transferredTo } }) => ({ call, target: transferredTo }),
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
        'call.ended': hungUp,
        'call.over': { target: 'ended', actions: { type: 'end', params: { ending: 'Call ended' } } },
      },
    },
    declining: {
      invoke: {
        id: 'declineCall',
        src: 'declineCall',
        input: toCall,
        onDone: { target: 'ended', actions: { type: 'end', params: { ending: 'Declined' } } },
        onError: {
          target: 'ended',
          actions: [
            { type: 'fail', params: toError },
            { type: 'end', params: { ending: 'Declined' } },
          ],
        },
      },
    },
    ended: { on: { 'call.rang': rang, 'card.closed': { target: 'idle', actions: 'clear' } } },
  },
});

/** State of a call at one moment. */
export type IncomingSnapshot = SnapshotFrom<typeof machine>;

const isConnected = [isOutside('connected'), 'Answer a call first'] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<IncomingSnapshot, UserEvent> = {
  'call.answered': [[isOutside('ringing'), 'No call is ringing']],
  'call.declined': [[isOutside('ringing'), 'No call is ringing']],
  'mute.toggled': [isConnected],
  'hold.toggled': [isConnected],
  'digits.pressed': [isConnected, digitsReason],
  'call.transferred': [isConnected],
  'call.ended': [[isOutside('connecting', 'connected', 'transferring'), 'No call to hang up']],
  'card.closed': [[isOutside('ended'), 'The call hasn’t ended']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
