/**
 * A call, from the first ring to its result (spec 1.3, 1.7, 2.7; ENUM-115…133): one that comes in with menu, phones round after round, voicemail, or one
 * that a person makes from the app, which rings one phone. Whoever talks may hand it on: it rings there, and comes back when nobody takes it. A person whom it
 * rings for in a window that is gone may pick it up in another. The server keeps one per call in its row and gives it what the carrier tells, in whatever order
 * and however often; the simulator runs the same machine ahead of time.
 * Nothing is done here: what the caller hears follows from the state (`instructions.ts`).
 */
import { assign, type SnapshotFrom, setup } from 'xstate';
import type { CallContext, CallEvent, Ending, PlacedCall, Transfer } from './events.ts';
import * as note from './reducers.ts';
import { findRoute, hasMenu, listRounds, type RoutingContext } from './routingContext.ts';
import { findRound, isOfPickup, isOfTransfer } from './transfer.ts';

/** The flow's name. */
export const flowId = 'call';
/** Number of times the menu is read to a caller who presses nothing, or an unknown key. */
export const menuTurns = 3;

interface TimedEvent {
  at: number;
}
interface PhoneEvent extends TimedEvent {
  number: string;
  round: number;
}

const parseExtension = ({ scene }: CallContext, keys: string): number | null => {
  const extension = /^\d{1,2}$/.test(keys) ? Number(keys) : null;
  return extension !== null && scene !== null && findRoute(scene, extension) !== undefined ? extension : null;
};
const hasRounds = (scene: RoutingContext | null, extension: number | null) => scene !== null && listRounds(scene, extension).length > 0;
const toEvent = <E extends CallEvent>({ event }: { event: E }) => event;
const toArrival = ({ event }: { event: { scene: RoutingContext; at: number } }) => ({ scene: event.scene, at: event.at });

const base = setup({
  types: { context: {} as CallContext, events: {} as CallEvent },
  guards: {
    isBlocked: (_, { scene }: { scene: RoutingContext }) => scene.block !== null,
    hasMenu: (_, { scene }: { scene: RoutingContext }) => hasMenu(scene),
    ringsAtOnce: (_, { scene }: { scene: RoutingContext }) => hasRounds(scene, null),
    isThisTurn: ({ context }, { turn }: { turn: number }) => turn === context.turn,
    ringsFor: ({ context }, { keys, turn }: { keys: string; turn: number }) =>
      turn === context.turn && parseExtension(context, keys) !== null && hasRounds(context.scene, parseExtension(context, keys)),
    isExtension: ({ context }, { keys, turn }: { keys: string; turn: number }) => turn === context.turn && parseExtension(context, keys) !== null,
    isAskedAgain: ({ context }, { turn }: { turn: number }) => turn === context.turn && context.turn + 1 < menuTurns,
    ringsFirst: ({ context }, { turn }: { turn: number }) => turn === context.turn && hasRounds(context.scene, null),
    isThisRound: ({ context }, { round }: { round: number }) => round === context.round,
    isPlaced: ({ context }, { round }: { round: number }) => context.placed !== undefined && round === context.round,
    isBeforeTransfer: ({ context }, { round }: { round: number }) => context.transfer !== undefined && round < context.transfer.round,
    isTalkedTo: ({ context }, { round }: { round: number }) => round === context.round && (isOfTransfer(context, round) || context.connectedAt !== null),
    isPickedUpAnew: ({ context }, { number }: { number: string }) => !isOfPickup(context, context.round, number),
    isTaken: (_, { isAnswered }: { isAnswered: boolean }) => isAnswered,
    ringsOn: ({ context }, { round }: { round: number }) => round === context.round && findRound(context, round + 1) !== undefined,
    connectsAtOnce: ({ context }, { round }: { round: number }) =>
      round === context.round &&
      (isOfTransfer(context, round) || isOfPickup(context, round) || !(context.scene && findRoute(context.scene, context.extension)?.confirmKey)),
  },
  actions: {
    noteArrival: assign(({ context }, { scene, at }: { scene: RoutingContext; at: number }) => note.recordArrival(context, scene, at)),
    notePlaced: assign(({ context }, { placed, at }: { placed: PlacedCall; at: number }) => note.recordPlaced(context, placed, at)),
    noteBlock: assign(({ context }, { at }: TimedEvent) => note.recordBlocked(context, at)),
    noteExtension: assign(({ context }, { keys, at }: { keys: string; at: number }) => note.recordExtension(context, parseExtension(context, keys), at)),
    noteTurn: assign(({ context }) => ({ turn: context.turn + 1 })),
    noteFirstRound: assign(({ context }, { at }: TimedEvent) => note.startRound(context, 0, at)),
    noteNextRound: assign(({ context }, { at }: TimedEvent) => note.startRound(context, context.round + 1, at)),
    noteRinging: assign(({ context }, { number, at }: PhoneEvent) => note.recordRinging(context, number, at)),
    noteAnswer: assign(({ context }, { number, round, at }: PhoneEvent) => note.recordAnswer(context, number, round, at)),
    noteConnection: assign(({ context }, { number, round, at }: PhoneEvent) => note.recordConnection(context, number, round, at)),
    noteConversation: assign(({ context }, { round, at, seconds }: { round: number; at: number; seconds: number }) =>
      note.recordConnection(context, null, round, Math.max(0, at - seconds)),
    ),
    noteEnding: assign(({ context }, { number, round, how, at }: PhoneEvent & { how: Ending }) => note.recordDecline(context, number, round, how, at)),
    noteTransfer: assign(({ context }, { transfer, at }: { transfer: Transfer; at: number }) => note.recordTransfer(context, transfer, at)),
    notePickup: assign(({ context }, { number, at }: { number: string; at: number }) => note.recordPickup(context, number, at)),
    noteSilence: assign(({ context }, { at }: TimedEvent) => note.recordNoAnswer(context, at)),
    noteMiss: assign(({ context }, { at }: TimedEvent) => note.recordMissed(context, at)),
    noteMessage: assign(({ context }, { seconds, at }: { seconds: number; at: number }) => note.recordMessage(context, seconds, at)),
    noteEnd: assign(({ context }, { seconds, at }: { seconds: number; at: number }) => note.recordEnd(context, seconds, at)),
  },
});

