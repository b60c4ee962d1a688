/** Memory of a call, updated by each event: steps of the spec, the phones, the result. Every function takes the memory and returns its changes. */
import type { CallContext, CallResult, CallStep, Ending, Leg, PlacedCall, StepName, Transfer } from './events.ts';
import { findRoute, type RoutingContext } from './routingContext.ts';
import { findRound, nameParty } from './transfer.ts';

/** Results in the order in which one outweighs another: a call that left a voicemail is no missed call, whatever comes later. */
const resultWeights: Readonly<Record<CallResult, number>> = { none: 0, missed: 1, blocked: 2, voicemail: 3, answered: 4 };

/** Context of a call before its first event. */
export const blankContext: CallContext = {
  scene: null,
  extension: null,
  turn: 0,
  round: 0,
  legs: [],
  answeredBy: null,
  connectedAt: null,
  result: 'none',
  seconds: 0,
  steps: [],
};

export const pickHeavier = (a: CallResult, b: CallResult): CallResult => (resultWeights[b] > resultWeights[a] ? b : a);

/** Adds a step in order of time, which may have happened before. */
const insertStep = ({ steps }: Pick<CallContext, 'steps'>, step: StepName, at: number, detail: string | null): readonly CallStep[] =>
  [...steps, { step, at, detail }].toSorted((a, b) => a.at - b.at);

/** The same, but a step with the same detail is added once. */
export const addStep = (context: CallContext, step: StepName, at: number, detail: string | null = null): readonly CallStep[] =>
  context.steps.some((known) => known.step === step && known.detail === detail) ? context.steps : insertStep(context, step, at, detail);

export const recordArrival = (context: CallContext, scene: RoutingContext, at: number): Partial<CallContext> => ({
  scene,
  steps: addStep(context, 'Started', at),
});

/** A call goes out: one phone rings. */
export const recordPlaced = (context: CallContext, placed: PlacedCall, at: number): Partial<CallContext> => ({
  placed,
  legs: [{ number: placed.to, round: context.round, state: 'ringing', at }],
  steps: addStep(context, 'Started', at),
});

export const recordBlocked = (context: CallContext, at: number): Partial<CallContext> => ({
  result: pickHeavier(context.result, 'blocked'),
  steps: addStep(context, 'Blocked', at),
});

const formatRoute = (scene: RoutingContext | null, extension: number | null): string => {
  const route = scene ? findRoute(scene, extension) : undefined;
  return route === undefined ? String(extension ?? '') : `${route.extension}${route.label === '' ? '' : ` · ${route.label}`}`;
};

/** The extension somebody chose, or the first for who pressed nothing. */
export function recordExtension(context: CallContext, extension: number | null, at: number): Partial<CallContext> {
  const taken = extension ?? (context.scene ? findRoute(context.scene, null)?.extension : null) ?? null;
  return {
    extension: taken,
    round: 0,
    steps: extension === null ? context.steps : addStep(context, 'Extension Selected', at, formatRoute(context.scene, extension)),
  };
}

/** Starts a round: its phones ring. */
export function startRound(context: CallContext, round: number, at: number): Partial<CallContext> {
  const numbers = findRound(context, round)?.numbers ?? [];
  return { round, legs: [...context.legs, ...numbers.map((number): Leg => ({ number, round, state: 'ringing', at }))] };
}

/** The call is handed on: nobody talks, and its first round rings. */
export function recordTransfer(context: CallContext, transfer: Transfer, at: number): Partial<CallContext> {
  const { by, to } = transfer;
  const round = context.round + 1;
  const names = { ...context.transfer?.names, [by.number]: by.name, [to.number]: to.name };
  // Rounds are counted anew from here.
  const cleared = context.pickups ? { pickups: [] } : {};
  const next = {
    ...context,
    ...cleared,
    transfer: { ...transfer, round, names },
    answeredBy: null,
    steps: insertStep(context, 'Transferred', at, `${by.name} to ${to.name}`),
  };
  return { ...cleared, transfer: next.transfer, answeredBy: null, steps: next.steps, ...startRound(next, round, at) };
}

/** Somebody picks the call up: it rings in their browser alone. */
export function recordPickup(context: CallContext, number: string, at: number): Partial<CallContext> {
  const round = context.round + 1;
  const pickups = [...(context.pickups ?? []), { number, round }];
  return { pickups, answeredBy: null, ...startRound({ ...context, pickups }, round, at) };
}

