/** A stage for single scenes: a real actor whose work is answered by hand, on a clock that the test moves. */
import { type Actor, type AnyStateMachine, createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getStateName } from '#machines/state.ts';

interface Work {
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: object) => void;
}

/** Starts a machine on a stage. `log` names the effects in the order in which they were asked for. */
export const stageOf = (machine: AnyStateMachine, input?: unknown) => {
  const clock = new SimulatedClock();
  const log: string[] = [];
  const told: { name: string; params: unknown }[] = [];
  const work = new Map<string, Work>();
  const { actors: realActors, actions: realActions } = machine.implementations;
  const actors = Object.fromEntries(
    Object.keys(realActors).map((name) => [
      name,
      fromPromise(({ input: given }) => {
        log.push(name);
        return new Promise((resolve, reject) => work.set(name, { input: given, resolve, reject }));
      }),
    ]),
  );
  const isEffect = (action: unknown) => typeof action === 'function' && !('resolve' in action);
  const actions = Object.fromEntries(
    Object.entries(realActions)
      .filter(([, action]) => isEffect(action))
      .map(([name]) => [
        name,
        (_: unknown, params: unknown) => {
          log.push(name);
          told.push({ name, params });
        },
      ]),
  );
  const actor: Actor<AnyStateMachine> = createActor(machine.provide({ actors, actions }), { input, clock });
  actor.start();
  const workOf = (name: string): Work => {
    const found = work.get(name);
    if (!found) throw new Error(`${name} was never asked for`);
    return found;
  };
  return {
    actor,
    clock,
    log,
    told,
    state: () => getStateName(actor.getSnapshot()),
    inputOf: (name: string) => workOf(name).input,
    answer: async (name: string, output?: unknown, next?: string) => {
      workOf(name).resolve(output);
      if (next) await waitFor(actor, (snapshot) => getStateName(snapshot) === next, { timeout: 1_000 });
    },
    refuse: async (name: string, error: object, next: string) => {
      workOf(name).reject(error);
      await waitFor(actor, (snapshot) => getStateName(snapshot) === next, { timeout: 1_000 });
    },
  };
};
