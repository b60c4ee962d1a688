/** Objects of the card vendor, its prices and its special cards. */
import { planCodes } from '#contract/billing/plans.ts';

const cents: Readonly<Record<(typeof planCodes)[number], number>> = {
  unlimited_legacy: 4_500,
  starter_monthly: 3_000,
  starter_yearly: 30_000,
  unlimited_monthly: 6_000,
  unlimited_yearly: 60_000,
  premium_monthly: 12_000,
  premium_yearly: 120_000,
  deluxe_monthly: 24_000,
  deluxe_yearly: 240_000,
};

export interface Price {
  readonly id: string;
  readonly code: string;
  readonly cents: number;
  readonly interval: 'month' | 'year';
  /** False for one that is kept for who has it: its lookup key went on to another. */
  readonly isSold: boolean;
  /** The plan its metadata names; that of `code` where nothing else is said. */
  readonly metadataCode?: string;
}
export const prices: readonly Price[] = [
  ...planCodes.map((code): Price => ({ id: `price_${code}`, code, cents: cents[code], interval: code.endsWith('_yearly') ? 'year' : 'month', isSold: true })),
  { id: 'price_premium_monthly_2024', code: 'premium_monthly', cents: 10_000, interval: 'month', isSold: false },
  // Metadata that was copied from the monthly price.
  { id: 'price_premium_yearly_2024', code: 'premium_yearly', cents: 100_000, interval: 'year', isSold: false, metadataCode: 'premium_monthly' },
];
export const findPrice = (id: string) => prices.find((price) => price.id === id);

/** Cards that do something special; any other valid number works. */
export const magicCards = [
  { number: '4242424242424242', title: 'Works' },
  { number: '4000000000000002', title: 'Declined at once' },
  { number: '4000000000000341', title: 'Can be saved; charges are declined' },
] as const;

export interface Card {
  readonly id: string;
  readonly customer: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly isDeclined: boolean;
}
interface Address {
  readonly [name: string]: string;
}
export interface Customer {
  readonly id: string;
  name: string | null;
  address: Address | null;
  readonly metadata: Record<string, string>;
  readonly clock: string | null;
  defaultCard: string | null;
  readonly created: number;
}
export interface Phase {
  readonly price: string;
  readonly start: number;
  readonly end: number;
}
export interface Schedule {
  readonly id: string;
  readonly subscription: string;
  status: 'active' | 'released';
  phases: Phase[];
}
export interface Subscription {
  readonly id: string;
  readonly item: string;
  readonly customer: string;
  price: string;
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete';
  readonly created: number;
  start: number;
  end: number;
  trialEnd: number | null;
  cancelAt: number | null;
  endedAt: number | null;
  schedule: string | null;
}
export interface Line {
  readonly description: string;
  readonly amount: number;
}
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly customer: string;
  readonly subscription: string | null;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly lines: readonly Line[];
  readonly total: number;
  readonly created: number;
  attempts: number;
  nextAttempt: number | null;
  intent: string | null;
}
export interface Refund {
  readonly id: string;
  readonly intent: string;
  readonly amount: number;
  status: 'pending' | 'succeeded';
}
/** A line of the next invoice. */
export interface Item {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly created: number;
  invoice: string | null;
}
export interface Session {
  readonly id: string;
  readonly customer: string;
  /** Kinds of payment its page takes; none named: all that the account allows. */
  readonly methods: readonly string[];
  readonly successUrl: string;
  readonly cancelUrl: string;
  card: string | null;
  name: string | null;
  address: Address | null;
}

/** Thrown where the vendor answers with an error. */
export class VendorError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}
