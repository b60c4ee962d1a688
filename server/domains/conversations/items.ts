/** Reading items: one query with everything an item shows, and its shape on the wire. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Item } from '#contract/conversations/entities.ts';
import type { Media } from '#contract/core/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFaxError } from '../../fax/errors.ts';
import { formatFileUrl } from '../../files/links.ts';
import type { Services } from '../../services.ts';
import { formatCarrierError } from './carrierErrors.ts';

/** The query of items with their call, recording, note and media; narrow and order it, then `toItem` each row. */
export function selectItems() {
  return currentTransaction()
    .selectFrom('items')
    .leftJoin('calls', 'calls.id', 'items.call_id')
    .leftJoin('files as recording', 'recording.id', 'calls.recording_file_id')
    .leftJoin('notes', 'notes.id', 'items.note_id')
    .select([
      'items.id',
      'items.company_id',
      'items.conversation_id',
      'items.number_id',
      'items.recipient',
      'items.type',
      'items.is_inbound',
      'items.is_read',
      'items.created_at',
      'items.client_id',
      'items.actor_id',
      'items.actor_name',
      'items.call_id',
      'items.note_id',
      'items.body',
      'items.delivery_state',
      'items.error_code',
      'items.segments',
      'items.send_at',
      'items.opt_out_review',
      'items.duration',
      'items.pages',
      'items.pages_state',
      'calls.result',
      'calls.ring_seconds',
      'calls.duration as call_duration',
      'calls.answered_by',
      'calls.steps',
      'calls.is_lead',
      'calls.is_appointment',
      'recording.id as recording_id',
      'recording.name as recording_name',
      'recording.content_type as recording_type',
      'recording.bytes as recording_bytes',
      'notes.body as note_body',
      'notes.edited_at as note_edited_at',
      'notes.editor_id as note_editor_id',
      'notes.editor_name as note_editor_name',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('item_media')
          .innerJoin('files', 'files.id', 'item_media.file_id')
          .select(['files.id', 'files.name', 'files.content_type', 'files.bytes'])
          .whereRef('item_media.item_id', '=', 'items.id')
          .orderBy('item_media.position'),
      ).as('media'),
    )
    .where('items.deleted_at', 'is', null);
}

/** A row of `selectItems`. */
type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number];

/** An item as the wire speaks of it, whether it stands in a thread or in the activity list alone (`conversationId` null). */
type UnthreadedItem = Omit<Item, 'conversationId'> & { readonly conversationId: number | null };

/** A row of `selectItems` as the wire speaks of it. */
export function toItem(services: Services, row: ItemRow): UnthreadedItem {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    type: row.type,
    isInbound: row.is_inbound,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
    clientId: row.client_id,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    details: toDetails(services, row),
  };
}

/** An item that is known to stand in a thread. */
export function toConversationItem(item: UnthreadedItem): Item {
  if (item.conversationId === null) throw new Error('An item outside of a thread was read as one of a thread');
  return { ...item, conversationId: item.conversationId };
}

/** The items of these ids that stand in threads and are not deleted, in the order of the ids. */
export async function loadItems(services: Services, ids: readonly number[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems()
    .where('items.company_id', '=', companyId())
    .where('items.id', 'in', ids)
    .where('items.conversation_id', 'is not', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toConversationItem(toItem(services, row))] : [];
  });
}

function toDetails(services: Services, row: ItemRow): Item['details'] {
  const media = row.media.map((file) => toMedia(services, row.company_id, file));
  switch (row.type) {
    case 'call':
      return {
        kind: 'call',
        callId: row.call_id ?? 0,
        result: row.result ?? 'none',
        duration: row.call_duration ?? row.duration ?? 0,
        ringSeconds: row.ring_seconds ?? 0,
        answeredBy: row.answered_by,
        isLead: row.is_lead ?? false,
        isAppointment: row.is_appointment ?? false,
        steps: row.steps ?? [],
        recording: toRecording(services, row),
      };
    case 'message':
      return {
        kind: 'message',
        message: row.body ?? '',
        media,
        deliveryState: row.delivery_state ?? (row.is_inbound ? 'received' : 'sent'),
        errorCode: row.error_code,
        errorText: row.error_code === null ? null : formatCarrierError(row.error_code),
        segments: row.segments,
        sendAt: row.send_at?.toISOString() ?? null,
        optOutReview: row.opt_out_review,
      };
    case 'voicemail':
      return {
        kind: 'voicemail',
        callId: row.call_id,
        duration: row.duration ?? 0,
        transcript: row.body,
        recording: media[0] ?? toRecording(services, row),
      };
    case 'fax':
      return toFax(row, media);
    case 'note':
      return {
        kind: 'note',
        noteId: row.note_id ?? 0,
        body: row.note_body ?? row.body ?? '',
        editedAt: row.note_edited_at?.toISOString() ?? null,
        editor: toEditor(row),
      };
  }
}

function toEditor({ note_editor_id: id, note_editor_name: name }: ItemRow) {
  return id === null ? null : { id, name: name ?? '' };
}

function toFax(row: ItemRow, media: readonly Media[]): Item['details'] {
  const pictures = media.filter(({ contentType }) => contentType.startsWith('image/'));
  return {
    kind: 'fax',
    pages: row.pages ?? pictures.length,
    deliveryState: row.delivery_state ?? (row.is_inbound ? 'received' : 'sent'),
    errorCode: row.error_code,
    errorText: row.error_code === null ? null : formatFaxError(row.error_code),
    pagesState: row.pages_state ?? 'drawn',
    document: media.find(({ contentType }) => !contentType.startsWith('image/')) ?? null,
    media: pictures,
  };
}

function toRecording(services: Services, row: ItemRow): Media | null {
  if (row.recording_id === null) return null;
  return toMedia(services, row.company_id, {
    id: row.recording_id,
    name: row.recording_name ?? '',
    content_type: row.recording_type ?? 'application/octet-stream',
    bytes: row.recording_bytes ?? 0,
  });
}

function toMedia(services: Services, company: number, file: { id: number; name: string; content_type: string; bytes: number }): Media {
  return {
    id: file.id,
    name: file.name,
    contentType: file.content_type,
    bytes: file.bytes,
    url: formatFileUrl(services.sealer, { companyId: company, fileId: file.id }),
  };
}
