/** Why a campaign does not accept something now. */
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { limits } from '#contract/core/limits.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import { isChanged, isTimely, saveCheck, sendCheck } from './draft.ts';
import type { UserEvent } from './events.ts';
import type { CampaignSnapshot } from './machine.ts';
import { armCheck, countUnknown } from './setup.ts';

type CampaignReason = Reason<CampaignSnapshot, UserEvent>;

const working = ['pausing', 'resuming', 'reopening', 'stopping', 'checking', 'resending', 'deleting', 'refreshing'] as const;
/** The calls that are under way, and a campaign that is not there. */
const callReasons: readonly CampaignReason[] = [
  [isInside('loading'), 'Loading the campaign…'],
  [isInside('unavailable'), 'Load the campaign again first'],
  [isInside('deleted'), 'This campaign is deleted. Restore it first.'],
  [isInside('unsure'), 'Send status unknown. Check it first.'],
  [isInside('arming'), 'Sending…'],
  [isInside('reviewing.saving', ...working), 'Saving…'],
];
const busyReasons: readonly CampaignReason[] = [...callReasons, [isInside('reviewing.counting'), 'Counting the group…']];
const armedReason: CampaignReason = [isInside('armed'), 'Sending soon. Stop it first.'];
const pendingReason: CampaignReason = [isInside('pending'), 'Listing the recipients…'];
const scheduledReason: CampaignReason = [isInside('scheduled'), 'This campaign is scheduled. Move it to draft to edit it.'];
const underWayReason: CampaignReason = [isInside('queued', 'sending', 'sampling'), 'This campaign is being sent. Pause it first.'];
const pausedReason: CampaignReason = [isInside('paused', 'sampled'), 'This campaign is paused. Move it to draft to edit it.'];
const overReason: CampaignReason = [isInside('sent', 'failed', 'canceled'), 'This campaign is over. Duplicate it to write another.'];
const notDraftReasons = [armedReason, pendingReason, scheduledReason, underWayReason, pausedReason, overReason];

const reviewedReason: CampaignReason = [isInside('reviewing.ready'), 'Close the review first'];
/** Typing goes on while a draft is saved. */
const editReasons: readonly CampaignReason[] = [...busyReasons, ...notDraftReasons, reviewedReason];
const savingReason: CampaignReason = [isInside('saving'), 'Saving…'];
const draftReasons: readonly CampaignReason[] = [...editReasons, savingReason];

const isPast = ({ context }: CampaignSnapshot, event?: UserEvent): boolean =>
  (event?.type === 'review.opened' || event?.type === 'campaign.armed') && !isTimely(context.draft, event.now);

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<CampaignSnapshot, UserEvent> = {
  'field.typed': editReasons,
  'group.chosen': editReasons,
  'number.chosen': editReasons,
  'time.chosen': [...editReasons, [(_, event) => event?.type === 'time.chosen' && !isTimely(event, event.now), campaignTexts.past]],
  'inbox.chosen': editReasons,
  'media.attached': [...editReasons, [({ context }) => context.draft.media.length >= limits.mediaFiles, `Attach up to ${limits.mediaFiles} files`]],
  'media.removed': [
    ...editReasons,
    [({ context }) => context.draft.media.length === 0, 'No file is attached'],
    [
      ({ context }, event) => event?.type === 'media.removed' && !context.draft.media.some(({ previewUrl }) => previewUrl === event.previewUrl),
      'This file isn’t attached',
    ],
  ],
  'merge.changed': editReasons,
  'draft.saved': [...draftReasons, ...saveCheck.reasons, [({ context }) => context.campaign !== null && !isChanged(context), 'Already saved']],
  'draft.discarded': [...draftReasons, [({ context }) => !isChanged(context), 'Nothing to discard']],
  'review.opened': [...busyReasons, ...notDraftReasons, savingReason, ...sendCheck.reasons, [isPast, campaignTexts.past]],
  'review.closed': [...callReasons, ...notDraftReasons, [isInside('editing', 'saving'), 'Review the campaign first']],
  'campaign.armed': [
    ...busyReasons,
    ...notDraftReasons,
    [isInside('editing', 'saving'), 'Review the campaign first'],
    ...armCheck.reasons,
    [isPast, campaignTexts.past],
  ],
  'campaign.stopped': [[isOutside('armed'), 'Nothing is about to be sent. Pause a campaign that is under way.']],
  'campaign.paused': [
    ...busyReasons,
    armedReason,
    pendingReason,
    [isInside('paused', 'sampled'), 'Already paused'],
    [isInside('sent', 'failed', 'canceled'), 'This campaign is over'],
    [isOutside('scheduled', 'queued', 'sending', 'sampling'), 'This campaign isn’t being sent'],
  ],
  'campaign.resumed': [...busyReasons, [isOutside('paused', 'sampled'), 'This campaign isn’t paused']],
  'campaign.reopened': [
    ...busyReasons,
    armedReason,
    pendingReason,
    underWayReason,
    overReason,
    [isInside('sampled'), 'Some texts are sent already. Duplicate the campaign to write another.'],
    [isInside('editing', 'saving', 'reviewing.ready'), 'Already a draft'],
    [
      ({ context, ...snapshot }) => isInside('paused')(snapshot) && context.campaign?.started !== null,
      'Some texts are sent already. Duplicate the campaign to write another.',
    ],
  ],
  'campaign.deleted': [...busyReasons, armedReason, savingReason, [({ context }) => context.id === null, 'This campaign isn’t saved. Discard it instead.']],
  'campaign.reloaded': [[isOutside('unavailable', 'unsure'), 'Already up to date']],
  'unknown.checked': [
    ...busyReasons,
    [isOutside('sent', 'failed'), 'Available once the campaign is sent'],
    [({ context }) => countUnknown(context) === 0, 'Every text is confirmed'],
  ],
  'unknown.resent': [
    ...busyReasons,
    [isOutside('sent', 'failed'), 'Available once the campaign is sent'],
    [({ context }) => countUnknown(context) === 0, 'Every text is confirmed'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
