/** Billing. */
import type { ChangePreview, CompanyBilling, Invoice, YearlyUpgradeOffer } from '#contract/billing/entities.ts';
import type { SubscriptionChange } from '#contract/billing/enums.ts';
import type { PlanCode } from '#contract/billing/plans.ts';
import type { UserEvent as PaymentMethodEvent } from '#machines/paymentMethod/index.ts';
import type { UserEvent as SubscriptionEvent } from '#machines/subscription/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Fields of the billing address. */
interface AddressInput {
  readonly billingName: string;
  readonly billingAddress: string;
  readonly billingAddress_2: string;
  readonly billingCity: string;
  readonly billingState: string;
  readonly billingZip: string;
  readonly billingCountry: string;
  readonly clear: 'billingAddress_2'[];
}

/** Billing, for commands. */
export interface BillingServices {
  /** Billing of the company, from the cache where it is fresh. */
  get(): Promise<CompanyBilling>;
  /** Asks what a change costs and when. Rejects with why it can't be made. */
  preview(change: SubscriptionChange, planId?: PlanCode): Promise<ChangePreview>;
  /** Makes a change, at the cost that was asked for it before. */
  change(event: SubscriptionEvent): CommandOutcomePromise;
  /** The yearly offer that is open, marked as viewed. Rejects where there is none. */
  viewOffer(): Promise<YearlyUpgradeOffer>;
  /** Goes to the page of the card service. */
  enterCard(): Promise<void>;
  /** Returns billing with the amount that a retry will charge, and no other. */
  reviewPayment(): Promise<CompanyBilling>;
  retryPayment(): CommandOutcomePromise;
  saveAddress(address: Partial<AddressInput>): CommandOutcomePromise;
  download(invoice: Invoice): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface BillingTypes {
  readonly rows: { readonly invoice: Invoice };
  readonly scopes: 'billing';
  readonly panes: 'billing';
  readonly services: { readonly billing: BillingServices };
  readonly flows: { readonly subscription: SubscriptionEvent; readonly paymentMethod: PaymentMethodEvent };
}
