/** SMS verification: brands, campaigns, their lanes, numbers, requests to the carrier, fees, and the public opt-in page. */
import type { BrandDetails, CampaignInput } from '#contract/smsVerification/entities.ts';
import type { SmsLane, SmsStatus } from '#contract/smsVerification/enums.ts';
import type { FeeKind } from '#contract/smsVerification/fees.ts';
import type { Born, Default, Id, Json, JsonDefault, Maybe, MaybeInstant } from '../../db/columns.ts';

/** Fields of a campaign besides its numbers, as they are stored; pictures by the ids of their files. */
export type CampaignDetails = Omit<CampaignInput, 'numbers'>;

export interface SmsBrandsTable {
  id: Id;
  company_id: number;
  organization_id: Maybe<number>;
  key: Default<string>;
  details: JsonDefault<BrandDetails>;
  tax_digits: Maybe<string>;
  is_draft: Default<boolean>;
  status: Default<SmsStatus>;
  reason: Maybe<string>;
  code: Maybe<string>;
  round: Default<number>;
  carrier_sid: Maybe<string>;
  created_at: Born;
  updated_at: Born;
}

export interface SmsCampaignsTable {
  id: Id;
  company_id: number;
  brand_id: number;
  client_key: string;
  key: Default<string>;
  created_by: Maybe<number>;
  details: Json<CampaignDetails>;
  is_draft: Default<boolean>;
  submitted_at: MaybeInstant;
  round: Default<number>;
  carrier_sid: Maybe<string>;
  service_sid: Maybe<string>;
  created_at: Born;
  updated_at: Born;
}

export interface SmsLanesTable {
  company_id: number;
  campaign_id: number;
  lane: SmsLane;
  status: Default<SmsStatus>;
  reason: Maybe<string>;
  code: Maybe<string>;
  canceled_at: MaybeInstant;
  withdrawn_at: MaybeInstant;
}

export interface SmsCampaignNumbersTable {
  company_id: number;
  campaign_id: number;
  number_id: number;
  lane: SmsLane;
  state: Default<'adding' | 'active' | 'removing' | 'failed'>;
  /** Why the registration can't take it; null unless it has failed. */
  reason: Maybe<string>;
  waits_since: Born;
  carrier_sid: Maybe<string>;
  round: Default<number>;
  status: Maybe<SmsStatus>;
}

interface SmsStepsTable {
  id: Id;
  company_id: number;
  brand_id: Maybe<number>;
  campaign_id: Maybe<number>;
  kind: string;
  carrier_sid: Maybe<string>;
  intent_at: MaybeInstant;
  done_at: MaybeInstant;
}

interface SmsFeesTable {
  id: Id;
  company_id: number;
  campaign_id: Maybe<number>;
  campaign_key: string;
  round: number;
  kind: FeeKind;
  cents: number;
  as_of: string;
  recorded_at: Born;
}

export interface SmsVerificationTables {
  sms_brands: SmsBrandsTable;
  sms_campaigns: SmsCampaignsTable;
  sms_lanes: SmsLanesTable;
  sms_campaign_numbers: SmsCampaignNumbersTable;
  sms_steps: SmsStepsTable;
  sms_fees: SmsFeesTable;
  sms_optin_pages: { company_id: number; token: string };
  sms_pictures: { company_id: number; file_id: number; created_at: Born };
}
