/** The line a list shows of a thread's newest item, kept on the conversation so that a list reads one table. */
import type { Latest } from './tables.ts';

/** Source of the line: the columns of an item and, for a call, its result. */
interface LatestSource {
  readonly id: number;
  readonly type: Latest['type'];
  readonly is_inbound: boolean;
  readonly created_at: Date;
  readonly body: string | null;
  readonly delivery_state: Latest['deliveryState'];
  readonly duration: number | null;
  readonly pages: number | null;
  readonly actor_name: string | null;
  readonly result: Latest['result'];
  readonly ring_seconds: number | null;
  readonly answered_by: string | null;
  /** Last editor of a note. */
  readonly editor_name?: string | null;
}

/** A list shows one line; more would only be cut off by the screen. */
const lineLength = 160;

/** Seconds as a clock shows them: `6:12`, `1:02:09`. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60].map((part) => String(part));
  return hours === '0' ? `${minutes}:${rest?.padStart(2, '0')}` : `${hours}:${minutes?.padStart(2, '0')}:${rest?.padStart(2, '0')}`;
}

/** `Ana Kovac` → `Ana K.`: a list has room for no more. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const [initial] = rest.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial}.`;
}

const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ');

function callLine(item: LatestSource): string {
  const talked = item.duration ? clock(item.duration) : null;
  if (!item.is_inbound)
    return joined('Outbound', item.actor_name === null ? null : shortName(item.actor_name), item.result === 'answered' ? talked : 'no answer');
  switch (item.result) {
    case 'answered':
      return joined(item.answered_by === null ? 'Answered' : `Answered by ${item.answered_by}`, talked);
    case 'missed':
      return joined('Missed call', item.ring_seconds ? `rang ${item.ring_seconds}s` : null);
    case 'voicemail':
      return 'Call went to voicemail';
    case 'blocked':
      return 'Blocked call';
    default:
      return 'Call';
  }
}

function formatLatestLine(item: LatestSource): string {
  const body = (item.body ?? '').replace(/\s+/g, ' ').trim();
  if (item.type === 'call') return callLine(item);
  if (body !== '') return body.length > lineLength ? `${body.slice(0, lineLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : body;
  if (item.type === 'voicemail') return 'Voicemail';
  if (item.type === 'fax') return joined('Fax', item.pages === 1 ? '1 page' : `${item.pages ?? 0} pages`);
  return item.type === 'note' ? 'Note' : 'Attachment';
}

/** Builds the copy of the newest item that a conversation keeps. */
export function toLatest(item: LatestSource): Latest {
  return {
    id: item.id,
    type: item.type,
    isInbound: item.is_inbound,
    createdAt: item.created_at.toISOString(),
    text: formatLatestLine(item),
    result: item.type === 'call' ? (item.result ?? 'none') : null,
    deliveryState: item.delivery_state,
    duration: item.duration,
    actorName: item.actor_name,
    ...(item.editor_name ? { editorName: item.editor_name } : {}),
  };
}
