/** Calls. */
import type { Default, Id, Instant, JsonDefault, Maybe } from './columns.ts';

export type CallResult = 'none' | 'answered' | 'missed' | 'voicemail' | 'blocked';
export interface CallsTable {
  id: Id;
  company_id: number;
  number_id: number;
  recipient: string;
  is_inbound: boolean;
  result: Default<CallResult>;
  started_at: Instant;
  ring_seconds: Default<number>;
  duration: Default<number>;
  answered_by: Maybe<string>;
  steps: JsonDefault<{ step: string; at: number; detail: string | null }[]>;
  recording_file_id: Maybe<number>;
  is_lead: Default<boolean>;
  is_appointment: Default<boolean>;
  qualification: Maybe<number>;
  value: Maybe<number>;
  carrier_sid: Maybe<string>;
}

export interface CallTables {
  calls: CallsTable;
}
