/** Tracking numbers, their triggers and tags, and the directory that says whose a number is. */
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

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
  /** The pool of dynamic numbers it is in. */
  pool_id: Maybe<number>;
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

export interface NumberTables {
  phone_numbers: PhoneNumbersTable;
  number_directory: { number: string; company_id: number; number_id: number };
  number_triggers: NumberTriggersTable;
  number_tags: { company_id: number; number_id: number; tag_id: number };
}
