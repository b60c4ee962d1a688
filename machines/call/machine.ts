/**
 * A call that comes in, from the first ring to its result (spec 1.3, 1.7; ENUM-115…133): menu, phones round after round, voicemail. The server keeps
 * one per call in its row and gives it what the carrier tells, in whatever order and however often; the simulator runs the same machine ahead of time.
 * Nothing is done here: what the caller hears follows from the state (`instructions.ts`).
 */
import { assign, type SnapshotFrom, setup } from 'xstate';
import type { CallContext, CallEvent, Ending } from './events.ts';
import * as note from './reducers.ts';
import { hasMenu, type RoutingContext, roundsOf, routeOf } from './routingContext.ts';

/** The flow's name. */
export const flowId = 'call';
/** Number of times the menu is read to a caller who presses nothing, or an unknown key. */
export const menuTurns = 3;

interface At {
  at: number;
}
interface Phone extends At {
  number: string;
  round: number;
}

const extensionOf = ({ scene }: CallContext, keys: string): number | null => {
  const extension = /^\d{1,2}$/.test(keys) ? Number(keys) : null;
  return extension !== null && scene !== null && routeOf(scene, extension) !== undefined ? extension : null;
};
const rings = (scene: RoutingContext | null, extension: number | null) => scene !== null && roundsOf(scene, extension).length > 0;
const said = <E extends CallEvent>({ event }: { event: E }) => event;
const toScene = ({ event }: { event: { scene: RoutingContext; at: number } }) => ({ scene: event.scene, at: event.at });

const base = setup({
  types: { context: {} as CallContext, events: {} as CallEvent },
  guards: {
    isBlocked: (_, { scene }: { scene: RoutingContext }) => scene.block !== null,
    hasMenu: (_, { scene }: { scene: RoutingContext }) => hasMenu(scene),
    ringsAtOnce: (_, { scene }: { scene: RoutingContext }) => rings(scene, null),
    isThisTurn: ({ context }, { turn }: { turn: number }) => turn === context.turn,
    ringsFor: ({ context }, { keys, turn }: { keys: string; turn: number }) =>
      turn === context.turn && extensionOf(context, keys) !== null && rings(context.scene, extensionOf(context, keys)),
    isExtension: ({ context }, { keys, turn }: { keys: string; turn: number }) => turn === context.turn && extensionOf(context, keys) !== null,
    isAskedAgain: ({ context }, { turn }: { turn: number }) => turn === context.turn && context.turn + 1 < menuTurns,
    ringsFirst: ({ context }, { turn }: { turn: number }) => turn === context.turn && rings(context.scene, null),
    isThisRound: ({ context }, { round }: { round: number }) => round === context.round,
    isTaken: (_, { isAnswered }: { isAnswered: boolean }) => isAnswered,
    ringsOn: ({ context }, { round }: { round: number }) =>
      round === context.round && context.scene !== null && roundsOf(context.scene, context.extension).length > round + 1,
    connectsAtOnce: ({ context }, { round }: { round: number }) =>
      round === context.round && !(context.scene && routeOf(context.scene, context.extension)?.confirmKey),
  },
  actions: {
    noteArrival: assign(({ context }, { scene, at }: { scene: RoutingContext; at: number }) => note.arrived(context, scene, at)),
    noteBlock: assign(({ context }, { at }: At) => note.recordBlocked(context, at)),
    noteExtension: assign(({ context }, { keys, at }: { keys: string; at: number }) => note.chosen(context, extensionOf(context, keys), at)),
    noteTurn: assign(({ context }) => ({ turn: context.turn + 1 })),
    noteFirstRound: assign(({ context }, { at }: At) => note.rung(context, 0, at)),
    noteNextRound: assign(({ context }, { at }: At) => note.rung(context, context.round + 1, at)),
    noteRinging: assign(({ context }, { number, at }: Phone) => note.received(context, number, at)),
    noteAnswer: assign(({ context }, { number, round, at }: Phone) => note.answered(context, number, round, at)),
    noteConnection: assign(({ context }, { number, round, at }: Phone) => note.connected(context, number, round, at)),
    noteConversation: assign(({ context }, { round, at, seconds }: { round: number; at: number; seconds: number }) =>
      note.connected(context, null, round, Math.max(0, at - seconds)),
    ),
    noteEnding: assign(({ context }, { number, round, how, at }: Phone & { how: Ending }) => note.declined(context, number, round, how, at)),
    noteSilence: assign(({ context }, { at }: At) => note.unanswered(context, at)),
    noteMiss: assign(({ context }, { at }: At) => note.missed(context, at)),
    noteMessage: assign(({ context }, { seconds, at }: { seconds: number; at: number }) => note.recorded(context, seconds, at)),
    noteEnd: assign(({ context }, { seconds, at }: { seconds: number; at: number }) => note.ended(context, seconds, at)),
  },
});

