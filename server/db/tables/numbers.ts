/** Tracking numbers, their tags and the directory that says whose a number is. */
import type { Born, Default, Id, Maybe } from './columns.ts';

export interface PhoneNumbersTable {
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
  created_at: Born;
}

export interface NumberTables {
  phone_numbers: PhoneNumbersTable;
  number_directory: { number: string; company_id: number; number_id: number };
  tags: { id: Id; company_id: number; name: string };
  number_tags: { company_id: number; number_id: number; tag_id: number };
}
