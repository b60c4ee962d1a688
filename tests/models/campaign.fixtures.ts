/** Events that can happen to a campaign. */
import type { Campaign, CampaignReview } from '#contract/campaigns/entities.ts';
import type { CampaignState, PauseReason } from '#contract/campaigns/enums.ts';
import { defaultMergeFields, defaultUnsubscribeText } from '#contract/campaigns/message.ts';
import { sendCheck } from '#machines/campaign/draft.ts';
import {
  type CampaignDraft,
  type CampaignReading,
  type CampaignSnapshot,
  type InternalEvent,
  isChanged,
  machine,
  toDraft,
  type UserEvent,
} from '#machines/campaign/index.ts';
import { armCheck } from '#machines/campaign/setup.ts';
import { isIn } from '#machines/state.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

export const now = '2026-03-02T15:00:00Z';
const later = '2026-03-02T18:00:00Z';
const group = { id: 8, name: 'Spring' };
/** A file the campaign has, and one that is attached. */
const kept = { name: 'car.png', previewUrl: '/api/files/1' };
const attached = { name: 'van.png', previewUrl: 'blob:1' };

/** A campaign as the server has it. */
export const campaign = (status: CampaignState, changes: Partial<Campaign> = {}): Campaign => ({
  id: 1,
  userId: 1,
  companyId: 1,
  type: 'sms',
  title: 'Spring sale',
  message: 'Hi %%firstname%%',
  unsubscribeMessage: defaultUnsubscribeText,
  sendToGroupId: 8,
  deliverAt: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  status,
  sent: 0,
  delivered: 0,
  undelivered: 0,
  responded: 0,
  unsubscribed: 0,
  numberId: 3,
  sendToContactsCount: 500,
  creditCost: 0,
  started: null,
  media: [kept],
  fields: [...defaultMergeFields],
  skipInbox: false,
  group,
  heldUntil: null,
  firstPercent: null,
  pausedReason: null,
  pausedNote: null,
  version: 1,
  counts: { total: 500, waiting: 500, held: 0, sending: 0, sent: 0, delivered: 0, undelivered: 0, failed: 0, skipped: 0, canceled: 0, unknown: 0 },
  ...changes,
});

export const reading = (
  status: CampaignState,
  changes: Partial<Campaign> = {},
  times: Partial<Pick<CampaignReading, 'holdMs' | 'dueMs'>> = {},
): CampaignReading => ({
  campaign: campaign(status, changes),
  holdMs: 0,
  dueMs: 0,
  ...times,
});

const paused = (pausedReason: PauseReason, changes: Partial<Campaign> = {}) => reading('paused', { pausedReason, ...changes });
const withUnknown = { ...campaign('sent').counts, waiting: 469, unknown: 31 };
const day = 24 * 60 * 60_000;

/** Readings: each state of the server, and what a person sees of two of them. */
const readings: readonly CampaignReading[] = [
  reading('draft'),
  reading('pending'),
  reading('queued'),
  reading('queued', { heldUntil: later }, { holdMs: 10_000 }),
  reading('queued', { deliverAt: later }, { dueMs: day / 2 }),
  reading('queued', { deliverAt: later }, { dueMs: 1.5 * day }),
  reading('sending', { firstPercent: 1 }),
  reading('sending', { started: now }),
  paused('trickle', { firstPercent: 1, started: now }),
  paused('person'),
  paused('carrier', { started: now }),
  reading('sent', { started: now }),
  reading('failed', { started: now, counts: withUnknown }),
  reading('sent', { started: now, counts: withUnknown }),
  reading('canceled'),
];

const review = (changes: Partial<CampaignReview> = {}): CampaignReview => ({
  digest: 'd1',
  version: 1,
  total: 500,
  lines: [
    { kind: 'now', count: 480 },
    { kind: 'opted_out', count: 20 },
  ],
  hours: [],
  segments: { min: 1, max: 1, total: 480 },
  cost: { min: 3.79, max: 3.79 },
  longest: null,
  empty: [],
  numberFault: null,
  registration: 'approved',
  link: null,
  seconds: 480,
  ...changes,
});

export const draft: CampaignDraft = { ...toDraft(campaign('draft')), message: 'Hi' };
const some = [{ output: reading('draft') }, { output: reading('queued') }];

