/** Choosing the active numbers of a catalog account (FLOW-148 to FLOW-150, RULE-232 to RULE-234): the whole set in one call, reviewed before it is sent. */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { InternalEvent, Owned } from './events.ts';
import { activationSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'catalogActivation';

const toRead = ({ event }: { event: InternalEvent }) => event;
const toNumbers = ({ event }: { event: { output: readonly Owned[] } }) => ({ numbers: event.output });
const read = { actions: { type: 'read', params: toRead } } as const;

/** The machine. */
export const machine = activationSetup.createMachine({
  id: 'catalogActivation',
  context: { numbers: [], offers: [], chosen: [], isTouched: false, removalAt: '', before: [], error: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'numbers.read': read,
        'number.toggled': { guard: { type: 'isKnown', params: ({ event }) => event }, actions: { type: 'toggle', params: ({ event }) => event } },
        'set.reviewed': { guard: 'hasChange', target: 'reviewing', actions: { type: 'keepRemoval', params: ({ event }) => event } },
      },
    },
    reviewing: {
      on: {
        'numbers.read': [
          { guard: { type: 'isAnotherChange', params: toRead }, target: 'choosing', actions: [{ type: 'read', params: toRead }, 'startAgain'] },
          read,
        ],
        'set.confirmed': { target: 'activating', actions: 'anticipate' },
        'review.left': { target: 'choosing', actions: 'calm' },
      },
    },
    activating: {
      invoke: {
        id: 'activateNumbers',
        src: 'activateNumbers',
        input: ({ context }) => ({ ids: context.chosen, count: context.before.filter(({ id, isActive }) => isActive && !context.chosen.includes(id)).length }),
        onDone: {
          target: 'choosing',
          actions: [
            { type: 'settle', params: toNumbers },
            { type: 'announce', params: toNumbers },
          ],
        },
        onError: { target: 'choosing', actions: { type: 'rollBack', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
  },
});

/** State of the choice at one moment. */
export type ActivationSnapshot = SnapshotFrom<typeof machine>;
