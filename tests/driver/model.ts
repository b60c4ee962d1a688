/** A model: a flow's machine with one or more cases of every event that can happen to it, outcomes of actors and timers included. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { getStateName } from '#machines/state.ts';

/** An event of a path. */
export interface ModelEvent {
  type: string;
  [field: string]: unknown;
}

type Payload<E> = Omit<E, 'type'>;
type OutcomeCase = { output: unknown } | { error: unknown } | Record<never, never>;

/**
 * Cases of each event: the payloads to try. A user or internal event without a case does not compile; an outcome (`xstate.done.actor.<id>`,
 * `xstate.error.actor.<id>`, `xstate.after.<delay>.<node>`) without one is refused when the model is made. Errors are plain objects.
 */
export type Cases<E extends { type: string }> = { readonly [T in E['type']]: readonly Payload<Extract<E, { type: T }>>[] } & {
  readonly [outcome: `xstate.${string}`]: readonly OutcomeCase[];
};

/** Parts of a model. `sameState`: the few facts of the context that make two snapshots of one state different. */
interface ModelParts {
  flowId: string;
  machine: AnyStateMachine;
  input?: unknown;
  cases: { readonly [type: string]: readonly object[] };
  /** Payloads that no state accepts: they must be refused everywhere, with words. */
  refused?: { readonly [type: string]: readonly object[] };
  sameState?: (snapshot: AnyMachineSnapshot) => readonly (string | number | boolean | null)[];
  /** Checks whether a state waits for a person, a timer or the world, not for an answer. Default: no actor is at work. */
  isStable?: (snapshot: AnyMachineSnapshot) => boolean;
}

/** A model ready to be walked. */
export interface Model extends Required<Omit<ModelParts, 'input' | 'refused'>> {
  input: unknown;
  events: readonly ModelEvent[];
  refusedEvents: readonly ModelEvent[];
  /** States in which the flow can rest, by name. */
  states: readonly string[];
  /** Returns the key that is equal for equal snapshots. */
  key: (snapshot: AnyMachineSnapshot) => string;
}

type AnyNode = AnyStateNode;

const leaves = (node: AnyNode): AnyNode[] => {
  const children: AnyNode[] = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leaves);
};

const isPassing = (node: AnyNode): boolean => {
  const last = node.always?.at(-1);
  return last !== undefined && last.guard === undefined;
};

const eventsOf = (cases: ModelParts['cases']): ModelEvent[] =>
  Object.entries(cases).flatMap(([type, payloads]) => payloads.map((payload) => ({ type, ...payload })));

/** Makes a model; throws when an event of the machine has no case, or a case has no event. */
export const defineModel = (parts: ModelParts): Model => {
  const known: readonly string[] = parts.machine.events;
  const missing = known.filter((type) => !(parts.cases[type]?.length ?? 0));
  const strange = Object.keys(parts.cases).filter((type) => !known.includes(type));
  if (missing.length > 0) throw new Error(`${parts.flowId}: no case for ${missing.join(', ')}`);
  if (strange.length > 0) throw new Error(`${parts.flowId}: the machine has no event ${strange.join(', ')}`);
  const sameState = parts.sameState ?? (() => []);
  return {
    ...parts,
    input: parts.input,
    sameState,
    isStable: parts.isStable ?? ((snapshot) => Object.keys(snapshot.children).length === 0),
    events: eventsOf(parts.cases),
    refusedEvents: eventsOf(parts.refused ?? {}),
    states: leaves(parts.machine.root)
      .filter((node) => !isPassing(node))
      .map((node) => node.path.join('.')),
    key: (snapshot) => `${getStateName(snapshot)} ${JSON.stringify(sameState(snapshot))}`,
  };
};
