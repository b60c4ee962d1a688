/** Reasons for which a flow rejects an event, as sentences a user can act on (DESIGN.md section 4). */
import { isIn, type NamedState } from './state.ts';

/** A predicate that rejects an event, and the sentence shown then. `event` is undefined when only its type is known. */
export type Reason<S, E> = readonly [refuses: (snapshot: S, event?: E) => boolean, says: string];

/** Reasons of each event a user may send; the first that applies is shown. A missing event does not compile. */
export type Reasons<S, E extends { type: string }> = { readonly [T in E['type']]: readonly Reason<S, E>[] };

/** Lists the event types of a table of reasons: all events a user may send. */
export const listTypes = <T extends string>(reasons: { readonly [K in T]: unknown }): readonly T[] => Object.keys(reasons) as T[];

/** Creates the `getReason` of a flow: returns null when the event is accepted now, else the sentence. */
export const createReasonLookup =
  <S, E extends { type: string }>(reasons: Reasons<S, E>) =>
  (snapshot: S, asked: E | E['type']): string | null => {
    const event: E | undefined = typeof asked === 'string' ? undefined : asked;
    const type: E['type'] = typeof asked === 'string' ? asked : asked.type;
    return reasons[type].find(([refuses]) => refuses(snapshot, event))?.[1] ?? null;
  };

/** Rejects outside the named states. */
export const isOutside =
  (...names: readonly string[]) =>
  (snapshot: NamedState): boolean =>
    !isIn(snapshot, ...names);

/** Rejects inside the named states. */
export const isInside =
  (...names: readonly string[]) =>
  (snapshot: NamedState): boolean =>
    isIn(snapshot, ...names);

/** A condition on a flow's context with the sentence shown while it is not met: its guard and its reasons come from one list. */
interface Check<C> {
  /** Returns the sentence of the first case that holds; null when the condition is met. */
  find(context: C): string | null;
  /** Guard: the condition is met. */
  passes(args: { readonly context: C }): boolean;
  /** Guard: it is not. */
  fails(args: { readonly context: C }): boolean;
  /** The reasons, for the table of an event. */
  readonly reasons: readonly Reason<{ readonly context: C }, unknown>[];
}

/** Creates a check of cases in order, each with its sentence. A case without one passes and ends the list. */
export function createCheck<C>(cases: readonly (readonly [holds: (context: C) => boolean, says: string | null])[]): Check<C> {
  const find = (context: C): string | null => cases.find(([holds]) => holds(context))?.[1] ?? null;
  return {
    find,
    passes: ({ context }) => find(context) === null,
    fails: ({ context }) => find(context) !== null,
    reasons: cases.flatMap(([, says]) => (says === null ? [] : [[({ context }: { readonly context: C }) => find(context) === says, says] as const])),
  };
}
