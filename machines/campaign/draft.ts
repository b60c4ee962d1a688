/** The fields of a campaign: as a new one has them, as the server has them, and whether anything in them is not saved. */
import type { Campaign } from '#contract/campaigns/entities.ts';
import { defaultMergeFields, defaultUnsubscribeText, findLengthError, findUnknownTokens } from '#contract/campaigns/message.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { messages } from '#contract/core/messages.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { createCheck } from '../reasons.ts';
import type { CampaignContext, CampaignDraft } from './events.ts';

/** A new campaign (RULE-103, RULE-104). */
export const blankDraft: CampaignDraft = {
  title: '',
  message: '',
  unsubscribeMessage: defaultUnsubscribeText,
  group: null,
  numberId: null,
  deliverAt: null,
  skipInbox: false,
  media: [],
  fields: defaultMergeFields,
};

/** The fields of a campaign as the server has it. */
export const toDraft = (campaign: Campaign): CampaignDraft => ({
  title: campaign.title,
  message: campaign.message,
  unsubscribeMessage: campaign.unsubscribeMessage,
  group: campaign.group,
  numberId: campaign.numberId,
  deliverAt: campaign.deliverAt,
  skipInbox: campaign.skipInbox,
  media: campaign.media,
  fields: campaign.fields,
});

/** Checks whether two drafts say the same. */
export const isSameDraft = (one: CampaignDraft, other: CampaignDraft): boolean => JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));

/** Checks whether something was typed or chosen that is not saved. */
export const isChanged = ({ draft, before }: Pick<CampaignContext, 'draft' | 'before'>): boolean => !isSameDraft(draft, before);

type Written = Pick<CampaignContext, 'draft' | 'link'>;

const titleCase = [({ draft }: Written) => draft.title.trim() === '', 'Enter a title first'] as const;

/** A draft needs a title alone (RULE-099). */
export const saveCheck = createCheck<Written>([titleCase]);

/** Requirements for sending (RULE-091 to RULE-098), its time apart: that needs a clock. */
export const sendCheck = createCheck<Written>([
  titleCase,
  [({ draft }) => draft.message.trim() === '', campaignTexts.noMessage],
  [({ draft }) => draft.unsubscribeMessage.trim() === '', campaignTexts.noUnsubscribe],
  [({ draft }) => draft.group === null, campaignTexts.noGroup],
  [({ draft }) => draft.numberId === null, campaignTexts.noNumber],
  [(written) => findError(written, false), messages.smsTooLong],
  [(written) => findError(written, true), messages.mmsTooLong],
  [({ draft }) => findUnknownTokens(draft.message, draft.fields).length > 0, 'The message has a merge field that isn’t known or is turned off'],
  [({ link }) => link !== null, linksOff],
]);

const findError = ({ draft: { message, unsubscribeMessage, media } }: Written, hasMedia: boolean): boolean =>
  media.length > 0 === hasMedia && findLengthError(message, unsubscribeMessage, hasMedia) !== null;

/** Checks that a send time is empty or in the future (RULE-096). */
export const isTimely = ({ deliverAt }: Pick<CampaignDraft, 'deliverAt'>, now: string): boolean =>
  deliverAt === null || Date.parse(deliverAt) > Date.parse(now);
