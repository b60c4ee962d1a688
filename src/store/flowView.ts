/** A flow as commands see it: what it accepts now, and why not. */
import type { FlowView } from '#commands/core/types.ts';
import { getStateName, type NamedState } from '#machines/state.ts';

interface Flow<S, E extends string> {
  readonly userEvents: readonly E[];
  readonly getReason: (snapshot: S, type: E) => string | null;
}

/** The view of a flow at a snapshot. `why` may look at a later one than it is given, where an answer has to hold for the key that comes next. */
export function createFlowView<S extends NamedState, E extends string>(flow: Flow<S, E>, snapshot: S): FlowView {
  const getReason = (type: string): string | null => {
    const event = flow.userEvents.find((known) => known === type);
    return event === undefined ? 'Not available at this step' : flow.getReason(snapshot, event);
  };
  return { state: getStateName(snapshot), canAccept: (type) => getReason(type) === null, getReason };
}
