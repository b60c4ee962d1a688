/** Paths through a model: shortest ones to every transition, a greedy tour over all, and tours of what a driver can cause from outside. */
import type { AnyMachineSnapshot } from 'xstate';
import { TestModel } from 'xstate/graph';
import { getStateName } from '#machines/state.ts';
import type { Model, ModelEvent } from './model.ts';

/** One transition of a path: the event and the snapshot it leads to. */
export interface Step {
  event: ModelEvent;
  from: AnyMachineSnapshot;
  to: AnyMachineSnapshot;
}

/** One transition from key to key. */
interface Edge extends Step {
  source: string;
  target: string;
}

const isPossible = (snapshot: AnyMachineSnapshot, event: ModelEvent): boolean => snapshot.status === 'active' && snapshot.can(event);

const graphOf = (model: Model, serializeState: (state: AnyMachineSnapshot, event?: ModelEvent, before?: AnyMachineSnapshot) => string) =>
  new TestModel<AnyMachineSnapshot, ModelEvent, unknown>(model.machine, {
    input: model.input,
    events: (snapshot: AnyMachineSnapshot) => model.events.filter((event) => isPossible(snapshot, event)),
    serializeState,
    serializeEvent: (event) => JSON.stringify(event),
  });

/** Shortest paths that together take every transition: a state reached by another event or from another state counts as another. */
export const shortestPaths = (model: Model): Step[][] => {
  const graph = graphOf(model, (state, event, before) =>
    event && before ? `${model.key(state)} by ${JSON.stringify(event)} from ${model.key(before)}` : model.key(state),
  );
  return withoutPrefixes(graph.getShortestPaths({ allowDuplicatePaths: true }).map((path) => toSteps(path.steps))).filter((steps) => steps.length > 0);
};

/** A place in the tree of all paths: what comes after it, by event. */
type Branch = Map<string, Branch>;

/** Leaves out paths with which another one begins, the longest first: walked with it, they need no walk of their own. Each is compared with the tree of all, not with each. */
const withoutPrefixes = (paths: readonly Step[][]): Step[][] => {
  const root: Branch = new Map();
  const ends = paths.map((steps) => {
    let at = root;
    for (const { event } of steps) {
      const name = JSON.stringify(event);
      const next = at.get(name) ?? new Map();
      at.set(name, next);
      at = next;
    }
    return { steps, end: at };
  });
  const taken = new Set<Branch>();
  return ends
    .sort((one, other) => other.steps.length - one.steps.length)
    .filter(({ end }) => {
      if (end.size > 0 || taken.has(end)) return false;
      taken.add(end);
      return true;
    })
    .map(({ steps }) => steps);
};

const isStart = (event: ModelEvent): boolean => event.type === 'xstate.init';

const toSteps = (steps: readonly { event: ModelEvent; state: AnyMachineSnapshot }[]): Step[] =>
  steps.flatMap((step, index) => {
    const before = steps[index - 1];
    return isStart(step.event) || !before ? [] : [{ event: step.event, from: before.state, to: step.state }];
  });

const keysOf = <M extends object>(map: M): (keyof M & string)[] => Object.keys(map) as (keyof M & string)[];

/** All states and transitions of a model by key. */
export const graphByKey = (model: Model): { start: string; snapshots: Map<string, AnyMachineSnapshot>; edges: Map<string, Edge[]> } => {
  const map = graphOf(model, (state) => model.key(state)).getAdjacencyMap();
  const snapshots = new Map<string, AnyMachineSnapshot>();
  const edges = new Map<string, Edge[]>();
  for (const source of keysOf(map)) {
    const vertex = map[source];
    if (!vertex) continue;
    const { state, transitions } = vertex;
    snapshots.set(source, state);
    edges.set(
      source,
      keysOf(transitions).flatMap((name) => {
        const arrow = transitions[name];
        return arrow ? [{ event: arrow.event, from: state, to: arrow.state, source, target: model.key(arrow.state) }] : [];
      }),
    );
  }
  const [start = ''] = snapshots.keys();
  return { start, snapshots, edges };
};

type Arrow = { source: string; target: string; label?: string };
const labelOf = (arrow: Arrow): unknown => arrow.label ?? arrow;

const wayToNew = <E extends Arrow>(at: string, edges: ReadonlyMap<string, readonly E[]>, seen: ReadonlySet<unknown>): E[] | null => {
  const reached = new Set([at]);
  let front: { at: string; way: E[] }[] = [{ at, way: [] }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const place of front) {
      for (const edge of edges.get(place.at) ?? []) {
        if (!seen.has(labelOf(edge))) return [...place.way, edge];
        if (reached.has(edge.target)) continue;
        reached.add(edge.target);
        next.push({ at: edge.target, way: [...place.way, edge] });
      }
    }
    front = next;
  }
  return null;
};

/**
 * A greedy tour: few long walks from `start` that take every edge which can be reached; a walk ends where nothing new is near, or at `longest`
 * steps. Edges of one `label` count as one.
 */
