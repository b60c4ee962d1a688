/** Billing of a company as tests of its flows need it. */
import type { CompanyBilling } from '#contract/billing/entities.ts';

const periodEnd = '2026-04-02T15:00:00.000Z';

/** Billing with a card and an active monthly plan, unless it is said otherwise. */
export const billing = (
  given: Partial<Omit<CompanyBilling, 'subscription'>> & { readonly subscription?: Partial<CompanyBilling['subscription']> } = {},
): CompanyBilling => {
  const { subscription, ...more } = given;
  return {
    isConfigured: true,
    asOf: '2026-03-02T15:00:00.000Z',
    isStale: false,
    paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
    amountDue: 0,
    isPastDue: false,
    nextFees: 0,
    prices: [{ planId: 'premium_monthly', price: 120 }],
    ...more,
    subscription: { state: 'active', planId: 'premium_monthly', price: 120, periodEnd, cancelAt: null, pending: null, trialEnd: null, ...subscription },
  };
};

export const none = billing({ subscription: { state: 'not_subscribed', planId: null, price: null, periodEnd: null } });
export const canceling = billing({ subscription: { state: 'canceling', cancelAt: periodEnd } });
export const pastDue = billing({ isPastDue: true, amountDue: 120, subscription: { state: 'retry_period' } });
export const expired = billing({ subscription: { state: 'expired' } });
export const refunding = billing({ subscription: { state: 'refunding' } });
export const legacy = billing({ subscription: { planId: 'unlimited_legacy', price: 45 } });
export const yearly = billing({ subscription: { planId: 'premium_yearly', price: 1_200 } });
export const larger = billing({ subscription: { planId: 'deluxe_monthly', price: 300 } });
export const changing = billing({ subscription: { pending: { planId: 'starter_monthly', at: periodEnd } } });
