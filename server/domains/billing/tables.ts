/** Billing: what the card vendor said last, requests to it, invoices, fees as items, yearly offers. */

import type { PaymentMethod } from '#contract/billing/entities.ts';
import type { InvoiceStatus } from '#contract/billing/enums.ts';
import type { PlanCode } from '#contract/billing/plans.ts';
import type { BillingAddress } from '../../cards/cards.ts';
import type { Born, Default, Id, Instant, Json, JsonDefault, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

/** The subscription as it is stored; times in ISO 8601. */
export interface StoredSubscription {
  readonly id: string;
  readonly itemId: string;
  readonly planCode: PlanCode | null;
  readonly cents: number;
  readonly state: 'active' | 'canceling' | 'retry_period' | 'expired';
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly cancelAt: string | null;
  readonly trialEnd: string | null;
  readonly scheduleId: string | null;
  readonly pending: { readonly planCode: PlanCode; readonly at: string } | null;
}

export interface StoredPrice {
  readonly id: string;
  readonly code: PlanCode;
  readonly cents: number;
}

export interface CompanyBillingTable {
  company_id: number;
  customer_key: Default<string>;
  customer_id: Maybe<string>;
  name: Maybe<string>;
  line1: Maybe<string>;
  line2: Maybe<string>;
  city: Maybe<string>;
  state: Maybe<string>;
  zip: Maybe<string>;
  country: Maybe<string>;
  payment_method: MaybeJson<PaymentMethod>;
  subscription: MaybeJson<StoredSubscription>;
  is_refunding: Default<boolean>;
  prices: JsonDefault<readonly StoredPrice[]>;
  plan_code: Maybe<string>;
  asked_at: MaybeInstant;
  is_stale: Default<boolean>;
  created_at: Born;
}

interface BillingInvoicesTable {
  id: Id;
  company_id: number;
  vendor_id: string;
  number: string;
  status: InvoiceStatus;
  total_cents: number;
  due_cents: number;
  payment_intent: Maybe<string>;
  lines: Json<readonly { readonly description: string; readonly cents: number }[]>;
  created_at: Instant;
}

/**
 * A request to the vendor, with everything it is made of as it was when it was begun: repeated after a crash it is the same request. `subject` tells two
 * requests of a kind apart.
 */
export interface ActionDetails {
  readonly subject: string;
  readonly customerId: string;
  readonly subscription: StoredSubscription | null;
  /** Price of the plan to change to. */
  readonly toPriceId: string | null;
  readonly planCode: PlanCode | null;
  readonly invoiceIds: readonly string[];
  /** Unused time of the plan is counted from then; absent: from when the request is made. */
  readonly proratedAt?: string | null;
  /** The offer that is used by it. */
  readonly offerId: number | null;
  readonly paymentMethodId: string | null;
  /** The whole billing address as it is to be; requests of earlier versions have none. */
  readonly address?: BillingAddress | null;
}
export const actionKinds = ['save', 'retry', 'cancel', 'keep', 'downsell', 'revert', 'yearly', 'migrate', 'upgrade', 'start'] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface BillingActionsTable {
  id: Id;
  company_id: number;
  kind: ActionKind;
  details: Json<ActionDetails>;
  key: Default<string>;
  user_id: Maybe<number>;
  state: Default<'open' | 'done' | 'declined' | 'rejected'>;
  created_at: Born;
  ended_at: MaybeInstant;
}

interface YearlyUpgradeOffersTable {
  id: Id;
  company_id: number;
  from_code: PlanCode;
  plan_code: PlanCode;
  viewed_at: MaybeInstant;
  used_at: MaybeInstant;
  created_at: Born;
}

export interface BillingTables {
  company_billing: CompanyBillingTable;
  billing_invoices: BillingInvoicesTable;
  billing_actions: BillingActionsTable;
  billing_fee_items: { company_id: number; fee_id: number; key: Default<string>; item_id: Maybe<string>; tried_at: MaybeInstant };
  billing_card_sessions: { vendor_id: string; company_id: number; user_id: number; created_at: Born; used_at: MaybeInstant };
  yearly_upgrade_offers: YearlyUpgradeOffersTable;
}
