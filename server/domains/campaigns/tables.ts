/** Campaigns, whom they go to, and each request to the carrier. */
import type { ColumnType, Generated } from 'kysely';
import type { CampaignState, PauseReason, RecipientState } from '#contract/campaigns/enums.ts';
import type { MergeField } from '#contract/campaigns/message.ts';
import type { Born, Default, Id, JsonDefault, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface CampaignsTable {
  id: Id;
  company_id: number;
  user_id: Maybe<number>;
  key: string;
  title: string;
  message: Default<string>;
  unsubscribe_message: Default<string>;
  group_id: Maybe<number>;
  number_id: Maybe<number>;
  deliver_at: MaybeInstant;
  state: Default<CampaignState>;
  skip_inbox: Default<boolean>;
  fields: JsonDefault<MergeField[]>;
  version: Default<number>;
  held_until: MaybeInstant;
  first_percent: Maybe<number>;
  paused_reason: Maybe<PauseReason>;
  paused_note: Maybe<string>;
  started_at: MaybeInstant;
  wake_at: MaybeInstant;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
}

interface CampaignRecipientsTable {
  id: Id;
  company_id: number;
  campaign_id: number;
  e164: string;
  contact_id: number;
  name: string;
  email: string;
  zones: string;
  state: RecipientState;
  reason: Maybe<string>;
  error_code: Maybe<string>;
  attempts: Default<number>;
  due_at: Born;
  at: Born;
  cost: ColumnType<string, number | undefined, number>;
  item_id: Maybe<number>;
  item_state: Maybe<string>;
}

interface CampaignAttemptsTable {
  id: Generated<string>;
  company_id: number;
  campaign_id: number;
  recipient_id: number;
  number: number;
  state: 'intent' | 'accepted' | 'refused' | 'unknown' | 'retriable';
  carrier_sid: Maybe<string>;
  status: Maybe<string>;
  status_rank: Default<number>;
  error_code: Maybe<string>;
  created_at: Born;
  settled_at: MaybeInstant;
  look_at: MaybeInstant;
}

type Counts = { [S in RecipientState]: Default<number> };

interface CampaignCountsTable extends Counts {
  campaign_id: number;
  company_id: number;
  cost: ColumnType<string, number | undefined, number>;
}

export interface CampaignTables {
  campaigns: CampaignsTable;
  campaign_media: { company_id: number; campaign_id: number; file_id: number; position: number };
  campaign_recipients: CampaignRecipientsTable;
  campaign_attempts: CampaignAttemptsTable;
  campaign_counts: CampaignCountsTable;
  campaign_answers: { campaign_id: number; company_id: number; e164: string; replied_at: MaybeInstant; unsubscribed_at: MaybeInstant };
  number_pace: { number_id: number; company_id: number; tokens: number; at: Born; rate: Maybe<number> };
}
