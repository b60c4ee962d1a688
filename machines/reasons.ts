/** Why a flow does not accept an event now, in words a person can act on (DESIGN.md section 4). */
import { isIn, type Named } from './state.ts';

/** A test that says no, and what the person is told then. `event` is there when the person has said all of it, not only its kind. */
export type Reason<S, E> = readonly [refuses: (snapshot: S, event?: E) => boolean, says: string];

/** For each event a person may send: its reasons, the first that holds is told. A missing event does not compile. */
export type Reasons<S, E extends { type: string }> = { readonly [T in E['type']]: readonly Reason<S, E>[] };

/** The event types of a table of reasons: the complete list of what a person may send. */
export const typesOf = <T extends string>(reasons: { readonly [K in T]: unknown }): readonly T[] => Object.keys(reasons) as T[];

/** Makes the `why` of a flow: null when the event is accepted now, else the sentence. */
export const whyFrom =
  <S, E extends { type: string }>(reasons: Reasons<S, E>) =>
  (snapshot: S, asked: E | E['type']): string | null => {
    const event: E | undefined = typeof asked === 'string' ? undefined : asked;
    const type: E['type'] = typeof asked === 'string' ? asked : asked.type;
    return reasons[type].find(([refuses]) => refuses(snapshot, event))?.[1] ?? null;
  };

/** Refuses outside of the named states. */
export const outside =
  (...names: readonly string[]) =>
  (snapshot: Named): boolean =>
    !isIn(snapshot, ...names);

/** Refuses inside of the named states. */
export const inside =
  (...names: readonly string[]) =>
  (snapshot: Named): boolean =>
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

/** Makes a check of cases in order, each with its sentence; a case without one ends the list: what comes after it is not asked. */
export function checkOf<C>(cases: readonly (readonly [holds: (context: C) => boolean, says: string | null])[]): Check<C> {
  const find = (context: C): string | null => cases.find(([holds]) => holds(context))?.[1] ?? null;
  return {
    find,
    passes: ({ context }) => find(context) === null,
    fails: ({ context }) => find(context) !== null,
    reasons: cases.flatMap(([, says]) => (says === null ? [] : [[({ context }: { readonly context: C }) => find(context) === says, says] as const])),
  };
}
