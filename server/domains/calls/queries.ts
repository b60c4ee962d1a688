/** Reading calls: what a list shows of one, and one with all that is known of it. */
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Call, CallDetail } from '#contract/calls/entities.ts';
import { callDepartments, callOutcomes } from '#contract/calls/enums.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { loadFields } from '../customFields/values.ts';

/** Tags of a call by name: its own, and those of its number. */
export const selectCallTags = (eb: ExpressionBuilder<Database, 'calls'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('tags')
      .select(['tags.id', 'tags.name'])
      .where((tag) =>
        tag.or([
          tag.exists(tag.selectFrom('call_tags').whereRef('call_tags.call_id', '=', 'calls.id').whereRef('call_tags.tag_id', '=', 'tags.id')),
          tag.exists(tag.selectFrom('number_tags').whereRef('number_tags.number_id', '=', 'calls.number_id').whereRef('number_tags.tag_id', '=', 'tags.id')),
        ]),
      )
      .where(isOwnOrShared('tags'))
      .orderBy('tags.name'),
  );

/** Calls of the open company with everything a list shows. */
function shownCalls() {
  return currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .leftJoin('items', (join) => join.onRef('items.call_id', '=', 'calls.id').on('items.type', '=', 'call'))
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'calls.company_id').onRef('contacts.number', '=', 'calls.recipient').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'calls.company_id').onRef('contact_phones.number', '=', 'calls.recipient'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .where('calls.company_id', '=', companyId())
    .select([
      'calls.id',
      'calls.number_id',
      'calls.recipient',
      'calls.is_inbound',
      'calls.result',
      'calls.started_at',
      'calls.ring_seconds',
      'calls.duration',
      'calls.answered_by',
      'calls.steps',
      'calls.recording_file_id',
      'calls.is_lead',
      'calls.is_appointment',
      'calls.is_first_contact',
      'calls.qualification',
      'calls.value',
      'calls.department',
      'calls.outcome',
      'items.id as item_id',
      // A call that goes on has no item in its thread yet.
      sql<number | null>`coalesce(items.conversation_id, case when calls.live_state is not null then (
        select conversations.id from conversations
        where conversations.company_id = calls.company_id and conversations.number_id = calls.number_id and conversations.recipient = calls.recipient
      ) end)`.as('conversation_id'),
      'phone_numbers.label',
      'phone_numbers.number',
      sql<number | null>`coalesce(contacts.id, merged.id)`.as('contact_id'),
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('contact_name'),
    ])
    .select((eb) => [
      selectCallTags(eb).as('tags'),
      eb.exists(eb.selectFrom('transcripts').select('transcripts.call_id').whereRef('transcripts.call_id', '=', 'calls.id')).as('has_transcript'),
      eb
        .exists(
          eb
            .selectFrom('items as heard')
            .innerJoin('item_media', 'item_media.item_id', 'heard.id')
            .select('heard.id')
            .whereRef('heard.call_id', '=', 'calls.id')
            .where('heard.type', '=', 'voicemail')
            .where('heard.deleted_at', 'is', null),
        )
        .as('has_voicemail'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof shownCalls>['execute']>>[number];

const findWord = <const W extends string>(words: readonly W[], word: string | null): W | null => words.find((each) => each === word) ?? null;
const toQualification = (code: number | null) => (code === 1 || code === 2 || code === 3 ? code : null);

function toCall(row: Row): Call {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    recipient: row.recipient,
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name ?? '' },
    number: { id: row.number_id, label: row.label, number: row.number },
    isInbound: row.is_inbound ? 1 : 0,
    result: row.result,
    startedAt: row.started_at.toISOString(),
    ringSeconds: row.ring_seconds,
    duration: row.duration,
    answeredBy: row.answered_by,
    isFirstContact: row.is_first_contact,
    ascOptions: { isLead: row.is_lead, isAppointment: row.is_appointment },
    qualification: toQualification(row.qualification),
    value: row.value,
    department: findWord(callDepartments, row.department),
    outcome: findWord(callOutcomes, row.outcome),
    tags: row.tags,
    hasMedia: row.recording_file_id !== null || Boolean(row.has_voicemail),
    hasTranscription: Boolean(row.has_transcript),
  };
}

/** The calls of these ids, in the order of the ids. */
export async function loadCalls(ids: readonly number[]): Promise<Call[]> {
  if (ids.length === 0) return [];
  const rows = await shownCalls()
    .where(sql<boolean>`calls.id = any (${[...ids]}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toCall(row)] : [];
  });
}

/** Selects the additional data of a detail: the recording (a voicemail's where the call has none of its own), the transcript, the newest note. */
function selectDetail(id: number) {
  return currentTransaction()
    .selectFrom('calls')
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', id)
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('files')
          .select(['files.id', 'files.name', 'files.content_type', 'files.bytes'])
          .where((file) =>
            file(
              'files.id',
              '=',
              file.fn.coalesce(
                'calls.recording_file_id',
                file
                  .selectFrom('items')
                  .innerJoin('item_media', 'item_media.item_id', 'items.id')
                  .select('item_media.file_id')
                  .whereRef('items.call_id', '=', 'calls.id')
                  .where('items.type', '=', 'voicemail')
                  .where('items.deleted_at', 'is', null)
                  .orderBy('item_media.position')
                  .limit(1),
              ),
            ),
          ),
      ).as('file'),
      jsonObjectFrom(
        eb
          .selectFrom('transcripts')
          .select(['transcripts.agent_talk', 'transcripts.client_talk', 'transcripts.channels', 'transcripts.segments'])
          .whereRef('transcripts.call_id', '=', 'calls.id'),
      ).as('transcript'),
      jsonObjectFrom(
        eb
          .selectFrom('notes')
          .select(['notes.id', 'notes.body', 'notes.author_id', 'notes.author_name', 'notes.created_at'])
          .where('notes.company_id', '=', companyId())
          .where('notes.model_type', '=', 'call')
          .whereRef('notes.model_id', '=', 'calls.id')
          .where('notes.deleted_at', 'is', null)
          .orderBy('notes.id', 'desc')
          .limit(1),
      ).as('note'),
    ])
    .executeTakeFirstOrThrow();
}
type Detail = Awaited<ReturnType<typeof selectDetail>>;

async function loadHistory(recipient: string): Promise<CallDetail['history']> {
  const { first, total } = await currentTransaction()
    .selectFrom('calls')
    .select((eb) => [eb.fn.min('started_at').as('first'), eb.fn.countAll<number>().as('total')])
    .where('company_id', '=', companyId())
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return { firstCallDate: first?.toISOString() ?? null, totalCalls: total };
}

const toNote = (note: Detail['note']): CallDetail['note'] =>
  note === null
    ? null
    : {
        id: note.id,
        body: note.body,
        author: note.author_id === null ? null : { id: note.author_id, name: note.author_name ?? '' },
        createdAt: new Date(note.created_at).toISOString(),
      };
const toTranscription = (transcript: Detail['transcript']): CallDetail['transcription'] =>
  transcript === null
    ? null
    : {
        agentTalkPercentage: transcript.agent_talk,
        clientTalkPercentage: transcript.client_talk,
        segments: transcript.segments.map((segment) => ({ ...segment })),
        channelMetadata: transcript.channels,
      };

/** One call with all that is known of it. Refuses one that is missing, another company's, or of a number the person does not work. */
export async function getCall(services: Services, membership: Membership, id: number): Promise<CallDetail> {
  const row = await shownCalls().where('calls.id', '=', id).executeTakeFirst();
  if (!row || !canAccessNumber(membership, row.number_id)) throw new AppError('not_found');
  const [{ file, transcript, note }, history, customAttributeValues] = await Promise.all([
    selectDetail(id),
    loadHistory(row.recipient),
    loadFields('Call', id),
  ]);
  const media = file && {
    id: file.id,
    name: file.name,
    contentType: file.content_type,
    bytes: file.bytes,
    url: formatFileUrl(services.sealer, { companyId: companyId(), fileId: file.id }),
  };
  return { ...toCall(row), media, steps: row.steps, note: toNote(note), history, transcription: toTranscription(transcript), customAttributeValues };
}
