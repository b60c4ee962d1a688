/** Memory of a call, updated by each event: steps of the spec, the phones, the result. Every function takes the memory and returns its changes. */
import { displayPhone } from '#contract/text/phone.ts';
import type { CallContext, CallResult, CallStep, Ending, Leg, StepName } from './events.ts';
import { type RoutingContext, roundsOf, routeOf } from './routingContext.ts';

/** Results in the order in which one outweighs another: a call that left a voicemail is no missed call, whatever comes later. */
const weight: Readonly<Record<CallResult, number>> = { none: 0, missed: 1, blocked: 2, voicemail: 3, answered: 4 };

/** The memory of a call nothing is known of. */
export const blank: CallContext = {
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

export const heavier = (a: CallResult, b: CallResult): CallResult => (weight[b] > weight[a] ? b : a);

/** The steps with one more, in the order of time; a step that can happen once is not told twice. */
export function withStep({ steps }: CallContext, step: StepName, at: number, detail: string | null = null): readonly CallStep[] {
  if (steps.some((known) => known.step === step && known.detail === detail)) return steps;
  return [...steps, { step, at, detail }].toSorted((a, b) => a.at - b.at);
}

export const arrived = (context: CallContext, scene: RoutingContext, at: number): Partial<CallContext> => ({ scene, steps: withStep(context, 'Started', at) });

export const recordBlocked = (context: CallContext, at: number): Partial<CallContext> => ({
  result: heavier(context.result, 'blocked'),
  steps: withStep(context, 'Blocked', at),
});

const routeWords = (scene: RoutingContext | null, extension: number | null): string => {
  const route = scene ? routeOf(scene, extension) : undefined;
  return route === undefined ? String(extension ?? '') : `${route.extension}${route.label === '' ? '' : ` · ${route.label}`}`;
};

/** The extension somebody chose, or the first for who pressed nothing. */
export function chosen(context: CallContext, extension: number | null, at: number): Partial<CallContext> {
  const taken = extension ?? (context.scene ? routeOf(context.scene, null)?.extension : null) ?? null;
  return {
    extension: taken,
    round: 0,
    steps: extension === null ? context.steps : withStep(context, 'Extension Selected', at, routeWords(context.scene, extension)),
  };
}

const roundNow = ({ scene, extension }: CallContext, round: number) => (scene ? roundsOf(scene, extension)[round] : undefined);

/** A round begins to ring. */
export function rung(context: CallContext, round: number, at: number): Partial<CallContext> {
  const numbers = roundNow(context, round)?.numbers ?? [];
  return { round, legs: [...context.legs, ...numbers.map((number): Leg => ({ number, round, state: 'ringing', at }))] };
}

/** A phone in one of these tells nothing more. */
export const over: ReadonlySet<Leg['state']> = new Set(['connected', 'no-answer', 'busy', 'rejected', 'failed', 'canceled']);

function withLeg({ legs }: CallContext, number: string, round: number, state: Leg['state'], at: number): readonly Leg[] {
  return legs.map((leg) => (leg.number === number && leg.round === round && !over.has(leg.state) ? { ...leg, state, at } : leg));
}

export const received = (context: CallContext, number: string, at: number): Partial<CallContext> => ({
  steps: withStep(context, 'Received', at, displayPhone(number)),
});

/** A phone was picked up, but its person has not said yet that the call is wanted. */
export const answered = (context: CallContext, number: string, round: number, at: number): Partial<CallContext> => ({
  legs: withLeg(context, number, round, 'answered', at),
});

/** Caller and phone talk. The first is who answered; the others were too late. */
export function connected(context: CallContext, number: string | null, round: number, at: number): Partial<CallContext> {
  if (context.connectedAt !== null && number !== null && context.answeredBy !== null && context.answeredBy !== number)
    return { legs: withLeg(context, number, round, 'canceled', at), steps: withStep(context, 'Answered Already', at, displayPhone(number)) };
  const who = number ?? context.answeredBy;
  return {
    legs: number === null ? context.legs : withLeg(context, number, round, 'connected', at),
    answeredBy: who,
    connectedAt: context.connectedAt ?? at,
    result: 'answered',
    steps: context.steps.some(({ step }) => step === 'Connected') ? context.steps : withStep(context, 'Connected', at, who === null ? null : displayPhone(who)),
  };
}

const endingStep = {
  'no-answer': 'No Answer',
  busy: 'Rejected',
  rejected: 'Rejected',
  failed: 'No Answer',
  canceled: 'Answered Already',
} as const satisfies Record<Ending, StepName>;

/** A phone's part is over without a conversation. Who is cut off when the caller leaves, or while nobody answered, has not been too late. */
export function declined(context: CallContext, number: string, round: number, how: Ending, at: number): Partial<CallContext> {
  const isKnown = context.legs.some((leg) => leg.number === number && leg.round === round && !over.has(leg.state));
  if (!isKnown) return {};
  const legs = withLeg(context, number, round, how, at);
  if (how === 'canceled' && context.connectedAt === null) return { legs };
  return { legs, steps: withStep(context, endingStep[how], at, displayPhone(number)) };
}

/** A round is over and nobody took the call: who still rang did not answer. */
export function unanswered(context: CallContext, at: number): Partial<CallContext> {
  const waiting = context.legs.filter(({ round, state }) => round === context.round && !over.has(state));
  let now = context;
  for (const { number, round, state } of waiting) now = { ...now, ...declined(now, number, round, state === 'answered' ? 'rejected' : 'no-answer', at) };
  return now;
}

export const missed = (context: CallContext, at: number): Partial<CallContext> => ({
  result: heavier(context.result, 'missed'),
  steps: withStep(context, 'Missed', at),
});

export const recorded = (context: CallContext, seconds: number, at: number): Partial<CallContext> => ({
  result: heavier(context.result, 'voicemail'),
  steps: context.steps.some(({ step }) => step === 'Voicemail') ? context.steps : withStep(context, 'Voicemail', Math.max(0, at - seconds)),
});

/** The end: who was not talked to, left no message and was not turned away has been missed. */
export function ended(context: CallContext, seconds: number, at: number): Partial<CallContext> {
  const isMissed = heavier(context.result, 'missed') === 'missed';
  const steps = isMissed ? withStep(context, 'Missed', at) : context.steps;
  // A rejected caller never got through: there is nothing to hang up.
  if (context.result === 'blocked') return { seconds };
  return { seconds, result: heavier(context.result, 'missed'), steps: withStep({ ...context, steps }, 'Hangup', at) };
}
