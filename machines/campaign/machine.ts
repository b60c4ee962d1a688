/**
 * A campaign from its first letter to its report (FLOW-057 to FLOW-067): written as a draft, reviewed, armed and held back, on its way, paused, resumed,
 * over. The eight states of the server are states here; two more are those a person sees of them: armed (queued and held back), and the sample (a small
 * part goes first, then a person decides).
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import { blankDraft, isChanged } from './draft.ts';
import type { CampaignContext, CampaignInput, CampaignReading, InternalEvent, UserEvent } from './events.ts';
import { campaignSetup, countUnknown } from './setup.ts';

/** The flow's name. */
export const flowId = 'campaign';

const createContext = ({ input }: { input: CampaignInput }): CampaignContext => ({
  id: input.id,
  key: input.key,
  draft: input.draft ?? blankDraft,
  before: blankDraft,
  baseVersion: input.baseVersion,
  isTouched: false,
  campaign: null,
  holdMs: 0,
  dueMs: 0,
  review: null,
  isSample: false,
  link: null,
  error: null,
});

type Of<T extends (UserEvent | InternalEvent)['type']> = { event: Extract<UserEvent | InternalEvent, { type: T }> };

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toReading = ({ event }: { event: { output: CampaignReading } }) => event.output;
const toUpdate = ({ event }: Of<'campaign.updated'>) => event;
const toId = ({ context }: { context: CampaignContext }) => ({ id: context.id ?? 0 });
const toDraftToKeep = ({ context }: { context: CampaignContext }) => ({
  id: context.id,
  key: context.key,
  draft: isChanged(context) ? context.draft : null,
  baseVersion: context.baseVersion,
});
const toRequest = ({ context: { id, key, draft, baseVersion } }: { context: CampaignContext }) => ({ id, key, draft, version: baseVersion });
const fail = { type: 'fail', params: toError } as const;
const keepDraft = { type: 'keepDraft', params: toDraftToKeep } as const;
const refresh = { type: 'refresh', params: toId } as const;
const keepReading = { type: 'keepReading', params: toReading } as const;

/** Typing and choosing, also while the draft is on its way. */
const edits = {
  'field.typed': { actions: [{ type: 'type', params: ({ event }: Of<'field.typed'>) => event }, keepDraft] },
  'group.chosen': { actions: [{ type: 'chooseGroup', params: ({ event }: Of<'group.chosen'>) => event }, keepDraft] },
  'number.chosen': { actions: [{ type: 'chooseNumber', params: ({ event }: Of<'number.chosen'>) => event }, keepDraft] },
  'time.chosen': {
    guard: { type: 'isFuture', params: ({ event }: Of<'time.chosen'>) => event },
    actions: [{ type: 'chooseTime', params: ({ event }: Of<'time.chosen'>) => event }, keepDraft],
  },
  'inbox.chosen': { actions: [{ type: 'chooseInbox', params: ({ event }: Of<'inbox.chosen'>) => event }, keepDraft] },
  'media.attached': { guard: 'hasRoomForMedia', actions: [{ type: 'attach', params: ({ event }: Of<'media.attached'>) => event }, keepDraft] },
  'media.removed': {
    guard: { type: 'hasMedia', params: ({ event }: Of<'media.removed'>) => event },
    actions: [{ type: 'detach', params: ({ event }: Of<'media.removed'>) => event }, keepDraft],
  },
  'merge.changed': { actions: [{ type: 'changeField', params: ({ event }: Of<'merge.changed'>) => event }, keepDraft] },
} as const;

/** The server has it otherwise now: it goes to the state that belongs to that. */
const follow = {
  'campaign.updated': {
    guard: { type: 'isOwn', params: toUpdate },
    target: '#campaign.routing',
    actions: { type: 'keepReading', params: ({ event }: Of<'campaign.updated'>) => event.reading },
  },
} as const;
const remove = { 'campaign.deleted': { guard: 'isSaved', target: '#campaign.deleting', actions: 'calm' } } as const;

/** Calls that answer with the campaign: to where it is then. After a refusal it is read anew, and the refusal stays on the screen. */
const settle = {
  onDone: { target: '#campaign.routing', actions: [keepReading, refresh] },
  onError: { target: '#campaign.refreshing', actions: fail },
} as const;

