/**
 * Batch progress (spec 1.3, 1.4, 2.4; FLOW-081 to FLOW-085): progress comes over the channel and, when the channel is silent, by reading;
 * a finished batch stays 5 s. One actor per batch.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { Batch } from '#contract/core/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { rejectMissingActor } from '../errors.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'batch';

/** Progress of a batch; `progress` 0 to 100, null when there is no data of it. */
export type BatchProgress = Pick<NonNullable<Batch['batch']>, 'id' | 'progress' | 'finishedAt'> & Partial<NonNullable<Batch['batch']>>;

/** Events a user may send. */
export type UserEvent = { type: 'batch.dismissed' };
/** A bulk call started the batch; progress arrived on the channel. */
export type InternalEvent = { type: 'batch.started'; progress: BatchProgress } | { type: 'progress.arrived'; progress: BatchProgress | null };

/** `successMessage` is said when it is finished, where the operation has one (MSG-062). */
export interface BatchInput {
  batchId: string;
  companyId: number;
  kind: string;
  successMessage: string | null;
}
export interface BatchContext extends BatchInput {
  progress: BatchProgress | null;
}

const toProgress = ({ event }: { event: { progress: BatchProgress | null } }) => ({ progress: event.progress });
const toPolledProgress = ({ event }: { event: { output: BatchProgress | null } }) => ({ progress: event.output });

/** The batch machine. */
export const machine = setup({
  types: { context: {} as BatchContext, events: {} as UserEvent | InternalEvent, input: {} as BatchInput },
  actors: {
    /** GET /companies/{companyId}/contacts/progress/{batchId}, never cached; null when there is no batch data. */
    readProgress: fromPromise<BatchProgress | null, { companyId: number; batchId: string }>(rejectMissingActor),
  },
  guards: {
    isThis: ({ context }, params: { progress: BatchProgress | null }) => params.progress === null || params.progress.id === context.batchId,
    isGone: (_, params: { progress: BatchProgress | null }) => params.progress === null,
    isFinished: ({ context }, params: { progress: BatchProgress | null }) => params.progress?.id === context.batchId && params.progress.finishedAt !== null,
  },
  actions: {
    keepProgress: assign((_, params: { progress: BatchProgress | null }) => ({ progress: params.progress })),
    /** Provided by the caller: shows the success message, if the operation has one. */
    tellSuccess: (_, _params: { message: string | null }) => {},
    /** Provided by the caller: refreshes what the batch changed. */
    refreshAffected: (_, _params: { companyId: number; kind: string }) => {},
  },
  delays: { poll: limits.batchPollMs, removal: limits.batchRemovalMs },
}).createMachine({
  id: flowId,
  context: ({ input }) => ({ ...input, progress: null }),
  initial: 'absent',
  states: {
    absent: {
      on: {
        'batch.started': [
          { guard: { type: 'isFinished', params: toProgress }, target: 'finished', actions: { type: 'keepProgress', params: toProgress } },
          { target: 'running', actions: { type: 'keepProgress', params: toProgress } },
        ],
      },
    },
    running: {
      initial: 'listening',
      on: {
        'progress.arrived': [
          { guard: { type: 'isGone', params: toProgress }, target: 'absent' },
          { guard: { type: 'isFinished', params: toProgress }, target: 'finished', actions: { type: 'keepProgress', params: toProgress } },
          { guard: { type: 'isThis', params: toProgress }, target: '.listening', reenter: true, actions: { type: 'keepProgress', params: toProgress } },
        ],
      },
      states: {
        listening: { after: { poll: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readProgress',
            src: 'readProgress',
            input: ({ context }) => ({ companyId: context.companyId, batchId: context.batchId }),
            onDone: [
              { guard: { type: 'isGone', params: toPolledProgress }, target: '#batch.absent' },
              {
                guard: { type: 'isFinished', params: toPolledProgress },
                target: '#batch.finished',
                actions: { type: 'keepProgress', params: toPolledProgress },
              },
              { target: 'listening', actions: { type: 'keepProgress', params: toPolledProgress } },
            ],
            onError: { target: 'listening' },
          },
        },
      },
    },
    finished: {
      entry: [
        { type: 'tellSuccess', params: ({ context }) => ({ message: context.successMessage }) },
        { type: 'refreshAffected', params: ({ context }) => ({ companyId: context.companyId, kind: context.kind }) },
      ],
      after: { removal: { target: 'absent' } },
      on: { 'batch.dismissed': { target: 'absent' } },
    },
  },
});

/** State of a batch at one moment. */
export type BatchSnapshot = SnapshotFrom<typeof machine>;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<BatchSnapshot, UserEvent> = {
  'batch.dismissed': [
    [isInside('running'), 'Still running. It’s dismissed when it finishes.'],
    [isOutside('finished'), 'Nothing to dismiss'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
