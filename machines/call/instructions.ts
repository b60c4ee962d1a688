/**
 * Instructions for a caller, and for an answering phone before it is put through: they follow from the state alone, so repeated requests get the same answer.
 */

import type { RingRoute } from '#contract/routing/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { CallContext, PlacedCall } from './events.ts';
import { getMusic } from './hold.ts';
import { findRoute, getCallerId, getVoicemailGreeting, type RoutingContext } from './routingContext.ts';
import { findRound, isOfPickup, isOfTransfer } from './transfer.ts';

/** Something that is heard: a greeting of the company, or words. */
export type Sound = { readonly kind: 'greeting'; readonly greetingId: number } | { readonly kind: 'words'; readonly words: string };

/** One thing a call is told to do, in the trade's terms; the carrier's adapter spells it. */
export type Instruction =
  | Sound
  | { readonly kind: 'menu'; readonly turn: number; readonly prompts: readonly Sound[]; readonly digits: number; readonly wait: number }
  | {
      readonly kind: 'ring';
      readonly round: number;
      readonly numbers: readonly string[];
      readonly timeout: number;
      readonly callerId: string;
      readonly isRecorded: boolean;
      readonly confirmKeyWait: number | null;
      /** Announces to whoever answers that the call may be recorded. */
      readonly isAnnounced?: boolean;
      readonly musicId: number | null;
    }
  | { readonly kind: 'record'; readonly maxSeconds: number }
  | { readonly kind: 'reject'; readonly isBusy: boolean }
  | { readonly kind: 'hangup' };

/** Seconds a phone rings that is called from the app. */
export const placedRingSeconds = 45;
/** Seconds to press a key in the menu (the pictures' 5 s), and to leave a message. */
export const menuWaitSeconds = 5;
export const maxMessageSeconds = 180;

export const spokenTexts = {
  voicemail: 'No one is available to take your call. Please leave a message after the tone.',
  consent: 'This call may be recorded.',
  again: 'That extension isn’t valid.',
  confirm: 'Press 1 to accept this call.',
} as const;

const createWords = (text: string): Sound => ({ kind: 'words', words: text });
const createGreeting = (id: number | null): Sound[] => (id === null ? [] : [{ kind: 'greeting', greetingId: id }]);

/** `For Advisors, press 1.` */
const formatMenuLine = ({ extension, label }: RingRoute) =>
  label === '' ? `For extension ${extension}, press ${extension}.` : `For ${label}, press ${extension}.`;

function createMenu({ routing }: RoutingContext, turn: number): Instruction {
  const lines = routing.routes.map(formatMenuLine).join(' ');
  const digits = routing.routes.some(({ extension }) => extension > 9) ? 2 : 1;
  const opening = turn === 0 ? createGreeting(routing.greetingId) : [createWords(spokenTexts.again)];
  return { kind: 'menu', turn, prompts: [...opening, createWords(lines)], digits, wait: menuWaitSeconds };
}

function createRinging(scene: RoutingContext, context: CallContext): Instruction[] {
  const { extension, round } = context;
  const route = findRoute(scene, extension);
  const now = findRound(context, round);
  if (!route || !now) return createVoicemail(scene, extension);
  const isRecorded = scene.routing.recordCalls;
  const isFirst = round === 0;
  return [
    // Without a menu the greeting comes before the first phone rings.
    ...(isFirst && scene.routing.routes.length < 2 ? createGreeting(scene.routing.greetingId) : []),
    ...(isFirst && isRecorded && scene.routing.announceRecording ? [createWords(spokenTexts.consent)] : []),
    {
      kind: 'ring',
      round,
      numbers: now.numbers,
      timeout: now.timeout,
      callerId: getCallerId(scene, route),
      isRecorded,
      confirmKeyWait: route.confirmKey ? route.confirmKeyWait : null,
      musicId: getMusic(context),
    },
  ];
}

/** Rings a round of a transfer or a pickup, as a route of the type in-app-calling rings; it was announced before that the call is recorded. */
function createLed({ scene, extension, placed, round, ...rest }: CallContext): Instruction | null {
  const now = findRound({ scene, extension, ...rest }, round);
  const route = scene ? findRoute(scene, extension) : undefined;
  const callerId = scene && route ? getCallerId(scene, route) : (placed?.from ?? scene?.called);
  if (now === undefined || callerId === undefined) return null;
  const isRecorded = scene ? scene.routing.recordCalls : placed?.isRecorded === true;
  return { kind: 'ring', round, numbers: now.numbers, timeout: now.timeout, callerId, isRecorded, confirmKeyWait: null, musicId: null };
}

/** Rings the phone of a call from the app. */
const createPlaced = ({ from, to, isRecorded, isAnnounced }: PlacedCall, round: number): Instruction => ({
  kind: 'ring',
  round,
  numbers: [to],
  timeout: placedRingSeconds,
  callerId: from,
  isRecorded,
  isAnnounced,
  confirmKeyWait: null,
  musicId: null,
});

function createVoicemail(scene: RoutingContext, extension: number | null): Instruction[] {
  const id = getVoicemailGreeting(scene, extension);
  return [...(id === null ? [createWords(spokenTexts.voicemail)] : createGreeting(id)), { kind: 'record', maxSeconds: maxMessageSeconds }];
}

/** Returns the instructions for the caller in a state. */
export function getInstructions({ value, context }: { readonly value: unknown; readonly context: CallContext }): readonly Instruction[] {
  const { scene, placed } = context;
  if (value === 'ringing' && (isOfTransfer(context, context.round) || isOfPickup(context, context.round))) return [createLed(context) ?? { kind: 'hangup' }];
  if (placed) return value === 'ringing' ? [createPlaced(placed, context.round)] : [{ kind: 'hangup' }];
  if (value === 'refused') return [{ kind: 'reject', isBusy: scene?.block === 'busy' }];
  if (!scene || value === 'leaving' || value === 'ended' || value === 'connected') return [{ kind: 'hangup' }];
  if (value === 'menu') return [createMenu(scene, context.turn)];
  return value === 'ringing' ? createRinging(scene, context) : createVoicemail(scene, context.extension);
}

/** Returns the words played to a phone that must confirm the call: the caller's number, and the key which takes the call. */
export function createWhisper(scene: RoutingContext, extension: number | null): { readonly words: string; readonly wait: number } | null {
  const route = findRoute(scene, extension);
  if (!route?.confirmKey) return null;
  const from = scene.caller === null ? 'an unknown number' : displayPhone(scene.caller).replace(/\D+/g, ' ').trim().split('').join(' ').replace(/ {2,}/g, ', ');
  return { words: `A call from ${from}${route.label === '' ? '' : `, for ${route.label}`}. ${spokenTexts.confirm}`, wait: route.confirmKeyWait };
}

/** Time words take to say, in seconds: about fifteen letters a second. */
export const computeSpeechSeconds = (sound: Sound): number => (sound.kind === 'words' ? Math.ceil(sound.words.length / 15) : 3);
