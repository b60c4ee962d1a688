/** Summary of a conversation: one line and an icon. */
import type { Conversation } from '#contract/conversations/entities.ts';
import { getCallIcon, type StatusIcon } from '../../shared/callIcon.ts';
import { formatDuration } from '../../ui/index.ts';

export { getCallIcon } from '../../shared/callIcon.ts';
export { formatCall } from '../../shared/itemSummary.ts';

/** The icon of a conversation in a list, by what needs looking at first. */
export function getLatestIcon({ latestItem, hasOptOutReview }: Conversation): StatusIcon {
  if (hasOptOutReview) return { icon: 'bell-off', tone: 'amber', label: 'Sounds like an opt-out' };
  if (!latestItem) return { icon: 'message', tone: 'muted', label: 'No activity yet' };
  switch (latestItem.type) {
    case 'call':
      return getCallIcon(latestItem.isInbound, latestItem.details.result);
    case 'voicemail':
      return { icon: 'voicemail', tone: 'violet', label: 'Voicemail' };
    case 'fax':
      return { icon: 'file', tone: 'amber', label: 'Fax' };
    case 'note':
      return { icon: 'note', tone: 'amber', label: 'Note' };
    case 'message':
      if (latestItem.details.deliveryState === 'failed' || latestItem.details.deliveryState === 'undelivered')
        return { icon: 'warning', tone: 'red', label: 'Failed message' };
      if (latestItem.details.deliveryState === 'scheduled') return { icon: 'clock', tone: 'muted', label: 'Scheduled message' };
      return { icon: 'message', tone: latestItem.isInbound ? 'blue' : 'muted', label: latestItem.isInbound ? 'Message' : 'Sent message' };
  }
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
