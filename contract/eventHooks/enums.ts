/** Enumerations of webhooks that a company is told events by. */

/**
 * Events (decision 0049). `call.ended`: any call that is over; `call.missed`: an inbound one that was not answered; `voicemail.created`: a caller left one; `message.received`
 * and `message.sent`: a text came in, or the carrier took one; `lead.marked`: a call was marked as a lead; `campaign.finished`: it was sent, failed or was canceled.
 */
export const hookEvents = ['call.ended', 'call.missed', 'voicemail.created', 'message.received', 'message.sent', 'lead.marked', 'campaign.finished'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** The event that a person sends to see whether it arrives. */
export const testEvent = 'webhook.test';
export const sentEvents = [...hookEvents, testEvent] as const;
export type SentEvent = (typeof sentEvents)[number];

export const sentEventLabel: Readonly<Record<SentEvent, string>> = {
  'call.ended': 'Call ended',
  'call.missed': 'Call missed',
  'voicemail.created': 'Voicemail',
  'message.received': 'Text received',
  'message.sent': 'Text sent',
  'lead.marked': 'Lead marked',
  'campaign.finished': 'Campaign finished',
  'webhook.test': 'Test',
};

/**
 * State of a delivery. `waiting`: for its time, or for its next attempt; `sending`: an attempt is under way; `delivered`: the receiver answered 2xx; `failed`: no attempt
 * was left; `dropped`: there is nothing to tell any more, or the webhook was turned off.
 */
export const hookDeliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'dropped'] as const;
export type HookDeliveryState = (typeof hookDeliveryStates)[number];
export const hookDeliveryStateLabel: Readonly<Record<HookDeliveryState, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Not sent',
};
