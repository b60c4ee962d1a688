/** Reading the rows of an export, page after page. */
import { type RawBuilder, sql } from 'kysely';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { CallsQuery } from '../calls/filter.ts';
import type { CallResult, StoredSegment } from '../calls/tables.ts';

/** A call as an export tells it; what was left after the beep, where something was. */
export interface ExportedCall {
  readonly id: number;
  readonly started_at: Date;
  readonly position: string;
  readonly recipient: string;
  readonly contact_name: string | null;
  readonly number: string;
  readonly label: string;
  readonly is_inbound: boolean;
  readonly result: CallResult;
  readonly answered_by: string | null;
  readonly ring_seconds: number;
  readonly duration: number;
  readonly is_first_contact: boolean | null;
  readonly is_lead: boolean;
  readonly is_appointment: boolean;
  readonly qualification: number | null;
  readonly value: number | null;
  readonly department: string | null;
  readonly outcome: string | null;
  readonly tags: readonly string[];
  readonly segments: readonly StoredSegment[] | null;
  readonly voicemail_text: string | null;
  readonly voicemail_at: Date | null;
  readonly voicemail_seconds: number | null;
}

interface Wanted {
  readonly calls: CallsQuery;
  readonly saying: RawBuilder<boolean> | null;
  readonly kind: 'calls' | 'voicemails';
  /** Transcripts and tags are read only where a column shows them. */
  readonly withTranscripts: boolean;
  readonly withTags: boolean;
}

const selectTags = () => sql<string[]>`array(
  select tags.name from tags where ${isOwnOrShared('tags')} and (
    exists (select from call_tags where call_tags.call_id = calls.id and call_tags.tag_id = tags.id)
    or exists (select from number_tags where number_tags.number_id = calls.number_id and number_tags.tag_id = tags.id)
  ) order by tags.name)`;

/** A page of the rows, newest first, after a position. */
export async function readExportPage(
  { calls, saying, kind, withTranscripts, withTags }: Wanted,
  after: { readonly position: string; readonly id: number } | null,
  limit: number,
): Promise<ExportedCall[]> {
  let wanted = saying === null ? calls : calls.where(saying);
  if (after) wanted = wanted.where(sql<boolean>`(calls.started_at, calls.id) < (${after.position}::timestamptz, ${after.id}::bigint)`);
  if (kind === 'voicemails')
    wanted = wanted.where(
      sql<boolean>`exists (select from items left_ where left_.call_id = calls.id and left_.type = 'voicemail' and left_.deleted_at is null)`,
    );
  const chosen = await wanted.select('calls.id').orderBy('calls.started_at', 'desc').orderBy('calls.id', 'desc').limit(limit).execute();
  if (chosen.length === 0) return [];
  const ids = chosen.map(({ id }) => id);
  return currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'calls.company_id').onRef('contacts.number', '=', 'calls.recipient').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'calls.company_id').onRef('contact_phones.number', '=', 'calls.recipient'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .leftJoin('transcripts', (join) => join.onRef('transcripts.call_id', '=', 'calls.id').on(sql<boolean>`${withTranscripts}`))
    .leftJoin('items', (join) => join.onRef('items.call_id', '=', 'calls.id').on('items.type', '=', 'voicemail').on('items.deleted_at', 'is', null))
    .where('calls.company_id', '=', companyId())
    .where(sql<boolean>`calls.id = any (${ids}::bigint[])`)
    .select([
      'calls.id',
      'calls.started_at',
      sql<string>`calls.started_at::text`.as('position'),
      'calls.recipient',
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('contact_name'),
      'phone_numbers.number',
      'phone_numbers.label',
      'calls.is_inbound',
      'calls.result',
      'calls.answered_by',
      'calls.ring_seconds',
      'calls.duration',
      'calls.is_first_contact',
      'calls.is_lead',
      'calls.is_appointment',
      'calls.qualification',
      'calls.value',
      'calls.department',
      'calls.outcome',
      withTags ? selectTags().as('tags') : sql<string[]>`'{}'::text[]`.as('tags'),
      'transcripts.segments',
      'items.body as voicemail_text',
      'items.created_at as voicemail_at',
      'items.duration as voicemail_seconds',
    ])
    .orderBy('calls.started_at', 'desc')
    .orderBy('calls.id', 'desc')
    .execute();
}

/** A message or fax as an export tells it. */
export interface ExportedItem {
  readonly id: number;
  readonly created_at: Date;
  readonly position: string;
  readonly recipient: string;
  readonly contact_name: string | null;
  readonly number: string;
  readonly label: string;
  readonly is_inbound: boolean;
  readonly body: string | null;
  readonly delivery_state: string | null;
  readonly actor_name: string | null;
  readonly segments: number;
  readonly pages: number | null;
}

/** A page of the messages or faxes of these numbers (null: of all), newest first, after a position. Deleted ones are none. */
export async function readItemPage(
  { type, numberIds }: { readonly type: 'message' | 'fax'; readonly numberIds: readonly number[] | null },
  after: { readonly position: string; readonly id: number } | null,
  limit: number,
): Promise<ExportedItem[]> {
  let items = currentTransaction()
    .selectFrom('items')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'items.company_id').onRef('contacts.number', '=', 'items.recipient').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'items.company_id').onRef('contact_phones.number', '=', 'items.recipient'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .where('items.company_id', '=', companyId())
    .where('items.type', '=', type)
    .where('items.deleted_at', 'is', null)
    .where(limitToAccessibleNumbers('items.number_id', numberIds));
  if (after) items = items.where(sql<boolean>`(items.created_at, items.id) < (${after.position}::timestamptz, ${after.id}::bigint)`);
  return items
    .select([
      'items.id',
      'items.created_at',
      sql<string>`items.created_at::text`.as('position'),
      'items.recipient',
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('contact_name'),
      'phone_numbers.number',
      'phone_numbers.label',
      'items.is_inbound',
      'items.body',
      'items.delivery_state',
      'items.actor_name',
      'items.segments',
      'items.pages',
    ])
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(limit)
    .execute();
}