/** Phones tell of themselves while they ring and, late, while somebody talks already. */
const phones = {
  'phone.rang': { guard: { type: 'isThisRound', params: toEvent }, actions: { type: 'noteRinging', params: toEvent } },
  'phone.ended': { actions: { type: 'noteEnding', params: toEvent } },
} as const;
/** The person who talked transfers the call. The carrier may tell that they talk no more before it asks for the caller's next instructions. */
const transfers = { 'call.transferred': { target: 'ringing', actions: { type: 'noteTransfer', params: toEvent } } } as const;
/** The carrier may tell of what it broke off for it, and a phone may answer, before it asks for the caller's next instructions. */
const pickups = {
  'call.pickedUp': { guard: { type: 'isPickedUpAnew', params: toEvent }, target: 'ringing', actions: { type: 'notePickup', params: toEvent } },
} as const;
/** Late reports are still true: a conversation and a message change the result at any time they are reported. */
const lateReports = {
  'dial.ended': { guard: { type: 'isTaken', params: toEvent }, actions: { type: 'noteConversation', params: toEvent } },
  'message.recorded': { actions: { type: 'noteMessage', params: toEvent } },
} as const;

/** The call machine. */
export const machine = base.createMachine({
  id: flowId,
  context: note.blankContext,
  initial: 'expected',
  states: {
    expected: {
      on: {
        ...lateReports,
        'call.placed': { target: 'ringing', actions: { type: 'notePlaced', params: toEvent } },
        'call.arrived': [
          {
            guard: { type: 'isBlocked', params: toArrival },
            target: 'refused',
            actions: [
              { type: 'noteArrival', params: toArrival },
              { type: 'noteBlock', params: toEvent },
            ],
          },
          { guard: { type: 'hasMenu', params: toArrival }, target: 'menu', actions: { type: 'noteArrival', params: toArrival } },
          {
            guard: { type: 'ringsAtOnce', params: toArrival },
            target: 'ringing',
            actions: [
              { type: 'noteArrival', params: toArrival },
              { type: 'noteFirstRound', params: toEvent },
            ],
          },
          { target: 'voicemail', actions: { type: 'noteArrival', params: toArrival } },
        ],
      },
    },
    menu: {
      on: {
        ...lateReports,
        'keys.pressed': [
          {
            guard: { type: 'ringsFor', params: toEvent },
            target: 'ringing',
            actions: [
              { type: 'noteExtension', params: toEvent },
              { type: 'noteFirstRound', params: toEvent },
            ],
          },
          { guard: { type: 'isExtension', params: toEvent }, target: 'voicemail', actions: { type: 'noteExtension', params: toEvent } },
          { guard: { type: 'isAskedAgain', params: toEvent }, actions: 'noteTurn' },
          {
            guard: { type: 'ringsFirst', params: toEvent },
            target: 'ringing',
            actions: [
              { type: 'noteExtension', params: toEvent },
              { type: 'noteFirstRound', params: toEvent },
            ],
          },
          { guard: { type: 'isThisTurn', params: toEvent }, target: 'voicemail', actions: { type: 'noteExtension', params: toEvent } },
        ],
      },
    },
    ringing: {
      on: {
        ...phones,
        ...pickups,
        'message.recorded': lateReports['message.recorded'],
        'phone.answered': [
          { guard: { type: 'connectsAtOnce', params: toEvent }, target: 'connected', actions: { type: 'noteConnection', params: toEvent } },
          { guard: { type: 'isThisRound', params: toEvent }, actions: { type: 'noteAnswer', params: toEvent } },
        ],
        'phone.accepted': { guard: { type: 'isThisRound', params: toEvent }, target: 'connected', actions: { type: 'noteConnection', params: toEvent } },
        'dial.ended': [
          // The conversation that was handed on.
          { guard: { type: 'isBeforeTransfer', params: toEvent } },
          { guard: { type: 'isTaken', params: toEvent }, target: 'leaving', actions: { type: 'noteConversation', params: toEvent } },
          {
            guard: { type: 'ringsOn', params: toEvent },
            actions: [
              { type: 'noteSilence', params: toEvent },
              { type: 'noteNextRound', params: toEvent },
            ],
          },
          { guard: { type: 'isPlaced', params: toEvent }, target: 'leaving', actions: { type: 'noteSilence', params: toEvent } },
          { guard: { type: 'isTalkedTo', params: toEvent }, target: 'voicemail', actions: { type: 'noteSilence', params: toEvent } },
          {
            guard: { type: 'isThisRound', params: toEvent },
            target: 'voicemail',
            actions: [
              { type: 'noteSilence', params: toEvent },
              { type: 'noteMiss', params: toEvent },
            ],
          },
        ],
      },
    },
    connected: {
      on: {
        ...phones,
        ...transfers,
        ...pickups,
        'message.recorded': lateReports['message.recorded'],
        'phone.answered': { actions: { type: 'noteConnection', params: toEvent } },
        'phone.accepted': { actions: { type: 'noteConnection', params: toEvent } },
        'dial.ended': { guard: { type: 'isThisRound', params: toEvent }, target: 'leaving' },
      },
    },
    voicemail: {
      on: {
        ...pickups,
        'dial.ended': lateReports['dial.ended'],
        'phone.ended': phones['phone.ended'],
        'message.recorded': { target: 'leaving', actions: { type: 'noteMessage', params: toEvent } },
      },
    },
    refused: { on: lateReports },
    leaving: { on: { ...lateReports, ...transfers, ...pickups, 'phone.ended': phones['phone.ended'] } },
    /** Over. What is told afterwards may still weigh more than what was known. */
    ended: {
      on: {
        ...lateReports,
        'phone.ended': phones['phone.ended'],
        'call.arrived': { actions: { type: 'noteArrival', params: toArrival } },
        'call.ended': {},
      },
    },
  },
  on: { 'call.ended': { target: '.ended', actions: { type: 'noteEnd', params: toEvent } } },
});

/** State of a call at one moment. */
export type CallSnapshot = SnapshotFrom<typeof machine>;
/** The states of a call. */
export type CallState = keyof typeof machine.states;

/** A person sends this flow nothing: it hears of the carrier alone. */
export const reasons = {};
export const userEvents: readonly string[] = [];
export const getReason = (): string | null => null;