const cases = {
  'field.typed': [
    { field: 'message', text: 'Hello' },
    { field: 'message', text: 'Hi %%nickname%%' },
    { field: 'title', text: '' },
  ],
  'group.chosen': [{ group }],
  'number.chosen': [{ numberId: 3 }],
  'time.chosen': [{ deliverAt: null, now }],
  'inbox.chosen': [{ skipInbox: true }],
  'media.attached': [{ media: attached }],
  'media.removed': [{ previewUrl: kept.previewUrl }],
  'merge.changed': [{ token: '%%firstname%%', isEnabled: true, fallback: 'there' }],
  'draft.saved': [{}],
  'draft.discarded': [{}],
  'review.opened': [{ now }],
  'review.closed': [{}],
  'campaign.armed': [
    { isSample: false, now },
    { isSample: true, now },
  ],
  'campaign.stopped': [{}],
  'campaign.paused': [{}],
  'campaign.resumed': [{}],
  'campaign.reopened': [{}],
  'campaign.deleted': [{}],
  'campaign.reloaded': [{}],
  'unknown.checked': [{}],
  'unknown.resent': [{}],
  'campaign.updated': readings.map((each) => ({ reading: each })),
  'link.noted': [{ link: null }],
  'xstate.done.actor.loadCampaign': some,
  'xstate.error.actor.loadCampaign': [{ error: refusals.unavailable }],
  'xstate.done.actor.readCampaign': [{ output: reading('queued') }],
  'xstate.error.actor.readCampaign': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveDraft': [{ output: reading('draft') }],
  'xstate.error.actor.saveDraft': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveReviewed': [{ output: reading('draft') }],
  'xstate.error.actor.saveReviewed': [{ error: refusals.unavailable }],
  'xstate.done.actor.reviewCampaign': [
    { output: review() },
    { output: review({ lines: [{ kind: 'opted_out', count: 500 }] }) },
    { output: review({ numberFault: 'This number isn’t registered' }) },
  ],
  'xstate.error.actor.reviewCampaign': [{ error: refusals.unavailable }],
  'xstate.done.actor.armCampaign': [{ output: reading('queued', {}, { holdMs: 10_000 }) }, { output: reading('pending') }],
  'xstate.error.actor.armCampaign': [{ error: refusals.noAnswer }, { error: refusals.countChanged }, { error: refusals.forbidden }],
  'xstate.done.actor.stopCampaign': some,
  'xstate.error.actor.stopCampaign': [{ error: refusals.alreadySent }],
  'xstate.done.actor.pauseCampaign': [{ output: paused('person') }],
  'xstate.error.actor.pauseCampaign': [{ error: refusals.unavailable }],
  'xstate.done.actor.resumeCampaign': some,
  'xstate.error.actor.resumeCampaign': [{ error: refusals.unavailable }],
  'xstate.done.actor.reopenCampaign': some,
  'xstate.error.actor.reopenCampaign': [{ error: refusals.alreadySent }],
  'xstate.done.actor.checkUnknown': [{ output: reading('sent') }],
  'xstate.error.actor.checkUnknown': [{ error: refusals.unavailable }],
  'xstate.done.actor.resendUnknown': [{ output: reading('sending') }],
  'xstate.error.actor.resendUnknown': [{ error: refusals.countChanged }],
  'xstate.done.actor.deleteCampaign': [{}],
  'xstate.error.actor.deleteCampaign': [{ error: refusals.unavailable }],
  'xstate.after.hold.campaign.armed': [{}],
  'xstate.after.due.campaign.scheduled': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

const facts = (snapshot: CampaignSnapshot) => {
  const { context } = snapshot;
  return [
    context.id === null,
    isChanged(context),
    sendCheck.find(context),
    context.draft.media.some(({ previewUrl }) => previewUrl === kept.previewUrl),
    context.campaign?.status ?? null,
    context.campaign?.firstPercent ?? null,
    context.campaign?.pausedReason ?? null,
    context.campaign?.counts.unknown ?? null,
    context.campaign?.started !== null,
    context.holdMs,
    context.dueMs,
    context.review === null ? null : armCheck.find(context),
    context.error !== null,
    isIn(snapshot, 'saving') && context.isTouched,
  ];
};

/** A new one with what was typed before: it is saved, reviewed, armed, and goes through every state of the server. */
export const model = defineModel({
  flowId: 'campaign',
  machine,
  input: { id: null, key: 'campaign-01', draft, baseVersion: null },
  cases,
  refused: { 'time.chosen': [{ deliverAt: '2026-03-02T14:59:00Z', now }], 'media.removed': [{ previewUrl: 'blob:9' }] },
  sameState: facts,
});
