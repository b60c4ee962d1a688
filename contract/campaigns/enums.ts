/** Enumerations of campaigns (enums.tsv), and the states of their recipients, which are ours. */

/** ENUM-180 to ENUM-187. */
export const campaignStates = ['pending', 'draft', 'queued', 'sending', 'canceled', 'paused', 'sent', 'failed'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** ENUM-195, ENUM-196: states a client asks for. */
export const savedStates = ['draft', 'queued'] as const;

/** ENUM-188 to ENUM-194. */
export const displayedStates = ['draft', 'in-progress', 'scheduled', 'paused', 'sent', 'canceled', 'failed'] as const;
export type DisplayedState = (typeof displayedStates)[number];

/** The state as a person reads it (RULE-114 to RULE-119). */
export function getDisplayedState(state: CampaignState, deliverAt: string | null, now: number): DisplayedState {
  if (state === 'pending' || state === 'draft') return 'draft';
  if (state === 'sending') return 'in-progress';
  if (state === 'queued') return deliverAt !== null && Date.parse(deliverAt) > now ? 'scheduled' : 'in-progress';
  return state;
}

/** The send time as it is shown: none for a draft whose time has passed (RULE-120). */
export const getDisplayedTime = (state: CampaignState, deliverAt: string | null, now: number): string | null =>
  deliverAt !== null && getDisplayedState(state, deliverAt, now) === 'draft' && Date.parse(deliverAt) <= now ? null : deliverAt;

/** Sorts of the list (AMB-131); counts are ENUM-201 to ENUM-205. */
export const campaignSorts = ['title', 'deliverAt', 'createdAt', 'sent', 'delivered', 'undelivered', 'responded', 'unsubscribed'] as const;
export type CampaignSort = (typeof campaignSorts)[number];

/**
 * States of a recipient, each in exactly one: `waiting` for their turn, `held` until texting hours or the end of a day, `sending` while the carrier is asked, `sent`
 * once it took the text, then what it tells of it; `failed` where it refused; `skipped` where nobody asked it; `unknown` where nobody knows whether it took the text.
 */
export const recipientStates = ['waiting', 'held', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped', 'canceled', 'unknown'] as const;
export type RecipientState = (typeof recipientStates)[number];

/** The states as a person reads them. */
export const recipientStateLabel: Readonly<Record<RecipientState, string>> = {
  waiting: 'Waiting',
  held: 'Waiting for texting hours',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Undelivered',
  failed: 'Failed',
  skipped: 'Skipped',
  canceled: 'Canceled',
  unknown: 'Not confirmed',
};

/** Reasons for which a recipient is skipped. */
export const skipReasons = ['opted_out', 'landline', 'invalid', 'destination'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Lines of the review, which add up to the group: who gets the text at once, who later, who not and why. */
export const reviewLines = ['now', 'later', ...skipReasons] as const;
export type ReviewLine = (typeof reviewLines)[number];

/** The lines as a person reads them. */
export const reviewLineLabel: Readonly<Record<ReviewLine, string>> = {
  now: 'Sent right away',
  later: 'Waiting for texting hours',
  opted_out: 'Opted out',
  landline: 'Landline',
  invalid: 'Invalid number',
  destination: 'Outside the US and Canada, or premium',
};

/** Reasons of a pause: a person's; the sample is over; the carrier or the number can't send; the server was restored from a backup or was away. */
export const pauseReasons = ['person', 'trickle', 'carrier', 'restored'] as const;
export type PauseReason = (typeof pauseReasons)[number];
