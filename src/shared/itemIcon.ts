/** The icon of a call, by how it went: all that a list shows of it. */
import type * as z from 'zod/mini';
import type { CallDetails } from '#contract/conversations/entities.ts';
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
