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
