/** Texts of a contact's card. Pure. */
import type { Activity } from '#contract/activity/entities.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { getItemIcon, type StatusIcon } from '../../shared/itemIcon.ts';
import { formatItem } from '../../shared/itemSummary.ts';
import { formatClockTime, formatDuration } from '../../ui/index.ts';
import { formatOptInType } from '../../ui/optIn.ts';

/** 'today', 'yesterday', 'Nov 3', 'Nov 3, 2025': days of the zone. */
export function formatRelativeDay(instant: string, now: number, zone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '–';
  const day = formatDay(zone, at);
  const today = formatDay(zone, now);
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric', ...year }).format(at);
}

/** Describes the origin of the contact's consent: 'wrote first · Nov 3'. */
export const formatOptIn = ({ optinType, optinSource, addedAt }: Pick<Contact, 'optinType' | 'optinSource' | 'addedAt'>, now: number, zone: string): string =>
  [...new Set([formatOptInType(optinType), optinSource, formatRelativeDay(addedAt, now, zone)])].filter(Boolean).join(' · ');

/** 'Oakland, CA 94607'; null when nothing of it is known. */
export function formatLocation({ city, state, zip }: Pick<Contact, 'city' | 'state' | 'zip'>): string | null {
  const words = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return words === '' ? null : words;
}

const formatCount = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** '4 calls, 11 messages since Nov 3'; null when nothing ever happened. */
export function formatHistoryTitle(
  history: { calls: number; messages: number; total: number; since: string | null },
  now: number,
  zone: string,
): string | null {
  if (history.total === 0 || history.since === null) return null;
  const counts = [
    history.calls > 0 ? formatCount(history.calls, 'call', 'calls') : null,
    history.messages > 0 ? formatCount(history.messages, 'message', 'messages') : null,
  ].filter((words) => words !== null);
  const day = formatRelativeDay(history.since, now, zone);
  return `${counts.length > 0 ? counts.join(', ') : formatCount(history.total, 'item', 'items')} ${day === 'today' ? day : `since ${day}`}`;
}

interface HistoryEntry {
  readonly id: number;
  readonly icon: StatusIcon;
  readonly text: string;
  readonly time: string;
  /** null for a call that never became a thread. */
  readonly conversationId: number | null;
}

/** As it is said everywhere, but for what a card has no room for, or knows. */
function formatActivity(item: Activity): string {
  const { details, isInbound } = item;
  if (details.kind === 'voicemail') return `Voicemail · ${formatDuration(details.duration)}`;
  return details.kind === 'message' && !isInbound ? `You: ${details.message}` : formatItem(item);
}

/** The newest items, one line each, at most `limit`; messages of one day that follow one another are one line. `items` are newest first. */
export function createHistoryEntries(items: readonly Activity[], now: number, zone: string, limit = 6): HistoryEntry[] {
  const lines: HistoryEntry[] = [];
  for (let at = 0; at < items.length && lines.length < limit; ) {
    const item = items[at];
    if (!item) break;
    const day = formatRelativeDay(item.createdAt, now, zone);
    const isSame = (other: Activity | undefined) => other?.type === 'message' && formatRelativeDay(other.createdAt, now, zone) === day;
    let next = at + 1;
    while (item.type === 'message' && isSame(items[next])) next += 1;
    const count = next - at;
    lines.push({
      id: item.id,
      icon:
        count > 1 ? { icon: 'message', tone: 'blue', label: 'Messages' } : getItemIcon({ type: item.details.kind, isInbound: item.isInbound, ...item.details }),
      text: count > 1 ? `${count} messages` : formatActivity(item),
      time: count === 1 && day === 'today' ? formatClockTime(item.createdAt, zone) : day,
      conversationId: item.conversationId,
    });
    at = next;
  }
  return lines;
}
