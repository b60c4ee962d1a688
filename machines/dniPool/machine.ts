/**
 * A pool of dynamic numbers (FLOW-183, FLOW-185, FLOW-186): created or changed in a form, deleted with its numbers or without. Closing the form keeps what was
 * typed for the next time; discarding forgets it. One actor for each company.
 */
import type { SnapshotFrom } from 'xstate';
import { toKept } from '../drafts.ts';
import { toFlowError } from '../errors.ts';
import { blankDraft, poolSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'dniPool';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const fail = { type: 'fail', params: toError } as const;

/** The machine. */
export const machine = poolSetup.createMachine({
  id: flowId,
  context: { before: blankDraft, draft: blankDraft, error: null, leaving: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'pool.opened': { target: 'editing', actions: { type: 'open', params: ({ event: { pool, kept } }) => ({ pool, kept }) } },
        'pool.deleted': {
          target: 'deleting',
          actions: { type: 'leave', params: ({ event: { pool, shouldDeleteNumbers } }) => ({ pool, shouldDeleteNumbers }) },
        },
      },
    },
    editing: {
      on: {
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'source.chosen': { actions: { type: 'choose', params: ({ event: { source } }) => ({ source }) } },
        'flag.toggled': { actions: { type: 'toggleFlag', params: ({ event: { flag } }) => ({ flag }) } },
        'number.toggled': { actions: { type: 'toggleNumber', params: ({ event: { id } }) => ({ id }) } },
        'pool.submitted': { guard: 'isSubmittable', target: 'saving', actions: 'calm' },
        'pool.closed': { target: 'closed', actions: [{ type: 'keep', params: toKept }, 'empty'] },
        'pool.discarded': { target: 'closed', actions: 'empty' },
      },
    },
    saving: {
      invoke: {
        id: 'savePool',
        src: 'savePool',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: {
          target: 'closed',
          actions: [{ type: 'tellSaved', params: ({ context, event }) => ({ isNew: context.draft.id === null, pool: event.output }) }, 'empty'],
        },
        onError: { target: 'editing', actions: fail },
      },
    },
    deleting: {
      invoke: {
        id: 'deletePool',
        src: 'deletePool',
        input: ({ context: { leaving } }) => {
          if (leaving === null) throw new Error('No pool is being deleted');
          return leaving;
        },
        onDone: {
          target: 'closed',
          actions: [{ type: 'tellDeleted', params: ({ context, event }) => ({ name: context.leaving?.pool.name ?? '', ...event.output }) }, 'stay'],
        },
        onError: { target: 'closed', actions: [{ type: 'tellFailed', params: toError }, 'stay'] },
      },
    },
  },
});

/** State of the form at one moment. */
export type PoolSnapshot = SnapshotFrom<typeof machine>;
