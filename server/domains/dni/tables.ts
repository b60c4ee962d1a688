/** Pools, visitor sessions with their leases and events, and what calls owe to them. */
import type { DniReportRow } from '#contract/dni/entities.ts';
import type { DeviceType, DniSourceId } from '#contract/dni/enums.ts';
import type { Born, Default, Id, Instant, Json, Maybe, MaybeInstant } from '../../db/columns.ts';

interface DniPoolsTable {
  id: Id;
  company_id: Maybe<number>;
  organization_id: Maybe<number>;
  name: string;
  is_active: Default<boolean>;
  source: DniSourceId;
  source_value: Maybe<string>;
  origins: string[];
  target_numbers: string[];
  template_id: Maybe<number>;
  session_minutes: Default<number>;
  hold_minutes: Default<number>;
  fallback_number_id: Maybe<number>;
  created_at: Born;
  updated_at: Born;
}

/** Origin of a visit, in sessions and in what calls keep of them. */
interface OriginColumns {
  source: string;
  source_detail: Maybe<string>;
  first_source: string;
  medium: Maybe<string>;
  campaign: Maybe<string>;
  landing: string;
  device_type: DeviceType;
}

interface DniSessionsTable extends OriginColumns {
  id: Id;
  company_id: number;
  key: string;
  visitor_key: string;
  pool_id: Maybe<number>;
  pool_name: Maybe<string>;
  number_id: Maybe<number>;
  is_first: boolean;
  term: Maybe<string>;
  click_parameter: Maybe<string>;
  click_id: Maybe<string>;
  /** Id that Google Analytics gave the visitor. */
  ga_client_id: Maybe<string>;
  referrer: Maybe<string>;
  page: string;
  pages: Default<number>;
  browser: Maybe<string>;
  session_minutes: number;
  hold_minutes: number;
  started_at: Instant;
  last_seen_at: Instant;
}

interface DniEventsTable {
  id: Id;
  company_id: number;
  session_id: number;
  type: 'page' | 'number';
  at: Instant;
  title: string;
  detail: Maybe<string>;
}

interface DniLeasesTable {
  id: Id;
  company_id: number;
  pool_id: number;
  number_id: number;
  session_id: number;
  taken_at: Instant;
  beat_at: Instant;
  until: Instant;
  hold_minutes: number;
  ended_at: MaybeInstant;
}

interface DniCallVisitorsTable extends OriginColumns {
  id: Id;
  company_id: number;
  call_id: number;
  session_id: Maybe<number>;
  share: number;
  last_page: string;
  last_seen_at: Instant;
}

interface DniReportsTable {
  id: Id;
  company_id: number;
  scope: 'company' | 'businessUnit';
  scope_name: string;
  start_date: string;
  end_date: string;
  timezone: string;
  rows: Json<DniReportRow[]>;
  is_limited: Default<boolean>;
  created_by: Maybe<number>;
  created_at: Born;
}

export interface DniTables {
  dni_pools: DniPoolsTable;
  dni_sites: { company_id: number; public_key: Default<string> };
  dni_slots: { number_id: number; company_id: number; pool_id: number; used_at: MaybeInstant; until: MaybeInstant };
  dni_sessions: DniSessionsTable;
  dni_events: DniEventsTable;
  dni_leases: DniLeasesTable;
  dni_call_visitors: DniCallVisitorsTable;
  dni_reports: DniReportsTable;
}
