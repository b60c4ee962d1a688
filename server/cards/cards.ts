/** The port to the card vendor. Cards are entered on the vendor’s own page: no card number comes here. */

import type { PaymentMethod } from '#contract/billing/entities.ts';
import type { InvoiceStatus, SubscriptionState } from '#contract/billing/enums.ts';
import type { PlanCode } from '#contract/billing/plans.ts';

/** The card was declined; nothing was charged. */
export class CardDeclinedError extends Error {}
/** The vendor gave no answer, or one that says nothing about the outcome. */
export class CardVendorUnavailableError extends Error {}
/** The answer the vendor keeps under the key of the request is a failure of its own: asked again it stays that, and whether the request was made is to be seen. */
export class CardVendorStuckError extends CardVendorUnavailableError {}
/** The vendor refuses the request as such; nothing was changed. */
export class CardVendorRejectedError extends Error {}

export interface BillingAddress {
  readonly name: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string | null;
}

export interface VendorPrice {
  readonly id: string;
  readonly code: PlanCode;
  readonly cents: number;
}

export interface VendorInvoice {
  readonly id: string;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly totalCents: number;
  readonly dueCents: number;
  /** Its payment; null while nothing was paid. */
  readonly paymentIntent: string | null;
  readonly createdAt: Date;
  readonly lines: readonly { readonly description: string; readonly cents: number }[];
}

export interface VendorSubscription {
  readonly id: string;
  readonly itemId: string;
  readonly planCode: PlanCode | null;
  readonly cents: number;
  readonly state: Exclude<SubscriptionState, 'not_subscribed' | 'refunding'>;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAt: Date | null;
  readonly trialEnd: Date | null;
  readonly scheduleId: string | null;
  readonly pending: { readonly planCode: PlanCode; readonly at: Date } | null;
}

/** Everything the vendor says of a customer at one moment. */
export interface Standing {
  readonly paymentMethod: PaymentMethod | null;
  /** The one that is not over, or the last that was. */
  readonly subscription: VendorSubscription | null;
  readonly isRefunding: boolean;
  readonly invoices: readonly VendorInvoice[];
  readonly prices: readonly VendorPrice[];
}

/** Outcome of a card page. */
interface SetupOutcome {
  readonly customerId: string;
  readonly paymentMethodId: string;
  readonly address: BillingAddress;
}

/** A call that changes something takes a key: twice with the same one is once. */
export interface CardVendor {
  createCustomer(given: { readonly name: string; readonly companyId: number; readonly key: string }): Promise<string>;
  startSetup(given: {
    readonly customerId: string;
    readonly returnUrl: string;
    readonly cancelUrl: string;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** Null: not there, or no card was entered. */
  findSetup(id: string): Promise<SetupOutcome | null>;
  /** Saves the card that is charged, the address, or both; null leaves what is there. */
  saveCustomer(given: {
    readonly customerId: string;
    readonly paymentMethodId: string | null;
    readonly address: BillingAddress | null;
    readonly key: string;
  }): Promise<void>;
  load(customerId: string): Promise<Standing>;
  subscribe(given: { readonly customerId: string; readonly priceId: string; readonly key: string }): Promise<void>;
  setCancelAt(subscriptionId: string, at: Date | null, key: string): Promise<void>;
  /** Changes the plan at the end of the period. */
  schedule(given: {
    readonly subscription: VendorSubscription;
    readonly toPriceId: string;
    readonly interval: 'month' | 'year';
    readonly key: string;
  }): Promise<void>;
  releaseSchedule(scheduleId: string, key: string): Promise<void>;
  /** Changes the plan at once and charges the difference, counted from a time; null: from now. */
  changePrice(given: {
    readonly subscription: VendorSubscription;
    readonly priceId: string;
    readonly proratedAt: Date | null;
    readonly key: string;
  }): Promise<void>;
  /** Pays an invoice; one that is paid already is as good. */
  pay(invoiceId: string, key: string): Promise<void>;
  /** Adds a fee to the next invoice. */
  addItem(given: {
    readonly customerId: string;
    readonly feeId: number;
    readonly cents: number;
    readonly description: string;
    readonly key: string;
  }): Promise<string>;
  /** Looks for the item of a fee among those made since a time. */
  findItem(given: { readonly customerId: string; readonly feeId: number; readonly since: Date }): Promise<string | null>;
  /** Amount of an invoice that a change of price would make at once, in cents. */
  previewPrice(given: {
    readonly customerId: string;
    readonly subscription: VendorSubscription;
    readonly priceId: string;
    readonly proratedAt: Date;
  }): Promise<number>;
  isSigned(body: string, signature: string): boolean;
}
