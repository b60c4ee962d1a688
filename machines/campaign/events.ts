/** Events of a campaign, sent by a user and by the app. */
import type { Campaign, CampaignMedia, CampaignReview } from '#contract/campaigns/entities.ts';
import type { MergeField } from '#contract/campaigns/message.ts';
import type { FlowError } from '../errors.ts';

/** Fields of the editor as they are typed and chosen. */
export interface CampaignDraft {
  title: string;
  message: string;
  unsubscribeMessage: string;
  group: { readonly id: number; readonly name: string } | null;
  numberId: number | null;
  /** ISO 8601; null: it goes out as soon as it is sent. */
  deliverAt: string | null;
  skipInbox: boolean;
  media: readonly CampaignMedia[];
  fields: readonly MergeField[];
}

/** Fields in which a person types. */
export type TypedField = 'title' | 'message' | 'unsubscribeMessage';

/** A campaign as the server has it, and the milliseconds from its reading until it may start: `holdMs` held back after the key that sends it, `dueMs` until its send time. */
export interface CampaignReading {
  campaign: Campaign;
  holdMs: number;
  dueMs: number;
}

/** Events a user may send. `now` (ISO 8601) keeps the flow free of a clock. `isSample`: only a small part of the group at first. */
export type UserEvent =
  | { type: 'field.typed'; field: TypedField; text: string }
  | { type: 'group.chosen'; group: CampaignDraft['group'] }
  | { type: 'number.chosen'; numberId: number | null }
  | { type: 'time.chosen'; deliverAt: string | null; now: string }
  | { type: 'inbox.chosen'; skipInbox: boolean }
  | { type: 'media.attached'; media: CampaignMedia }
  | { type: 'media.removed'; previewUrl: string }
  | { type: 'merge.changed'; token: string; isEnabled: boolean; fallback: string }
  | { type: 'draft.saved' }
  | { type: 'draft.discarded' }
  | { type: 'review.opened'; now: string }
  | { type: 'review.closed' }
  | { type: 'campaign.armed'; isSample: boolean; now: string }
  | { type: 'campaign.stopped' }
  | { type: 'campaign.paused' }
  | { type: 'campaign.resumed' }
  | { type: 'campaign.reopened' }
  | { type: 'campaign.deleted' }
  | { type: 'campaign.reloaded' }
  | { type: 'unknown.checked' }
  | { type: 'unknown.resent' };

/** The server has it otherwise now; a link the text may not have, since the company's links are off. */
export type InternalEvent = { type: 'campaign.updated'; reading: CampaignReading } | { type: 'link.noted'; link: string | null };

/**
 * `id`: of a campaign that is there; null for a new one. `key`: random, of the contract's alphabet, made once for a new campaign: the same key twice is one.
 * `draft`: what was typed on this device and not saved, and the version it was typed over; null where there is none.
 */
export interface CampaignInput {
  id: number | null;
  key: string;
  draft: CampaignDraft | null;
  baseVersion: number | null;
}

export interface CampaignContext {
  id: number | null;
  key: string;
  draft: CampaignDraft;
  /** The fields as they were when the campaign was read. */
  before: CampaignDraft;
  /** Something was typed or chosen since the draft went to the server. */
  isTouched: boolean;
  /** Version of the campaign the draft is written over; null for a new one. */
  baseVersion: number | null;
  /** The campaign as the server has it; null for one that is not saved yet. */
  campaign: Campaign | null;
  holdMs: number;
  dueMs: number;
  /** Effect of sending it, as the server counted it. */
  review: CampaignReview | null;
  isSample: boolean;
  link: string | null;
  error: FlowError | null;
}
