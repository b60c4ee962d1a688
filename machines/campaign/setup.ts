/** The named parts of a campaign: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import type { Campaign, CampaignMedia, CampaignReview } from '#contract/campaigns/entities.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { limits } from '#contract/core/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import { blankDraft, isChanged, isTimely, saveCheck, sendCheck, toDraft } from './draft.ts';
import type { CampaignContext, CampaignDraft, CampaignInput, CampaignReading, InternalEvent, TypedField, UserEvent } from './events.ts';

/** A draft on its way to the server; `version` is that of the campaign it was written over, null for a new one. */
export interface DraftRequest extends Pick<CampaignContext, 'id' | 'key' | 'draft'> {
  version: number | null;
}

/** A campaign that is sent as it was seen in its review. */
export interface ArmRequest {
  id: number;
  draft: CampaignDraft;
  review: CampaignReview;
  isSample: boolean;
}

interface ById {
  id: number;
}

/** A timer can't be set further ahead than this. */
const longestDelayMs = 24 * 60 * 60_000;

/** People who get the campaign, at once or later. */
export const countReached = (review: CampaignReview | null): number =>
  (review?.lines ?? []).reduce((sum, { kind, count }) => (kind === 'now' || kind === 'later' ? sum + count : sum), 0);

/** Requirements to send a reviewed campaign, its time apart. */
export const armCheck = createCheck<Pick<CampaignContext, 'review' | 'draft' | 'link'>>([
  [(context) => sendCheck.find(context) !== null, 'Close the review and complete the campaign first'],
  [({ review }) => review === null, 'Counting the group…'],
  [({ review }) => review?.numberFault !== null, 'This number can’t send the campaign. Choose another number.'],
  [({ review }) => countReached(review) === 0, campaignTexts.nobody],
]);

type Status = Campaign['status'];
const hasStatus = ({ campaign }: CampaignContext, ...statuses: readonly Status[]) => campaign !== null && statuses.includes(campaign.status);
const isScheduled = (context: CampaignContext) => hasStatus(context, 'queued') && context.dueMs > 0;

/** The campaign went out in part, as a sample, or is about to. */
const isSampleOpen = ({ campaign }: CampaignContext) => campaign !== null && campaign.firstPercent !== null;

/** Messages of which it is not known whether they were delivered. */
export const countUnknown = ({ campaign }: Pick<CampaignContext, 'campaign'>): number => campaign?.counts.unknown ?? 0;

/** The context with a campaign as the server has it. What was typed and not saved stays while it is a draft. */
const readInto = (context: CampaignContext, { campaign, holdMs, dueMs }: CampaignReading) => {
  const before = toDraft(campaign);
  const isKept = campaign.status === 'draft' && isChanged(context);
  return { campaign, id: campaign.id, holdMs, dueMs, ...(isKept ? {} : { before, draft: before, baseVersion: campaign.version }) };
};

const change = (context: CampaignContext, changes: Partial<CampaignDraft>) => ({
  draft: { ...context.draft, ...changes },
  isTouched: true,
  error: null,
});

