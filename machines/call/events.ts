/** Events of a call, as the carrier reports them. `at`: seconds since it arrived. */
import type { callEventSteps, callResults } from '#contract/calls/enums.ts';
import type { RoutingContext } from './routingContext.ts';

export type StepName = (typeof callEventSteps)[number];
export type CallResult = (typeof callResults)[number];

/** A step of the spec (ENUM-123…133), `at` seconds, `detail` in words. */
export interface CallStep {
  readonly step: StepName;
  readonly at: number;
  readonly detail: string | null;
}

/** Endings of a phone's part without a conversation. */
export type Ending = 'no-answer' | 'busy' | 'rejected' | 'failed' | 'canceled';

/** One phone that was rung, in one round. */
export interface Leg {
  readonly number: string;
  readonly round: number;
  readonly state: 'ringing' | 'answered' | 'connected' | Ending;
  readonly at: number;
}

/** A call a person of ours makes from the app: who to whom, from which number of ours, and how the number records. */
export interface PlacedCall {
  readonly userId: number;
  /** The person's name. */
  readonly caller: string;
  /** The number of ours that is shown, and the one that is dialled; E.164. */
  readonly from: string;
  readonly to: string;
  readonly isRecorded: boolean;
  readonly isAnnounced: boolean;
}

/** A phone, or the browser of a person, by the name it is dialled by; and whose it is, in words. */
export interface NamedDestination {
  readonly number: string;
  readonly name: string;
}

/** A call that is handed on: by the person who talked, to a colleague's browser or a phone. `isRefused`: the destination may not be dialled any more. */
export interface Transfer {
  readonly by: NamedDestination;
  readonly to: NamedDestination;
  readonly isRefused: boolean;
}

/** The newest transfer of a call: its first round, and the names of all whom its transfers are about. */
export interface RunningTransfer extends Transfer {
  readonly round: number;
  readonly names: Readonly<Record<string, string>>;
}

/** A ringing call that somebody picked up in another window than it rang in: it rings there alone, in a round of its own. */
interface Pickup {
  readonly number: string;
  readonly round: number;
}

interface Moment {
  readonly at: number;
}

/**
 * `turn` and `round` say to which menu or which ringing an event belongs: what belongs to an earlier one is late and changes nothing.
 * `keys` is empty when nobody pressed one.
 */
export type CallEvent = Moment &
  (
    | { readonly type: 'call.arrived'; readonly scene: RoutingContext }
    | { readonly type: 'call.placed'; readonly placed: PlacedCall }
    | { readonly type: 'keys.pressed'; readonly keys: string; readonly turn: number }
    | { readonly type: 'phone.rang'; readonly number: string; readonly round: number }
    | { readonly type: 'phone.answered'; readonly number: string; readonly round: number }
    | { readonly type: 'phone.accepted'; readonly number: string; readonly round: number }
    | { readonly type: 'phone.ended'; readonly number: string; readonly round: number; readonly how: Ending }
    | { readonly type: 'dial.ended'; readonly round: number; readonly isAnswered: boolean; readonly seconds: number }
    | { readonly type: 'call.transferred'; readonly transfer: Transfer }
    /** The caller is led to the browser, by its name, of a person whom it rang for in vain. */
    | { readonly type: 'call.pickedUp'; readonly number: string }
    | { readonly type: 'message.recorded'; readonly seconds: number }
    | { readonly type: 'call.ended'; readonly seconds: number }
  );

/** The memory of a call: small, plain JSON, kept with its row. */
export interface CallContext {
  /** Null until it arrived: an end may be told first. */
  readonly scene: RoutingContext | null;
  /** Of a call that goes out from the app; absent for one that comes in. */
  readonly placed?: PlacedCall;
  /** Absent until it is transferred. */
  readonly transfer?: RunningTransfer;
  /** Absent until somebody picks it up; those since the newest transfer, the oldest first. */
  readonly pickups?: readonly Pickup[];
  /** The chosen extension; null while none was chosen. */
  readonly extension: number | null;
  /** Number of times the menu was read. */
  readonly turn: number;
  /** Which of the rounds rings. */
  readonly round: number;
  readonly legs: readonly Leg[];
  /** Phone that talks, or talked, to the caller. */
  readonly answeredBy: string | null;
  readonly connectedAt: number | null;
  readonly result: CallResult;
  /** Seconds the whole call took; 0 until it is over. */
  readonly seconds: number;
  readonly steps: readonly CallStep[];
}