/** Final states of a phone. */
export const endedStates: ReadonlySet<Leg['state']> = new Set(['connected', 'no-answer', 'busy', 'rejected', 'failed', 'canceled']);

function updateLeg({ legs }: CallContext, number: string, round: number, state: Leg['state'], at: number): readonly Leg[] {
  return legs.map((leg) => (leg.number === number && leg.round === round && !endedStates.has(leg.state) ? { ...leg, state, at } : leg));
}

export const recordRinging = (context: CallContext, number: string, at: number): Partial<CallContext> => ({
  steps: addStep(context, 'Received', at, nameParty(context, number)),
});

/** A phone was picked up, but its person has not said yet that the call is wanted. */
export const recordAnswer = (context: CallContext, number: string, round: number, at: number): Partial<CallContext> => ({
  legs: updateLeg(context, number, round, 'answered', at),
});

/** Caller and phone talk. The first is who answered; the others were too late. */
export function recordConnection(context: CallContext, number: string | null, round: number, at: number): Partial<CallContext> {
  if (context.connectedAt !== null && number !== null && context.answeredBy !== null && context.answeredBy !== number)
    return { legs: updateLeg(context, number, round, 'canceled', at), steps: addStep(context, 'Answered Already', at, nameParty(context, number)) };
  const who = number ?? context.answeredBy;
  const isTakenOn = context.transfer !== undefined && context.answeredBy === null && number !== null;
  return {
    legs: number === null ? context.legs : updateLeg(context, number, round, 'connected', at),
    answeredBy: who,
    connectedAt: context.connectedAt ?? at,
    result: 'answered',
    steps: isTakenOn
      ? insertStep(context, 'Connected', at, nameParty(context, number))
      : context.steps.some(({ step }) => step === 'Connected')
        ? context.steps
        : addStep(context, 'Connected', at, who === null ? null : nameParty(context, who)),
  };
}

const endingSteps = {
  'no-answer': 'No Answer',
  busy: 'Rejected',
  rejected: 'Rejected',
  failed: 'No Answer',
  canceled: 'Answered Already',
} as const satisfies Record<Ending, StepName>;

/** A phone's part is over without a conversation. Who is cut off when the caller leaves, or while nobody answered, has not been too late. */
export function recordDecline(context: CallContext, number: string, round: number, how: Ending, at: number): Partial<CallContext> {
  const isKnown = context.legs.some((leg) => leg.number === number && leg.round === round && !endedStates.has(leg.state));
  if (!isKnown) return {};
  const legs = updateLeg(context, number, round, how, at);
  if (how === 'canceled' && context.connectedAt === null) return { legs };
  return { legs, steps: addStep(context, endingSteps[how], at, nameParty(context, number)) };
}

/** A round is over and nobody took the call: who still rang did not answer. */
export function recordNoAnswer(context: CallContext, at: number): Partial<CallContext> {
  const waiting = context.legs.filter(({ round, state }) => round === context.round && !endedStates.has(state));
  let now = context;
  for (const { number, round, state } of waiting) now = { ...now, ...recordDecline(now, number, round, state === 'answered' ? 'rejected' : 'no-answer', at) };
  return now;
}

export const recordMissed = (context: CallContext, at: number): Partial<CallContext> => ({
  result: pickHeavier(context.result, 'missed'),
  steps: addStep(context, 'Missed', at),
});

export const recordMessage = (context: CallContext, seconds: number, at: number): Partial<CallContext> => ({
  result: pickHeavier(context.result, 'voicemail'),
  steps: context.steps.some(({ step }) => step === 'Voicemail') ? context.steps : addStep(context, 'Voicemail', Math.max(0, at - seconds)),
});

/** The end: who was not talked to, left no message and was not turned away has been missed. Nobody missed a call of ours that was not answered. */
export function recordEnd(context: CallContext, seconds: number, at: number): Partial<CallContext> {
  if (context.placed) return { seconds, steps: addStep(context, 'Hangup', at) };
  const isMissed = pickHeavier(context.result, 'missed') === 'missed';
  const steps = isMissed ? addStep(context, 'Missed', at) : context.steps;
  // A rejected caller never got through: there is nothing to hang up.
  if (context.result === 'blocked') return { seconds };
  return { seconds, result: pickHeavier(context.result, 'missed'), steps: addStep({ ...context, steps }, 'Hangup', at) };
}
