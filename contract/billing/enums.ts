/** States of a subscription and of an invoice (spec 2.4). */

export const subscriptionStates = ['active', 'canceling', 'expired', 'refunding', 'retry_period', 'not_subscribed'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
export const subscriptionStateLabel: Readonly<Record<SubscriptionState, string>> = {
  active: 'Active',
  canceling: 'Canceling',
  expired: 'Expired',
  refunding: 'Refund pending',
  retry_period: 'Payment failed',
  not_subscribed: 'No subscription',
};

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const invoiceStatusLabel: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
};

/** Changes whose cost can be asked before they are made. */
export const subscriptionChanges = ['cancel', 'keep', 'downsell', 'revert', 'yearly', 'migrate', 'upgrade', 'start', 'retry'] as const;
export type SubscriptionChange = (typeof subscriptionChanges)[number];
