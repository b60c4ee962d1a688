/** Tables of call routing, and of the data of calls beside their row. */

import type { RingRoute } from '#contract/routing/entities.ts';
import type { Schedule } from '#contract/schedule/entities.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import type { Born, Default, Id, Instant, Json, JsonDefault, Maybe, MaybeInstant } from './columns.ts';

interface GreetingsTable {
  id: Id;
  company_id: number;
  business_unit_id: Maybe<number>;
  name: Default<string>;
  content: Maybe<string>;
  voice: Maybe<string>;
  file_id: Maybe<number>;
  created_at: Born;
  updated_at: Born;
}
interface NumberRoutingsTable {
  number_id: number;
  company_id: number;
  routes: JsonDefault<RingRoute[]>;
  hours: Json<BusinessHours>;
  greeting_id: Maybe<number>;
  voicemail_greeting_id: Maybe<number>;
  record_calls: Default<boolean>;
  announce_recording: Default<boolean>;
  version: Default<number>;
  updated_by: Maybe<number>;
  updated_at: Born;
}
interface NumberTemplatesTable extends Omit<NumberRoutingsTable, 'number_id' | 'routes'> {
  id: Id;
  name: string;
  routes: Json<RingRoute[]>;
  created_at: Born;
}
interface CallLegsTable {
  company_id: number;
  call_id: number;
  round: number;
  number: string;
  started_at: Instant;
  seconds: Default<number>;
  cents: Default<number>;
  /** Of phones that are calls of their own, since the caller hears hold music: when the carrier was asked to ring it, its call, its end. */
  placed_at: MaybeInstant;
  carrier_sid: Maybe<string>;
  over_at: MaybeInstant;
}
interface CallingLimitsTable {
  company_id: number;
  countries: string[];
  dials_per_minute: number;
  cents_per_day: number;
  updated_by: Maybe<number>;
  updated_at: Born;
}
interface SchedulesTable {
  company_id: number;
  /** Null: the company's own. */
  user_id: Maybe<number>;
  timezone: string;
  blocks: JsonDefault<Schedule['blocks']>;
  updated_at: Born;
}
export interface CallingTables {
  greetings: GreetingsTable;
  number_routings: NumberRoutingsTable;
  number_templates: NumberTemplatesTable;
  call_legs: CallLegsTable;
  calling_limits: CallingLimitsTable;
  schedules: SchedulesTable;
}
