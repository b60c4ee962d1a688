/**
 * A stream of Google Analytics (FLOW-140): added or changed in a form, tested, turned on and off, deleted. Closing the form keeps what was typed for the next
 * time; discarding forgets it. One actor for each company.
 */
import type { SnapshotFrom } from 'xstate';
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import { toKept } from '../drafts.ts';
import { toFlowError } from '../errors.ts';
import { blankDraft, ga4Setup } from './setup.ts';

/** The flow's name. */
export const flowId = 'ga4Integration';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const fail = { target: 'closed', actions: [{ type: 'tellFailed', params: toError }, 'release'] } as const;
const aim = { type: 'aim', params: ({ event: { integration } }: { event: { integration: Ga4Integration } }) => ({ integration }) } as const;

/** The stream that is tested, switched or deleted. */
function toTarget({ context: { target } }: { context: { target: Ga4Integration | null } }): { integration: Ga4Integration } {
  if (target === null) throw new Error('No integration is chosen');
  return { integration: target };
}

/** The machine. */
export const machine = ga4Setup.createMachine({
  id: flowId,
  context: { before: blankDraft, draft: blankDraft, error: null, target: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'stream.opened': { target: 'editing', actions: { type: 'open', params: ({ event: { integration, kept } }) => ({ integration, kept }) } },
        'stream.tested': { target: 'testing', actions: aim },
        'stream.switched': { target: 'switching', actions: aim },
        'stream.resent': { target: 'resending', actions: aim },
        'stream.deleted': { target: 'deleting', actions: aim },
      },
    },
    editing: {
      on: {
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'kind.toggled': { actions: { type: 'toggleKind', params: ({ event: { kind } }) => ({ kind }) } },
        'active.toggled': { actions: 'toggleActive' },
        'stream.submitted': { guard: 'isSubmittable', target: 'saving', actions: 'calm' },
        'stream.closed': { target: 'closed', actions: [{ type: 'keep', params: toKept }, 'empty'] },
        'stream.discarded': { target: 'closed', actions: 'empty' },
      },
    },
    saving: {
      invoke: {
        id: 'saveStream',
        src: 'saveStream',
        input: ({ context: { draft } }) => ({ draft }),
        onDone: { target: 'closed', actions: [{ type: 'tellSaved', params: ({ context }) => ({ isNew: context.draft.id === null }) }, 'empty'] },
        onError: { target: 'editing', actions: { type: 'fail', params: toError } },
      },
    },
    testing: {
      invoke: {
        id: 'testStream',
        src: 'testStream',
        input: toTarget,
        onDone: { target: 'closed', actions: [{ type: 'tellTested', params: ({ event }) => ({ test: event.output }) }, 'release'] },
        onError: fail,
      },
    },
    switching: {
      invoke: {
        id: 'switchStream',
        src: 'switchStream',
        input: toTarget,
        onDone: { target: 'closed', actions: [{ type: 'tellSwitched', params: ({ event }) => ({ integration: event.output }) }, 'release'] },
        onError: fail,
      },
    },
    resending: {
      invoke: {
        id: 'resendEvents',
        src: 'resendEvents',
        input: toTarget,
        onDone: { target: 'closed', actions: ['tellResent', 'release'] },
        onError: fail,
      },
    },
    deleting: {
      invoke: {
        id: 'deleteStream',
        src: 'deleteStream',
        input: toTarget,
        onDone: { target: 'closed', actions: ['tellDeleted', 'release'] },
        onError: fail,
      },
    },
  },
});

/** State of the flow at one moment. */
export type Ga4Snapshot = SnapshotFrom<typeof machine>;
