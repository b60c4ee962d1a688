/** The icon of an item, by what it is and how it went: all that a list shows of it. */
import type * as z from 'zod/mini';
import type { CallDetails, ItemHit } from '#contract/conversations/entities.ts';
import type { IconName, Tone } from '../ui/Icon.tsx';

type Call = z.output<typeof CallDetails>;

export interface StatusIcon {
  readonly icon: IconName;
  readonly tone: Tone;
  /** For screen readers, since the icon alone says it. */
  readonly label: string;
}

/** The mark of a call. */
export function getCallIcon(isInbound: boolean, result: Call['result'] | null): StatusIcon {
  if (!isInbound) return { icon: 'phone-outgoing', tone: 'green', label: 'Outbound call' };
  if (result === 'answered') return { icon: 'phone-incoming', tone: 'green', label: 'Answered call' };
  if (result === 'blocked') return { icon: 'ban', tone: 'muted', label: 'Blocked call' };
  if (result === 'voicemail') return { icon: 'voicemail', tone: 'violet', label: 'Voicemail' };
  return { icon: 'phone-missed', tone: 'red', label: 'Missed call' };
}

/** What an icon tells of an item. */
type ItemMarks = Pick<ItemHit, 'type' | 'isInbound'> & Partial<Pick<ItemHit, 'result' | 'deliveryState'>>;

/** The mark of an item: a call by how it went, a text by how far it came. */
export function getItemIcon({ type, isInbound, result = null, deliveryState }: ItemMarks): StatusIcon {
  switch (type) {
    case 'call':
      return getCallIcon(isInbound, result);
    case 'voicemail':
      return { icon: 'voicemail', tone: 'violet', label: 'Voicemail' };
    case 'fax':
      return { icon: 'file', tone: 'amber', label: 'Fax' };
    case 'note':
      return { icon: 'note', tone: 'amber', label: 'Note' };
    case 'message':
      if (deliveryState === 'failed' || deliveryState === 'undelivered') return { icon: 'warning', tone: 'red', label: 'Failed message' };
      if (deliveryState === 'scheduled' || deliveryState === 'held') return { icon: 'clock', tone: 'muted', label: 'Scheduled message' };
      return { icon: 'message', tone: isInbound ? 'blue' : 'muted', label: isInbound ? 'Message' : 'Sent message' };
  }
}
