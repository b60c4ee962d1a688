/** Billing of a company (spec 2.3): the payment method, the subscription, invoices, usage. Amounts are US dollars. Card numbers are never here. */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { invoiceStatuses, subscriptionStates } from './enums.ts';
import { planCodes } from './plans.ts';

/** A card as it may be shown. */
export const PaymentMethod = z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() });
export type PaymentMethod = z.output<typeof PaymentMethod>;

const planCode = z.enum(planCodes);

export const Subscription = z.object({
  state: z.enum(subscriptionStates),
  planId: z.nullable(planCode),
  /** Price of a period. */
  price: z.nullable(z.number()),
  /** End of the paid period: it renews then, or ends. */
  periodEnd: z.nullable(instant),
  /** It ends then; null while no cancellation is on. */
  cancelAt: z.nullable(instant),
  /** A change of plan that is on its way. */
  pending: z.nullable(z.object({ planId: planCode, at: instant })),
  /** A trial ends then. */
  trialEnd: z.nullable(instant),
});
export type Subscription = z.output<typeof Subscription>;

const line = z.optional(z.string());

/** Fields of the billing address (spec 2.3). */
export const billingFields = {
  billingName: line,
  billingAddress: line,
  billingAddress_2: line,
  billingCity: line,
  billingState: line,
  billingZip: line,
  billingCountry: line,
} as const;

const PlanPrice = z.object({ planId: planCode, price: z.number() });

export const CompanyBilling = z.object({
  ...billingFields,
  /** False where this installation has no card vendor. */
  isConfigured: z.boolean(),
  /** Time of the vendor's last answer; null before the first. */
  asOf: z.nullable(instant),
  /** The vendor did not answer when asked last: this is the copy as of then. */
  isStale: z.boolean(),
  paymentMethod: z.nullable(PaymentMethod),
  subscription: Subscription,
  /** Amount of open invoices after a failed payment. */
  amountDue: z.number(),
  isPastDue: z.boolean(),
  /** Fees recorded for the next invoice. */
  nextFees: z.number(),
  prices: z.array(PlanPrice),
});
export type CompanyBilling = z.output<typeof CompanyBilling>;

export const Invoice = z.object({
  id,
  number: z.string(),
  status: z.enum(invoiceStatuses),
  total: z.number(),
  amountDue: z.number(),
  createdAt: instant,
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
});
export type Invoice = z.output<typeof Invoice>;

const measure = z.object({ used: z.number(), included: z.nullable(z.number()), forecast: z.number() });

/** Usage of the current period, with a forecast to its end at today's pace. Numbers and users are those of now. */
export const PlanUsage = z.object({
  periodStart: instant,
  periodEnd: instant,
  planId: z.nullable(planCode),
  minutes: measure,
  segments: measure,
  numbers: measure,
  users: measure,
});
export type PlanUsage = z.output<typeof PlanUsage>;

export const YearlyUpgradeOffer = z.object({
  id,
  planId: planCode,
  viewed: z.boolean(),
  used: z.boolean(),
  /** Price of a year, and of twelve months as they are paid now. */
  price: z.nullable(z.number()),
  monthlyTotal: z.nullable(z.number()),
});
export type YearlyUpgradeOffer = z.output<typeof YearlyUpgradeOffer>;

/** Billing after a payment method or an address was saved. */
export const SavedBilling = z.extend(CompanyBilling, {
  /** Amount that was overdue and is paid by it now. */
  charged: z.number(),
});
export type SavedBilling = z.output<typeof SavedBilling>;

/** Cost of a change, asked before it is made. */
export const ChangePreview = z.object({
  /** Charged at once. */
  dueNow: z.number(),
  /** The moment the unused time of the current plan is counted from, to be sent with the change; null where none is counted. */
  proratedAt: z.nullable(instant),
  /** Charged at `nextAt`; null when nothing follows. */
  next: z.nullable(z.number()),
  nextAt: z.nullable(instant),
});
export type ChangePreview = z.output<typeof ChangePreview>;
