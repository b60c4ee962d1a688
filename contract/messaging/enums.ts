/** Enumerations of messages (enums.tsv). */

/** ENUM-245 `sending` is the client's; the others are the server's (open question AMB-78). */
export const deliveryStates = [
  'sending',
  'held',
  'scheduled',
  'queued',
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'canceled',
  'received',
] as const;

/** Review of a text that sounds like an opt-out. */
export const optOutReviews = ['open', 'confirmed', 'dismissed'] as const;
export type OptOutReview = (typeof optOutReviews)[number];
