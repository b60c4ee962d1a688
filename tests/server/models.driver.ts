/** Walks a generated path with the real machine, whose actors call a real server. The world is arranged before each call, so that its answer is the one the path has. */
import { describe, expect, it, vi } from 'vitest';
import { type Actor, type AnyStateMachine, createActor, fromPromise, SimulatedClock } from 'xstate';
import { type FlowError, getStateName } from '#machines/index.ts';
import { type BrowserPath, type Driver, type Model, type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { Refused } from './client.ts';
import type { TestServer } from './harness.ts';

const outcome = /^xstate\.(done|error)\.actor\.(.+)$/;

/** Refusals whose status decides where a flow goes. */
const exact = [401, 409, 410, 429];

/** The answer an actor shall get. */
export interface Wanted {
  readonly actor: string;
  /** The refusal; null when it succeeds. */
  readonly error: FlowError | null;
  readonly output: unknown;
}

/** An actor: arranges the world for the wanted answer, and calls. */
type Call = { bivarianceHack(input: unknown, wanted: Wanted): Promise<unknown> }['bivarianceHack'];

const plainly = (thrown: unknown): never => {
  if (!(thrown instanceof Refused)) throw { status: 0, code: 'no_answer', message: thrown instanceof Error ? thrown.message : 'No answer' };
  const seconds = Number(thrown.headers.get('retry-after'));
  throw { status: thrown.status, code: thrown.code, message: thrown.body.message, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
};

const wantedOf = (event: ModelEvent): Wanted => {
  const [, how, actor = ''] = outcome.exec(event.type) ?? [];
  return { actor, error: how === 'error' ? (event.error as FlowError) : null, output: event.output };
};

/** Work while the database is away, after which it is there again: `isBack` asks for something that needs it. */
export async function whileAway<T>({ database }: Pick<TestServer, 'database'>, work: () => Promise<T>, isBack: () => Promise<unknown>): Promise<T> {
  await database.goAway();
  try {
    return await work();
  } finally {
    await database.comeBack();
    await vi.waitFor(isBack, { timeout: 10_000, interval: 20 });
  }
}

/** Functions a flow needs of its world beside its calls. */
export interface World {
  /** By the name of the actor. */
  readonly calls: Readonly<Record<string, Call>>;
  /** Brings the world to its beginning; returns the machine's input. */
  begin(): Promise<unknown>;
  /** Arranges the world before an event happens; returns the event as it then is. */
  before?(event: ModelEvent): Promise<ModelEvent>;
}

class ServerDriver implements Driver {
  private clock = new SimulatedClock();
  private actor: Actor<AnyStateMachine> | null = null;
  private wanted: Wanted[] = [];
  private readonly model: Model;
  private readonly world: World;
  /** Answers that were other than wanted. */
  private readonly strange: string[] = [];

  constructor(model: Model, world: World) {
    this.model = model;
    this.world = world;
  }

  async reset(outcomes: readonly ModelEvent[] = []): Promise<void> {
    this.actor?.stop();
    this.clock = new SimulatedClock();
    const input = await this.world.begin();
    this.wanted = outcomes.map(wantedOf);
    const actors = Object.fromEntries(
      Object.entries(this.world.calls).map(([name, call]) => [name, fromPromise(({ input: given }) => this.answer(name, call, given))]),
    );
    this.actor = createActor(this.model.machine.provide({ actors }), { input, clock: this.clock });
    this.actor.start();
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    this.wanted = outcomes.map(wantedOf);
    const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? [];
    if (delay) this.clock.increment(24 * 3_600_000);
    else this.actor?.send(this.world.before ? await this.world.before(event) : event);
  }

  async expectState(name: string): Promise<void> {
    const { actor } = this;
    if (!actor) throw new Error('reset the driver first');
    await vi.waitFor(
      () => {
        const snapshot = actor.getSnapshot();
        const isThere = getStateName(snapshot) === name && (this.wanted.length === 0 || snapshot.status !== 'active');
        if (!isThere) throw new Error(`expected the state ${name}, it is ${getStateName(snapshot)} ${this.strange.join(', ')}`);
      },
      { interval: 2, timeout: 15_000 },
    );
    if (this.strange.length > 0) throw new Error(this.strange.join(', '));
  }

  private async answer(name: string, call: Call, input: unknown): Promise<unknown> {
    const wanted = this.wanted.shift() ?? { actor: name, error: null, output: undefined };
    try {
      const output = await call(input, wanted);
      if (wanted.error) this.strange.push(`${name} was answered, not refused with ${wanted.error.status}`);
      return output;
    } catch (thrown) {
      if (!wanted.error) this.strange.push(`${name} was refused: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      // Without an answer there is no status; any other error is the walk's own.
      else if (thrown instanceof Error && !(thrown instanceof Refused) && wanted.error.status !== 0) this.strange.push(`${name} failed: ${thrown.message}`);
      else if (thrown instanceof Refused && exact.includes(wanted.error.status) && thrown.status !== wanted.error.status)
        this.strange.push(`${name} was refused with ${thrown.status}, not ${wanted.error.status}`);
      return plainly(thrown);
    }
  }
}

/** Walks a path and says where it went another way. */
async function walkOnServer(driver: Driver, path: BrowserPath): Promise<void> {
  await driver.reset(path.start.outcomes);
  await driver.expectState(path.start.state);
  for (const [at, { event, outcomes, state }] of path.steps.entries()) {
    try {
      await driver.perform(event, outcomes);
      await driver.expectState(state);
    } catch (error) {
      throw new Error(
        `step ${at + 1}, ${event.type} (${outcomes.map(({ type }) => type).join(', ')}) → ${state}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

type Can = Parameters<typeof toBrowserPaths>[1];

/** Walks all paths of a model, and says what is left to memory. */
export const describePaths = (title: string, model: Model, canCause: Can, left: readonly string[], world: () => World): void => {
  const found = toBrowserPaths(model, canCause);
  describe(title, () => {
    it('leaves to memory only what a server does not answer', () => {
      expect([...new Set(found.left.map(({ type }) => type))].sort()).toEqual([...left].sort());
    });
    it.each(found.paths.map((path) => [`${path.steps.length} steps, ${pathInWords(path).slice(0, 90)}`, path] as const))(
      '%s…',
      { timeout: 400_000 },
      (_, path) => walkOnServer(new ServerDriver(model, world()), path),
    );
  });
};
