/** Summary of a conversation: one line and an icon. */
import type { Conversation } from '#contract/conversations/entities.ts';
import { getItemIcon, type StatusIcon } from '../../shared/itemIcon.ts';
import { formatDuration } from '../../ui/index.ts';

export { getCallIcon } from '../../shared/itemIcon.ts';
export { formatCall } from '../../shared/itemSummary.ts';

/** The icon of a conversation in a list, by what needs looking at first. */
export function getLatestIcon({ latestItem, hasOptOutReview }: Conversation): StatusIcon {
  if (hasOptOutReview) return { icon: 'bell-off', tone: 'amber', label: 'Sounds like an opt-out' };
  if (!latestItem) return { icon: 'message', tone: 'muted', label: 'No activity yet' };
  return getItemIcon({ ...latestItem, ...latestItem.details });
}

/** The line of a conversation in a list. */
export function formatPreview({ latestItem }: Conversation): string {
  if (!latestItem) return '';
  const { text, actorName, editorName, duration: seconds } = latestItem.details;
  if (latestItem.type === 'message' && !latestItem.isInbound) return latestItem.details.deliveryState === 'scheduled' ? `Scheduled: ${text}` : `You: ${text}`;
  // Quotes are for what somebody said: without a transcript the line is the server's own word.
  if (latestItem.type === 'voicemail') return text === '' || text === 'Voicemail' ? `Voicemail${seconds ? ` · ${formatDuration(seconds)}` : ''}` : `“${text}”`;
  if (latestItem.type === 'note') {
    const edited = editorName === actorName ? `${actorName} (edited)` : `${actorName ?? 'Former user'}, edited by ${editorName}`;
    const by = editorName === null ? actorName : edited;
    return by ? `${by}: ${text}` : text;
  }
  return text;
}
