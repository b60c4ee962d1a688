/** Runs a call without an actor: a snapshot and an event give the next snapshot. The server stores `CallSnapshotData` between two events. */
import { createActor } from 'xstate';
import type { CallContext, CallEvent } from './events.ts';
import { type CallSnapshot, machine } from './machine.ts';
import { blankContext } from './reducers.ts';

/** A call between two events: plain JSON. */
export interface CallSnapshotData {
  readonly state: string;
  readonly context: CallContext;
}

/** A call nothing is known of but that there is one. */
export const initialCallState: CallSnapshotData = { state: 'expected', context: { ...blankContext, steps: [{ step: 'Started', at: 0, detail: null }] } };

const stateNames = Object.keys(machine.states);
const doNothing = () => {};
const self = createActor(machine);
// XState's own `transition` makes an actor for every event, which costs ten times what the event does; the machine runs no effects, so one serves all.
const scope = {
  self,
  system: self.system,
  id: '',
  sessionId: '',
  logger: doNothing,
  defer: doNothing,
  emit: doNothing,
  stopChild: doNothing,
  actionExecutor: doNothing,
};

function resolveState({ state, context }: CallSnapshotData): CallSnapshot {
  return machine.resolveState({ value: stateNames.includes(state) ? state : 'expected', context });
}

/** The call after an event. The same event again, a late one, or one of another round leaves it as it is. */
export function transitionCall(data: CallSnapshotData, event: CallEvent): CallSnapshotData {
  const next = machine.transition(resolveState(data), event, scope);
  return { state: String(next.value), context: next.context };
}

/** Is the call still going on? */
export const isLive = ({ state }: Pick<CallSnapshotData, 'state'>): boolean => state !== 'ended' && state !== 'expected';