/** Phones tell of themselves while they ring and, late, while somebody talks already. */
const phones = {
  'phone.rang': { guard: { type: 'isThisRound', params: said }, actions: { type: 'noteRinging', params: said } },
  'phone.ended': { actions: { type: 'noteEnding', params: said } },
} as const;
/** Late reports are still true: a conversation and a message change the result at any time they are reported. */
const truths = {
  'dial.ended': { guard: { type: 'isTaken', params: said }, actions: { type: 'noteConversation', params: said } },
  'message.recorded': { actions: { type: 'noteMessage', params: said } },
} as const;

/** The call machine. */
export const machine = base.createMachine({
  id: flowId,
  context: note.blank,
  initial: 'expected',
  states: {
    expected: {
      on: {
        ...truths,
        'call.arrived': [
          {
            guard: { type: 'isBlocked', params: toScene },
            target: 'refused',
            actions: [
              { type: 'noteArrival', params: toScene },
              { type: 'noteBlock', params: said },
            ],
          },
          { guard: { type: 'hasMenu', params: toScene }, target: 'menu', actions: { type: 'noteArrival', params: toScene } },
          {
            guard: { type: 'ringsAtOnce', params: toScene },
            target: 'ringing',
            actions: [
              { type: 'noteArrival', params: toScene },
              { type: 'noteFirstRound', params: said },
            ],
          },
          { target: 'voicemail', actions: { type: 'noteArrival', params: toScene } },
        ],
      },
    },
    menu: {
      on: {
        ...truths,
        'keys.pressed': [
          {
            guard: { type: 'ringsFor', params: said },
            target: 'ringing',
            actions: [
              { type: 'noteExtension', params: said },
              { type: 'noteFirstRound', params: said },
            ],
          },
          { guard: { type: 'isExtension', params: said }, target: 'voicemail', actions: { type: 'noteExtension', params: said } },
          { guard: { type: 'isAskedAgain', params: said }, actions: 'noteTurn' },
          {
            guard: { type: 'ringsFirst', params: said },
            target: 'ringing',
            actions: [
              { type: 'noteExtension', params: said },
              { type: 'noteFirstRound', params: said },
            ],
          },
          { guard: { type: 'isThisTurn', params: said }, target: 'voicemail', actions: { type: 'noteExtension', params: said } },
        ],
      },
    },
    ringing: {
      on: {
        ...phones,
        'message.recorded': truths['message.recorded'],
        'phone.answered': [
          { guard: { type: 'connectsAtOnce', params: said }, target: 'connected', actions: { type: 'noteConnection', params: said } },
          { guard: { type: 'isThisRound', params: said }, actions: { type: 'noteAnswer', params: said } },
        ],
        'phone.accepted': { guard: { type: 'isThisRound', params: said }, target: 'connected', actions: { type: 'noteConnection', params: said } },
        'dial.ended': [
          { guard: { type: 'isTaken', params: said }, target: 'leaving', actions: { type: 'noteConversation', params: said } },
          {
            guard: { type: 'ringsOn', params: said },
            actions: [
              { type: 'noteSilence', params: said },
              { type: 'noteNextRound', params: said },
            ],
          },
          {
            guard: { type: 'isThisRound', params: said },
            target: 'voicemail',
            actions: [
              { type: 'noteSilence', params: said },
              { type: 'noteMiss', params: said },
            ],
          },
        ],
      },
    },
    connected: {
      on: {
        ...phones,
        'message.recorded': truths['message.recorded'],
        'phone.answered': { actions: { type: 'noteConnection', params: said } },
        'phone.accepted': { actions: { type: 'noteConnection', params: said } },
        'dial.ended': { guard: { type: 'isThisRound', params: said }, target: 'leaving' },
      },
    },
    voicemail: {
      on: {
        'dial.ended': truths['dial.ended'],
        'phone.ended': phones['phone.ended'],
        'message.recorded': { target: 'leaving', actions: { type: 'noteMessage', params: said } },
      },
    },
    refused: { on: truths },
    leaving: { on: { ...truths, 'phone.ended': phones['phone.ended'] } },
    /** Over. What is told afterwards may still weigh more than what was known. */
    ended: {
      on: {
        ...truths,
        'phone.ended': phones['phone.ended'],
        'call.arrived': { actions: { type: 'noteArrival', params: toScene } },
        'call.ended': {},
      },
    },
  },
  on: { 'call.ended': { target: '.ended', actions: { type: 'noteEnd', params: said } } },
});

/** State of a call at one moment. */
export type CallSnapshot = SnapshotFrom<typeof machine>;
/** The states of a call. */
export type CallState = keyof typeof machine.states;

/** A person sends this flow nothing: it hears of the carrier alone. */
export const reasons = {};
export const userEvents: readonly string[] = [];
export const why = (): string | null => null;
