/** Calls, and what was said in them. */
import type { ColumnType, Generated } from 'kysely';
import type { callResults } from '#contract/calls/enums.ts';
import type { CallContext } from '#machines/call/index.ts';
import type { Default, Id, Instant, JsonDefault, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

/** The memory of a call's flow; its steps stand in `steps`. */
export type CallFlow = Omit<CallContext, 'steps'>;

export type CallResult = (typeof callResults)[number];

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
  department: Maybe<string>;
  outcome: Maybe<string>;
  carrier_sid: Maybe<string>;
  /** Queue in which the caller waits and hears hold music. */
  queue_sid: Maybe<string>;
  call_token: Maybe<string>;
  /** The person who may answer it in the app, and since when. */
  reserved_by: Maybe<number>;
  reserved_at: MaybeInstant;
  /** The first call of this person to the company; kept by the database. */
  is_first_contact: Generated<boolean>;
  live_state: Maybe<string>;
  /** Goes on; kept by the database. */
  is_live: Generated<boolean>;
  flow: MaybeJson<CallFlow>;
  ended_at: MaybeInstant;
  last_heard_at: MaybeInstant;
  /** Source, pool and kind of device of the visitor to whom the number was shown; null without one. */
  traffic_source: Maybe<string>;
  /** Source of that visitor's first visit; null where it is the same. */
  first_traffic_source: Maybe<string>;
  dni_pool_id: Maybe<number>;
  device_type: Maybe<string>;
  /** The likeliest visitor session of those that had its number. */
  dni_session_id: Maybe<number>;
}

/** Sums over calls that the database keeps; seconds. */
interface CallSumColumns {
  calls: number;
  inbound: number;
  answered: number;
  missed: number;
  voicemail: number;
  blocked: number;
  first_time: number;
  leads: number;
  appointments: number;
  qualified: number;
  over_30: number;
  over_90: number;
  over_120: number;
  over_300: number;
  duration: number;
  ring_seconds: number;
  value: number;
}

/** Of a number's calls of a day in the company's time zone. */
interface CallDaysTable extends CallSumColumns {
  company_id: number;
  number_id: number;
  day: string;
}

/** Of the calls of a day that have one thing in common, and of all of a day (`day`); a call without it is in no row. */
interface CallPartsTable extends CallSumColumns {
  company_id: number;
  part: 'hour' | 'answered_by' | 'source' | 'pool' | 'area' | 'day';
  day: string;
  key: string;
}

/** Messages, faxes and voicemails of a number's hour in the company's time zone (kept by the database). */
interface ItemHoursTable {
  company_id: number;
  type: string;
  day: string;
  hour: number;
  number_id: number;
  inbound: number;
  outbound: number;
}

/** A stretch of speech; times in seconds since the recording began. */
export interface StoredSegment {
  readonly channel: number;
  readonly speaker: 'agent' | 'customer';
  readonly transcript: string;
  readonly startTime: number;
  readonly endTime: number;
}

interface TranscriptsTable {
  call_id: number;
  company_id: number;
  started_at: Instant;
  agent_talk: Default<number>;
  client_talk: Default<number>;
  channels: JsonDefault<Record<string, unknown>>;
  segments: JsonDefault<StoredSegment[]>;
  /** Made by the database of the segments. */
  words: ColumnType<string, never, never>;
}

export interface CallTables {
  calls: CallsTable;
  call_tags: { company_id: number; call_id: number; tag_id: number };
  transcripts: TranscriptsTable;
  call_days: CallDaysTable;
  call_parts: CallPartsTable;
  item_hours: ItemHoursTable;
}
