/** Words of campaigns on the screen. */
import type { Campaign } from '#contract/campaigns/entities.ts';
import { type DisplayedState, getDisplayedState } from '#contract/campaigns/enums.ts';
import type { Tone } from '../../ui/Icon.tsx';

/** The command that sends a campaign, as undo calls it. */
export const armTitle = 'Send campaign';

/** Seconds after the key in which a campaign can still be stopped. */
export const holdSeconds = 10;

/** The part of the group that a sample goes to, in percent. */
export const samplePercent = 1;

/** '1 recipient', '480 recipients'. */
export const formatRecipients = (count: number): string => (count === 1 ? '1 recipient' : `${count.toLocaleString('en-US')} recipients`);

/** Rough duration of sending: '45s', '8m', '3h'. */
export function formatRoughDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes}m` : `${Math.round(minutes / 60)}h`;
}

/** A state as a value: `in-progress` → 'In progress'. */
export const formatState = (state: DisplayedState): string => `${state.charAt(0).toUpperCase()}${state.slice(1).replace('-', ' ')}`;

/** A campaign's state in words: more than the state says where it is held back, sampled or not ready. */
export function formatCampaignState(campaign: Campaign, now: number): string {
  const { status, firstPercent, pausedReason, deliverAt, heldUntil } = campaign;
  if (status === 'pending') return 'Getting ready';
  if (status === 'queued' && heldUntil !== null && Date.parse(heldUntil) > now) return 'About to send';
  if (status === 'paused' && pausedReason === 'trickle') return `First ${firstPercent ?? samplePercent}% sent`;
  return formatState(getDisplayedState(status, deliverAt, now));
}

const tones: Readonly<Record<DisplayedState, Tone | undefined>> = {
  draft: undefined,
  'in-progress': 'blue',
  scheduled: 'violet',
  paused: 'amber',
  sent: 'green',
  canceled: undefined,
  failed: 'red',
};

/** The colour of a state; none where it means nothing. */
export const getStateTone = ({ status, deliverAt }: Campaign, now: number): Tone | undefined => tones[getDisplayedState(status, deliverAt, now)];
