/** The driver in memory: a real actor of the real machine, whose actors wait for the outcome a path has for them, on a clock that a path moves. */
import {
  type Actor,
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type Snapshot,
} from 'xstate';
import { getStateName } from '#machines/state.ts';
import type { Driver } from './driver.ts';
import type { Model, ModelEvent } from './model.ts';

const waiting: ActorLogic<Snapshot<unknown>, AnyEventObject> = {
  transition: (snapshot, event) => {
    if (event.type === 'outcome.done') return { status: 'done', output: event.output, error: undefined };
    if (event.type === 'outcome.error') return { status: 'error', output: undefined, error: event.error };
    return snapshot;
  },
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
};

const outcome = /^xstate\.(done|error)\.actor\.(.+)$/;
const timer = /^xstate\.after\.([^.]+)\.(.+)$/;

/** Drives a model in memory. Outcomes and timers are steps of their own. */
export class MemoryDriver implements Driver {
  private clock = new SimulatedClock();
  private actor: Actor<AnyStateMachine> | null = null;
  private readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  /** The snapshot now. */
  get snapshot(): AnyMachineSnapshot {
    return this.running.getSnapshot();
  }

  async reset(): Promise<void> {
    this.actor?.stop();
    this.clock = new SimulatedClock();
    const actors = Object.fromEntries(Object.keys(this.model.machine.implementations.actors).map((name) => [name, waiting]));
    this.actor = createActor(this.model.machine.provide({ actors }), { input: this.model.input, clock: this.clock });
    this.actor.start();
  }

  async perform(event: ModelEvent): Promise<void> {
    const [, how, id] = outcome.exec(event.type) ?? [];
    const [, delay] = timer.exec(event.type) ?? [];
    if (how && id) this.settle(id, how === 'done' ? { type: 'outcome.done', output: event.output } : { type: 'outcome.error', error: event.error });
    else if (delay) this.elapse(delay);
    else this.running.send(event);
  }

  async expectState(name: string): Promise<void> {
    const now = getStateName(this.snapshot);
    if (now !== name) throw new Error(`expected the state ${name}, it is ${now}`);
  }

  private get running(): Actor<AnyStateMachine> {
    if (!this.actor) throw new Error('reset the driver first');
    return this.actor;
  }

  private settle(id: string, event: AnyEventObject): void {
    const child = this.snapshot.children[id];
    if (!child) throw new Error(`${id} is not at work in ${getStateName(this.snapshot)}`);
    child.send(event);
  }

  /** Moves the clock to just before the delay, where nothing may happen yet, and then over it. */
  private elapse(name: string): void {
    const before = getStateName(this.snapshot);
    const length = this.lengthOf(name);
    this.clock.increment(length - 1);
    if (getStateName(this.snapshot) !== before) throw new Error(`${name} ended before its ${length} ms`);
    this.clock.increment(1);
  }

  private lengthOf(name: string): number {
    const delay = this.model.machine.implementations.delays[name];
    const length =
      typeof delay === 'function'
        ? delay({ context: this.snapshot.context, event: { type: 'time' }, self: this.running, system: this.running.system }, undefined)
        : delay;
    if (typeof length !== 'number' || length < 1) throw new Error(`the delay ${name} has no length`);
    return length;
  }
}
