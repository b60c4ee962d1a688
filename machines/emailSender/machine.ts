/** The sender of a tenant's mail (FLOW-191, FLOW-192): an address is started, its records are looked at until all that are needed are there. */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { EmailSender } from '#contract/tenant/entities.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createCheck, createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'emailSender';

/** The form. */
export interface SenderDraft {
  address: string;
  name: string;
}
export type SenderField = keyof SenderDraft;

/** Events a user may send. */
export type UserEvent =
  | { type: 'sender.typed'; field: SenderField; value: string }
  | { type: 'sender.submitted' }
  | { type: 'sender.reopened' }
  | { type: 'sender.kept' }
  | { type: 'sender.looked' }
  | { type: 'sender.removed' }
  | { type: 'sender.reloaded' };

/** Told by the app: another window, or the server, has changed the sender. */
export type InternalEvent = { type: 'sender.changed' };

export interface SenderContext {
  draft: SenderDraft;
  /** The sender as the server has it. */
  sender: EmailSender | null;
  error: FlowError | null;
}

const blankDraft: SenderDraft = { address: '', name: '' };
const toDraft = (sender: EmailSender | null): SenderDraft => ({ address: sender?.address ?? '', name: sender?.name ?? '' });

const submitCheck = createCheck<Pick<SenderContext, 'draft'>>([
  [({ draft }) => !/^[^\s@]+@[^\s@]+$/.test(draft.address.trim()), 'Enter an email address first'],
]);
const keepCheck = createCheck<Pick<SenderContext, 'sender'>>([[({ sender }) => sender === null, 'No sender yet']]);

const goneError: FlowError = { status: 404, code: 'not_found', message: 'The sender was removed' };

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toSender = ({ event }: { event: { output: EmailSender | null } }) => ({ sender: event.output });
const save = { type: 'save', params: toSender } as const;
const fail = { type: 'fail', params: toError } as const;
const load = { type: 'load', params: toSender } as const;
/** Leads on from a refused call. A sender that was removed or has changed since is loaded again; the message stays through the load. */
const refusedCall = [
  { guard: { type: 'isGone', params: toError }, target: 'loading', actions: 'reportGone' },
  { guard: { type: 'isOutdated', params: toError }, target: 'loading', actions: fail },
  { target: 'checklist', actions: fail },
] as const;

/** The machine. */
export const machine = setup({
  types: { context: {} as SenderContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** GET …/tenant. */
    loadSender: fromPromise<EmailSender | null>(rejectMissingActor),
    /** POST …/email-sender/start-verification. */
    startSender: fromPromise<EmailSender | null, { draft: SenderDraft }>(rejectMissingActor),
    /** POST …/email-sender/look. */
    lookAtSender: fromPromise<EmailSender | null>(rejectMissingActor),
    /** DELETE …/email-sender. */
    removeSender: fromPromise<EmailSender | null>(rejectMissingActor),
  },
  guards: {
    isSubmittable: submitCheck.passes,
    isKept: keepCheck.passes,
    isAwaited: ({ context }) => context.sender?.status === 'started',
    isGone: (_, params: { error: FlowError }) => params.error.status === 404,
    isOutdated: (_, params: { error: FlowError }) => params.error.status === 409,
    isThere: (_, params: { sender: EmailSender | null }) => params.sender !== null,
  },
  actions: {
    type: assign(({ context }, params: { field: SenderField; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    save: assign((_, params: { sender: EmailSender | null }) => ({ sender: params.sender, error: null })),
    /** Keeps the message of a refusal that caused the load. */
    load: assign((_, params: { sender: EmailSender | null }) => ({ sender: params.sender })),
    edit: assign(({ context }) => ({ draft: toDraft(context.sender), error: null })),
    empty: assign({ draft: blankDraft }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    reportGone: assign({ error: goneError }),
    calm: assign({ error: null }),
    /** Provided by the caller: the specification's words (MSG-050). */
    tellStarted: () => {},
    /** Provided by the caller: says that the sender was given up. */
    tellRemoved: () => {},
  },
  delays: { lookAgain: tenantLimits.lookMs },
}).createMachine({
  id: flowId,
  context: { draft: blankDraft, sender: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadSender',
        src: 'loadSender',
        onDone: [
          { guard: { type: 'isThere', params: toSender }, target: 'checklist', actions: load },
          { target: 'editing', actions: load },
        ],
        onError: { target: 'failed', actions: fail },
      },
    },
    failed: { on: { 'sender.reloaded': { target: 'loading', actions: 'calm' } } },
    editing: {
      on: {
        'sender.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'sender.submitted': { guard: 'isSubmittable', target: 'starting', actions: 'calm' },
        // Changes by others are not applied while a form is open: the sender is loaded again.
        'sender.kept': { guard: 'isKept', target: 'loading', actions: 'calm' },
      },
    },
    starting: {
      invoke: {
        id: 'startSender',
        src: 'startSender',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: { target: 'looking', actions: [save, 'empty', 'tellStarted'] },
        onError: { target: 'editing', actions: fail },
      },
    },
    checklist: {
      after: { lookAgain: { guard: 'isAwaited', target: 'looking' } },
      on: {
        'sender.looked': { target: 'looking', actions: 'calm' },
        'sender.reopened': { target: 'editing', actions: 'edit' },
        'sender.removed': { target: 'removing', actions: 'calm' },
        'sender.changed': { target: 'loading', actions: 'calm' },
      },
    },
    looking: {
      invoke: {
        id: 'lookAtSender',
        src: 'lookAtSender',
        onDone: [
          { guard: { type: 'isThere', params: toSender }, target: 'checklist', actions: save },
          { target: 'editing', actions: [save, 'empty', 'reportGone'] },
        ],
        onError: [...refusedCall],
      },
      on: { 'sender.changed': { target: 'loading' } },
    },
    removing: {
      invoke: {
        id: 'removeSender',
        src: 'removeSender',
        onDone: { target: 'editing', actions: [save, 'empty', 'tellRemoved'] },
        onError: [...refusedCall],
      },
    },
  },
});

/** State of a sender at one moment. */
export type SenderSnapshot = SnapshotFrom<typeof machine>;

type SenderReason = Reason<SenderSnapshot, UserEvent>;

const busyReasons: readonly SenderReason[] = [
  [isInside('loading'), 'Loading the sender…'],
  [isInside('failed'), 'Load the sender first'],
  [isInside('starting'), 'Starting verification…'],
  [isInside('looking'), 'Checking the records…'],
  [isInside('removing'), 'Removing the sender…'],
];
const formReasons: readonly SenderReason[] = [...busyReasons, [isOutside('editing'), 'Edit the sender first']];
const listReasons: readonly SenderReason[] = [...busyReasons, [isOutside('checklist'), 'Add an email sender first']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<SenderSnapshot, UserEvent> = {
  'sender.typed': formReasons,
  'sender.submitted': [...formReasons, ...submitCheck.reasons],
  'sender.kept': [...formReasons, ...keepCheck.reasons],
  'sender.reopened': listReasons,
  'sender.looked': listReasons,
  'sender.removed': listReasons,
  'sender.reloaded': [[isOutside('failed'), 'Already loaded']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
