/** A number of a catalog account (FLOW-151, RULE-235): an inactive one is kept again within 30 days, any is given back at once. */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type * as z from 'zod/mini';
import type { CatalogNumber } from '#contract/catalog/entities.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';

/** The flow's name. */
export const flowId = 'catalogNumber';

type Owned = z.output<typeof CatalogNumber>;

/** Events a user may send. */
export type UserEvent = { type: 'number.kept' } | { type: 'number.released' } | { type: 'release.confirmed' } | { type: 'release.left' };
/** The number as the server tells it; gone when it is not told any more. */
export type InternalEvent = { type: 'number.read'; number: Owned } | { type: 'number.vanished' };

export interface NumberContext {
  readonly number: Owned;
  readonly error: FlowError | null;
}

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toRead = ({ event }: { event: Extract<InternalEvent, { type: 'number.read' }> }) => event;
const read = { target: 'standing', actions: { type: 'read', params: toRead } } as const;
const vanish = { target: 'removed' } as const;

/** The machine. */
export const machine = setup({
  types: { context: {} as NumberContext, events: {} as UserEvent | InternalEvent, input: {} as { number: Owned } },
  actors: {
    /** Makes the number active again, beside those that are active now; answers with the number. */
    keepNumber: fromPromise<Owned, { id: number }>(rejectMissingActor),
    /** DELETE /caddy/numbers/{id}. */
    releaseNumber: fromPromise<unknown, { id: number }>(rejectMissingActor),
  },
  guards: {
    isFailed: ({ context }) => context.number.state === 'failed',
    isInactive: ({ context }) => !context.number.isActive,
    isOrdered: ({ context }) => context.number.state === 'ordered',
  },
  actions: {
    read: assign((_, params: { number: Owned }) => ({ number: params.number })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: what was read of the server is no longer so. */
    announce: () => {},
  },
}).createMachine({
  id: 'catalogNumber',
  context: ({ input }) => ({ number: input.number, error: null }),
  initial: 'standing',
  states: {
    standing: {
      always: [
        { guard: 'isFailed', target: 'failed' },
        { guard: 'isInactive', target: 'inactive' },
        { guard: 'isOrdered', target: 'ordered' },
        { target: 'active' },
      ],
    },
    ordered: { on: { 'number.read': read, 'number.vanished': vanish, 'number.released': { target: 'confirming', actions: 'calm' } } },
    active: { on: { 'number.read': read, 'number.vanished': vanish, 'number.released': { target: 'confirming', actions: 'calm' } } },
    inactive: {
      on: {
        'number.read': read,
        'number.vanished': vanish,
        'number.kept': { target: 'keeping', actions: 'calm' },
        'number.released': { target: 'confirming', actions: 'calm' },
      },
    },
    failed: { on: { 'number.read': read, 'number.vanished': vanish, 'number.released': { target: 'confirming', actions: 'calm' } } },
    keeping: {
      invoke: {
        id: 'keepNumber',
        src: 'keepNumber',
        input: ({ context }) => ({ id: context.number.id }),
        onDone: { target: 'standing', actions: [{ type: 'read', params: ({ event }) => ({ number: event.output }) }, 'announce'] },
        onError: { target: 'standing', actions: { type: 'fail', params: toError } },
      },
    },
    confirming: {
      on: {
        'number.read': { actions: { type: 'read', params: toRead } },
        'number.vanished': vanish,
        'release.confirmed': { target: 'releasing' },
        'release.left': { target: 'standing' },
      },
    },
    releasing: {
      invoke: {
        id: 'releaseNumber',
        src: 'releaseNumber',
        input: ({ context }) => ({ id: context.number.id }),
        onDone: { target: 'removed', actions: 'announce' },
        onError: { target: 'standing', actions: { type: 'fail', params: toError } },
      },
    },
    removed: {},
  },
});

/** State of a number at one moment. */
export type NumberSnapshot = SnapshotFrom<typeof machine>;
