/** Tracking numbers, their tags and the directory that says whose a number is. */

import type { Generated } from 'kysely';
import type { RouteInput } from '#contract/routing/entities.ts';
import type { Born, Default, Id, JsonDefault, Maybe, MaybeInstant, MaybeJson } from './columns.ts';

interface PhoneNumbersTable {
  id: Id;
  company_id: number;
  number: string;
  label: Default<string>;
  status: Default<0 | 1 | 2>;
  category: Default<number>;
  provider_id: Default<number>;
  type: Default<number>;
  line_type: Default<number>;
  call_transcription_enabled: Default<boolean>;
  sms_enabled: Default<boolean>;
  routing_type: Default<string>;
  forward_number: Maybe<string>;
  hours_label: Default<string>;
  carrier_sid: Maybe<string>;
  monthly_cost: Default<number>;
  vanity: Maybe<string>;
  removed_at: MaybeInstant;
  release_at: MaybeInstant;
  created_at: Born;
}
interface NumberTriggersTable {
  id: Id;
  company_id: number;
  number_id: number;
  event: 'call' | 'voicemail' | 'message' | 'fax';
  action: 'lead' | 'archive' | 'note';
  value: Maybe<string>;
  is_enabled: Default<boolean>;
  created_at: Born;
}
type EntityType = 'Number' | 'Company' | 'TrackingPool' | 'Organization' | 'User' | 'Call';
export interface EavChoice {
  id: number;
  value: string;
  sort_order: number;
  description: string | null;
}
interface EavAttributesTable {
  id: Id;
  entity_type: EntityType;
  company_id: Maybe<number>;
  organization_id: Maybe<number>;
  name: string;
  default_value: Maybe<string>;
  choices: JsonDefault<EavChoice[]>;
  created_at: Born;
}

interface NumberPurchasesTable {
  id: string;
  company_id: number;
  created_by: Maybe<number>;
  label: Maybe<string>;
  vanity: Maybe<string>;
  category: Default<number>;
  provider_id: Default<number>;
  /** Rotation: the number whose place the new one takes. */
  replaces: Maybe<number>;
  /** Routes that the numbers get once they are bought; null: those of any new number. */
  routes: MaybeJson<RouteInput[]>;
  state: Default<'buying' | 'bought' | 'partly' | 'refused'>;
  created_at: Born;
  finished_at: MaybeInstant;
}
interface NumberPurchaseItemsTable {
  id: Generated<string>;
  company_id: number;
  purchase_id: string;
  position: number;
  number: string;
  state: Default<'waiting' | 'intent' | 'bought' | 'taken' | 'refused'>;
  monthly_cost: number;
  number_id: Maybe<number>;
  error_code: Maybe<string>;
  reason: Maybe<string>;
  settled_at: MaybeInstant;
}

interface MarketplaceListingsTable {
  number_id: number;
  company_id: number;
  number: string;
  is_listed: Default<boolean>;
  price: Maybe<number>;
  listed_at: MaybeInstant;
  updated_by: Maybe<number>;
  updated_at: Born;
}

export interface NumberTables {
  number_purchases: NumberPurchasesTable;
  number_purchase_items: NumberPurchaseItemsTable;
  number_triggers: NumberTriggersTable;
  marketplace_listings: MarketplaceListingsTable;
  eav_attributes: EavAttributesTable;
  eav_values: { attribute_id: number; company_id: number; entity_id: number; value: string };
  number_claims: { number: string; company_id: number; item_id: string; at: Born };
  phone_numbers: PhoneNumbersTable;
  number_directory: { number: string; company_id: number; number_id: number };
  tags: { id: Id; company_id: number; name: string; organization_id: Maybe<number> };
  number_tags: { company_id: number; number_id: number; tag_id: number };
}