const tour = <E extends Arrow>(start: string, edges: ReadonlyMap<string, readonly E[]>, longest = 60, seen = new Set<unknown>()): E[][] => {
  const walks: E[][] = [];
  for (;;) {
    const walk: E[] = [];
    for (let at = start; walk.length < longest; at = walk.at(-1)?.target ?? start) {
      const way = wayToNew(at, edges, seen);
      if (!way) break;
      for (const edge of way) seen.add(labelOf(edge));
      walk.push(...way);
    }
    if (walk.length === 0) return walks;
    walks.push(walk);
  }
};

/** The greedy tour of a whole model, every outcome a step of its own. */
export const tourOf = (model: Model): Step[][] => {
  const { start, edges } = graphByKey(model);
  return tour(start, edges);
};

/** Returns the parts of a model no path meets: states in which the flow never comes to rest, cases of events that never happen. Both must be empty. */
export const unvisited = (model: Model, paths: readonly Step[][]): { states: string[]; cases: ModelEvent[] } => {
  const reached = new Set(paths.flat().flatMap((step) => [getStateName(step.from), getStateName(step.to)]));
  const met = new Set(paths.flat().map((step) => JSON.stringify(step.event)));
  return {
    states: model.states.filter((state) => !reached.has(state)),
    cases: model.events.filter((event) => !met.has(JSON.stringify(event))),
  };
};

/** One step of a path that is driven from outside: what to do, what the world shall answer (in order), and the state that is then shown. */
interface BrowserStep {
  event: ModelEvent;
  outcomes: readonly ModelEvent[];
  state: string;
}
/** A path from outside. `start`: what the world answers while the flow begins, and the state that is then shown. */
export interface BrowserPath {
  start: { outcomes: readonly ModelEvent[]; state: string };
  steps: readonly BrowserStep[];
}

interface Settled extends Arrow {
  event: ModelEvent;
  outcomes: ModelEvent[];
  state: string;
  label: string;
}

const isOutcome = (event: ModelEvent): boolean => event.type.startsWith('xstate.done.actor.') || event.type.startsWith('xstate.error.actor.');

/**
 * Tours over what a driver says that it can cause, for the server over HTTP and for the browser. Answers of actors are no steps of their own
 * there: they are folded into the step that asked for them, as `outcomes`, so that the driver can arrange the world beforehand (a wrong
 * password, a held number, a refused request). Between steps the flow rests. Each event with its outcomes is taken once from each state it leads
 * on from, by name: the situations within a state are walked in memory. `left` lists the events that no path causes.
 */
export const toBrowserPaths = (
  model: Model,
  canCause: (event: ModelEvent, snapshot: AnyMachineSnapshot) => boolean,
): { paths: BrowserPath[]; left: ModelEvent[] } => {
  const { start, snapshots, edges } = graphByKey(model);
  const isResting = (key: string): boolean => {
    const snapshot = snapshots.get(key);
    return snapshot === undefined || snapshot.status !== 'active' || model.isStable(snapshot);
  };
  const nameOf = (key: string): string => {
    const snapshot = snapshots.get(key);
    return snapshot ? getStateName(snapshot) : '';
  };
  const settle = (key: string, outcomes: ModelEvent[], passed: readonly string[]): { target: string; outcomes: ModelEvent[] }[] => {
    if (isResting(key)) return [{ target: key, outcomes }];
    return (edges.get(key) ?? [])
      .filter((edge) => isOutcome(edge.event) && canCause(edge.event, edge.from) && !passed.includes(edge.target))
      .flatMap((edge) => settle(edge.target, [...outcomes, edge.event], [...passed, edge.target]));
  };
  const settledAt = (source: string, event: ModelEvent, end: { target: string; outcomes: ModelEvent[] }): Settled => {
    const state = nameOf(end.target);
    return { ...end, source, event, state, label: JSON.stringify([nameOf(source), event, end.outcomes, state]) };
  };
  const settled = new Map<string, Settled[]>();
  for (const [source, out] of edges) {
    if (!isResting(source)) continue;
    const steps = out
      .filter((edge) => canCause(edge.event, edge.from))
      .flatMap((edge) => settle(edge.target, [], [edge.target]).map((end) => settledAt(source, edge.event, end)));
    settled.set(source, steps);
  }
  const paths: BrowserPath[] = [];
  const caused = new Set<string>();
  const seen = new Set<unknown>();
  for (const begin of settle(start, [], [start])) {
    const first = { outcomes: begin.outcomes, state: nameOf(begin.target) };
    const walks = tour(begin.target, settled, 60, seen);
    for (const steps of walks.length > 0 ? walks : [[]]) {
      paths.push({ start: first, steps: steps.map(({ event, outcomes, state }) => ({ event, outcomes, state })) });
      for (const event of [...first.outcomes, ...steps.flatMap((step) => [step.event, ...step.outcomes])]) caused.add(JSON.stringify(event));
    }
  }
  return { paths, left: model.events.filter((event) => !caused.has(JSON.stringify(event))) };
};
