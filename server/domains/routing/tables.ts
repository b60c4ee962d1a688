/** Routing of numbers, and the limits of where calls go. */
import type { RingRoute } from '#contract/routing/entities.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import type { Born, Default, Json, JsonDefault, Maybe } from '../../db/columns.ts';

export interface NumberRoutingsTable {
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

interface CallingLimitsTable {
  company_id: number;
  countries: string[];
  dials_per_minute: number;
  cents_per_day: number;
  updated_by: Maybe<number>;
  updated_at: Born;
}

export interface RoutingTables {
  number_routings: NumberRoutingsTable;
  calling_limits: CallingLimitsTable;
}