/** The setup of the campaign machine. */
export const campaignSetup = setup({
  types: { context: {} as CampaignContext, events: {} as UserEvent | InternalEvent, input: {} as CampaignInput },
  actors: {
    /** GET /campaigns/{id}. */
    loadCampaign: fromPromise<CampaignReading, ById>(rejectMissingActor),
    /** POST /campaigns, or POST /campaigns/{id} as PATCH, with state draft. */
    saveDraft: fromPromise<CampaignReading, DraftRequest>(rejectMissingActor),
    /** Effects of sending it. */
    reviewCampaign: fromPromise<CampaignReview, ById>(rejectMissingActor),
    /** POST /campaigns/{id} as PATCH, with state queued and what was seen. Rejects with status 0 when no answer came. */
    armCampaign: fromPromise<CampaignReading, ArmRequest>(rejectMissingActor),
    /** POST /campaigns/{id} as PATCH, with state draft, of one nothing of which is sent. */
    returnToDraft: fromPromise<CampaignReading, ById>(rejectMissingActor),
    /** POST /campaigns/{id}/pause. */
    pauseCampaign: fromPromise<CampaignReading, ById>(rejectMissingActor),
    /** POST /campaigns/{id} as PATCH, with state queued, of a paused one (AMB-34). */
    resumeCampaign: fromPromise<CampaignReading, ById>(rejectMissingActor),
    /** DELETE /campaigns/{id}. */
    deleteCampaign: fromPromise<unknown, ById>(rejectMissingActor),
    /** Asks the carrier about each message that is not confirmed. */
    checkUnknown: fromPromise<CampaignReading, ById>(rejectMissingActor),
    /** Sends again to those of whom it is not known, by a person's decision. */
    resendUnknown: fromPromise<CampaignReading, ById & { count: number }>(rejectMissingActor),
  },
  delays: {
    hold: ({ context }) => context.holdMs,
    due: ({ context }) => Math.min(context.dueMs, longestDelayMs),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isSaved: ({ context }) => context.id !== null,
    isNewChanged: ({ context }) => context.id === null && isChanged(context),
    hasMedia: ({ context }, params: { previewUrl: string }) => context.draft.media.some(({ previewUrl }) => previewUrl === params.previewUrl),
    hasRoomForMedia: ({ context }) => context.draft.media.length < limits.mediaFiles,
    isFuture: (_, params: { deliverAt: string | null; now: string }) => isTimely(params, params.now),
    isSavable: ({ context }) => saveCheck.passes({ context }) && (context.campaign === null || isChanged(context)),
    isChanged: ({ context }) => isChanged(context),
    isUnsaved: ({ context }) => context.campaign === null || isChanged(context),
    isSendable: ({ context }, params: { now: string }) => sendCheck.passes({ context }) && isTimely(context.draft, params.now),
    isArmable: ({ context }, params: { now: string }) => armCheck.passes({ context }) && isTimely(context.draft, params.now),
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 502, 503, 504].includes(params.error.status),
    isOutdated: (_, params: { error: FlowError }) => params.error.status === 409,
    isOwn: ({ context }, params: { reading: CampaignReading }) => params.reading.campaign.id === context.id,
    isOwnDraft: ({ context }, params: { reading: CampaignReading }) => params.reading.campaign.id === context.id && params.reading.campaign.status === 'draft',
    isUntouched: ({ context }) => context.campaign?.started === null,
    hasUnknown: ({ context }) => countUnknown(context) > 0,
    isSoon: ({ context }) => context.dueMs <= longestDelayMs,
    isDraft: ({ context }) => context.campaign === null || hasStatus(context, 'draft'),
    isPending: ({ context }) => hasStatus(context, 'pending'),
    isArmed: ({ context }) => hasStatus(context, 'queued') && context.holdMs > 0,
    isScheduled: ({ context }) => isScheduled(context),
    isSampling: ({ context }) => hasStatus(context, 'queued', 'sending') && isSampleOpen(context),
    isQueued: ({ context }) => hasStatus(context, 'queued'),
    isSending: ({ context }) => hasStatus(context, 'sending'),
    isSampled: ({ context }) => hasStatus(context, 'paused') && isSampleOpen(context) && context.campaign?.pausedReason === 'trickle',
    isPaused: ({ context }) => hasStatus(context, 'paused'),
    isSent: ({ context }) => hasStatus(context, 'sent'),
    isCanceled: ({ context }) => hasStatus(context, 'canceled'),
  },
  actions: {
    type: assign(({ context }, params: { field: TypedField; text: string }) => change(context, { [params.field]: params.text })),
    chooseGroup: assign(({ context }, params: { group: CampaignDraft['group'] }) => change(context, { group: params.group })),
    chooseNumber: assign(({ context }, params: { numberId: number | null }) => change(context, { numberId: params.numberId })),
    chooseTime: assign(({ context }, params: { deliverAt: string | null }) => change(context, { deliverAt: params.deliverAt })),
    chooseInbox: assign(({ context }, params: { skipInbox: boolean }) => change(context, { skipInbox: params.skipInbox })),
    attach: assign(({ context }, params: { media: CampaignMedia }) =>
      change(context, { media: [...context.draft.media.filter(({ previewUrl }) => previewUrl !== params.media.previewUrl), params.media] }),
    ),
    detach: assign(({ context }, params: { previewUrl: string }) =>
      change(context, { media: context.draft.media.filter(({ previewUrl }) => previewUrl !== params.previewUrl) }),
    ),
    changeField: assign(({ context }, params: { token: string; isEnabled: boolean; fallback: string }) =>
      change(context, {
        fields: context.draft.fields.map((field) =>
          field.token === params.token ? { ...field, enabled: params.isEnabled, fallback: params.fallback } : field,
        ),
      }),
    ),
    noteLink: assign((_, params: { link: string | null }) => ({ link: params.link })),
    beginSaving: assign({ isTouched: false, error: null }),
    /** The server took what was sent to it; what was typed meanwhile is not saved yet. */
    keepSaved: assign(({ context }, { campaign, holdMs, dueMs }: CampaignReading) => {
      const before = toDraft(campaign);
      const draft = context.isTouched ? context.draft : before;
      return { campaign, id: campaign.id, holdMs, dueMs, before, draft, baseVersion: campaign.version, error: null };
    }),
    keepReading: assign(({ context }, params: CampaignReading) => readInto(context, params)),
    /** A draft that somebody else changed: over what is typed here it is not laid; saving that is refused then. */
    absorb: assign(({ context }, { reading }: { reading: CampaignReading }) => (isChanged(context) ? {} : readInto(context, reading))),
    revert: assign(({ context }) => ({ draft: context.before, error: null })),
    blank: assign({ draft: blankDraft, before: blankDraft, baseVersion: null, error: null }),
    keepReview: assign((_, params: { review: CampaignReview }) => ({ review: params.review })),
    endReview: assign({ review: null }),
    chooseSample: assign((_, params: { isSample: boolean }) => ({ isSample: params.isSample, error: null })),
    release: assign({ holdMs: 0 }),
    wait: assign(({ context }) => ({ dueMs: Math.max(0, context.dueMs - longestDelayMs) })),
    arrive: assign({ dueMs: 0 }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: keeps what is typed and not saved on this device; drops it where all is saved. */
    keepDraft: (_, _params: CampaignInput) => {},
    /** Provided by the caller: lists are read anew. */
    refresh: (_, _params: { id: number | null }) => {},
  },
});