/** The campaign machine. */
export const machine = campaignSetup.createMachine({
  id: 'campaign',
  context: createContext,
  initial: 'starting',
  on: { 'link.noted': { actions: { type: 'noteLink', params: ({ event }) => event } } },
  states: {
    starting: { always: [{ guard: 'isNew', target: 'editing' }, { target: 'loading' }] },
    loading: {
      invoke: {
        id: 'loadCampaign',
        src: 'loadCampaign',
        input: toId,
        onDone: { target: 'routing', actions: ['calm', keepReading] },
        onError: { target: 'unavailable', actions: fail },
      },
    },
    unavailable: { on: { 'campaign.reloaded': { target: 'loading', actions: 'calm' } } },
    /** Reads it after a refusal: the error stays. */
    refreshing: {
      invoke: {
        id: 'readCampaign',
        src: 'loadCampaign',
        input: toId,
        onDone: { target: 'routing', actions: [keepReading, refresh] },
        onError: { target: 'routing' },
      },
    },
    routing: {
      entry: 'endReview',
      always: [
        { guard: 'isDraft', target: 'editing' },
        { guard: 'isPending', target: 'pending' },
        { guard: 'isArmed', target: 'armed' },
        { guard: 'isScheduled', target: 'scheduled' },
        { guard: 'isSampling', target: 'sampling' },
        { guard: 'isQueued', target: 'queued' },
        { guard: 'isSending', target: 'sending' },
        { guard: 'isSampled', target: 'sampled' },
        { guard: 'isPaused', target: 'paused' },
        { guard: 'isSent', target: 'sent' },
        { guard: 'isCanceled', target: 'canceled' },
        { target: 'failed' },
      ],
    },
    editing: {
      entry: 'endReview',
      on: {
        ...edits,
        'draft.saved': { guard: 'isSavable', target: 'saving' },
        'draft.discarded': [
          { guard: 'isNewChanged', actions: ['blank', keepDraft] },
          { guard: 'isChanged', target: 'loading', actions: ['revert', keepDraft] },
        ],
        'review.opened': [{ guard: { type: 'isSendable', params: ({ event }) => event }, target: 'reviewing', actions: 'calm' }],
        'campaign.updated': [{ guard: { type: 'isOwnDraft', params: toUpdate }, actions: { type: 'absorb', params: toUpdate } }, follow['campaign.updated']],
        ...remove,
      },
    },
    saving: {
      entry: 'beginSaving',
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: toRequest,
        onDone: { target: 'editing', actions: [{ type: 'keepSaved', params: toReading }, keepDraft, refresh] },
        onError: { target: 'editing', actions: fail },
      },
      on: edits,
    },
    reviewing: {
      initial: 'starting',
      states: {
        starting: { always: [{ guard: 'isUnsaved', target: 'saving' }, { target: 'counting' }] },
        saving: {
          entry: 'beginSaving',
          invoke: {
            id: 'saveReviewed',
            src: 'saveDraft',
            input: toRequest,
            onDone: { target: 'counting', actions: [{ type: 'keepSaved', params: toReading }, keepDraft, refresh] },
            onError: { target: '#campaign.editing', actions: fail },
          },
        },
        counting: {
          invoke: {
            id: 'reviewCampaign',
            src: 'reviewCampaign',
            input: toId,
            onDone: { target: 'ready', actions: { type: 'keepReview', params: ({ event }) => ({ review: event.output }) } },
            onError: { target: '#campaign.editing', actions: fail },
          },
          on: { 'review.closed': { target: '#campaign.editing', actions: 'calm' } },
        },
        ready: {
          on: {
            'campaign.armed': {
              guard: { type: 'isArmable', params: ({ event }) => event },
              target: '#campaign.arming',
              actions: { type: 'chooseSample', params: ({ event }) => event },
            },
            'review.opened': { guard: { type: 'isSendable', params: ({ event }) => event }, target: 'counting', actions: 'calm' },
            'review.closed': { target: '#campaign.editing', actions: 'calm' },
            'campaign.updated': [
              { guard: { type: 'isOwnDraft', params: toUpdate }, target: 'counting', actions: { type: 'absorb', params: toUpdate } },
              follow['campaign.updated'],
            ],
            ...remove,
          },
        },
      },
    },
    arming: {
      invoke: {
        id: 'armCampaign',
        src: 'armCampaign',
        input: ({ context: { id, draft, review, isSample } }) => {
          if (id === null || review === null) throw new Error('Only a reviewed campaign is armed');
          return { id, draft, review, isSample };
        },
        onDone: { target: 'routing', actions: [keepReading, refresh] },
        onError: [
          { guard: { type: 'isUnanswered', params: toError }, target: 'unsure', actions: fail },
          { guard: { type: 'isOutdated', params: toError }, target: 'reviewing.counting', actions: fail },
          { target: 'reviewing.ready', actions: fail },
        ],
      },
    },
    /** No answer came: whether it was taken is read, not guessed. */
    unsure: { on: { ...follow, 'campaign.reloaded': { target: 'loading', actions: 'calm' } } },
    pending: { on: { ...follow, ...remove } },
    armed: {
      after: { hold: { target: 'routing', actions: 'release' } },
      on: { ...follow, 'campaign.stopped': { target: 'stopping', actions: 'calm' } },
    },
    stopping: { invoke: { id: 'stopCampaign', src: 'returnToDraft', input: toId, ...settle } },
    scheduled: {
      after: {
        due: [
          { guard: 'isSoon', target: 'routing', actions: 'arrive' },
          { target: 'scheduled', reenter: true, actions: 'wait' },
        ],
      },
      on: {
        ...follow,
        'campaign.paused': { target: 'pausing', actions: 'calm' },
        'campaign.reopened': { target: 'reopening', actions: 'calm' },
        ...remove,
      },
    },
    queued: { on: { ...follow, 'campaign.paused': { target: 'pausing', actions: 'calm' }, ...remove } },
    sending: { on: { ...follow, 'campaign.paused': { target: 'pausing', actions: 'calm' }, ...remove } },
    sampling: { on: { ...follow, 'campaign.paused': { target: 'pausing', actions: 'calm' }, ...remove } },
    /** The sample is out: a person says whether the rest follows. */
    sampled: { on: { ...follow, 'campaign.resumed': { target: 'resuming', actions: 'calm' }, ...remove } },
    paused: {
      on: {
        ...follow,
        'campaign.resumed': { target: 'resuming', actions: 'calm' },
        'campaign.reopened': { guard: 'isUntouched', target: 'reopening', actions: 'calm' },
        ...remove,
      },
    },
    sent: {
      on: {
        ...follow,
        'unknown.checked': { guard: 'hasUnknown', target: 'checking', actions: 'calm' },
        'unknown.resent': { guard: 'hasUnknown', target: 'resending', actions: 'calm' },
        ...remove,
      },
    },
    failed: {
      on: {
        ...follow,
        'unknown.checked': { guard: 'hasUnknown', target: 'checking', actions: 'calm' },
        'unknown.resent': { guard: 'hasUnknown', target: 'resending', actions: 'calm' },
        ...remove,
      },
    },
    canceled: { on: { ...follow, ...remove } },
    pausing: { invoke: { id: 'pauseCampaign', src: 'pauseCampaign', input: toId, ...settle } },
    resuming: { invoke: { id: 'resumeCampaign', src: 'resumeCampaign', input: toId, ...settle } },
    reopening: { invoke: { id: 'reopenCampaign', src: 'returnToDraft', input: toId, ...settle } },
    checking: { invoke: { id: 'checkUnknown', src: 'checkUnknown', input: toId, ...settle } },
    resending: {
      invoke: { id: 'resendUnknown', src: 'resendUnknown', input: ({ context }) => ({ id: context.id ?? 0, count: countUnknown(context) }), ...settle },
    },
    deleting: {
      entry: 'endReview',
      invoke: {
        id: 'deleteCampaign',
        src: 'deleteCampaign',
        input: toId,
        onDone: {
          target: 'deleted',
          actions: [{ type: 'keepDraft', params: ({ context: { id, key } }) => ({ id, key, draft: null, baseVersion: null }) }, refresh],
        },
        onError: { target: 'refreshing', actions: fail },
      },
    },
    /** Restoring it brings it back. */
    deleted: { on: follow },
  },
});

/** State of a campaign at one moment. */
export type CampaignSnapshot = SnapshotFrom<typeof machine>;
