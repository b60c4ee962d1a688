/** Nudges of the card vendor in any order, twice and late: what is saved in the end is what the vendor says in the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { Standing, VendorSubscription } from '#server/cards/cards.ts';
import { saveStanding } from '#server/domains/billing/repository.ts';
import { dice } from '#tests/access/dice.ts';
import { type Outside, startOutside } from './outside.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

/** `npm run faults` tries ten thousand. */
const orders = process.env.FAULTS === 'long' ? 10_000 : 60;
const monthMs = 30 * 86_400_000;
const start = Date.now();

const subscription = (given: Partial<VendorSubscription>): VendorSubscription => ({
  id: 'sub_orders',
  itemId: 'si_orders',
  planCode: 'premium_monthly',
  cents: 12_000,
  state: 'active',
  periodStart: new Date(start),
  periodEnd: new Date(start + monthMs),
  cancelAt: null,
  trialEnd: null,
  scheduleId: null,
  pending: null,
  ...given,
});

/** A life at the vendor, told as what it says after each change. */
const life: readonly Pick<Standing, 'subscription' | 'isRefunding'>[] = [
  { subscription: null, isRefunding: false },
  { subscription: subscription({}), isRefunding: false },
  { subscription: subscription({ scheduleId: 'sched', pending: { planCode: 'starter_monthly', at: new Date(start + monthMs) } }), isRefunding: false },
  { subscription: subscription({ cancelAt: new Date(start + monthMs), state: 'canceling' }), isRefunding: false },
  { subscription: subscription({}), isRefunding: true },
  { subscription: subscription({ state: 'retry_period' }), isRefunding: false },
  { subscription: subscription({ state: 'expired' }), isRefunding: false },
  { subscription: subscription({ id: 'sub_again', itemId: 'si_again', planCode: 'premium_yearly', cents: 120_000 }), isRefunding: false },
];

/** All it says at a step: an invoice more with each, and all but the last paid. */
const standingAt = (step: number, company: number): Standing => ({
  paymentMethod: null,
  prices: [],
  subscription: null,
  isRefunding: false,
  ...life[step],
  invoices: Array.from({ length: step }, (_, at) => ({
    id: `in_${company}_${at}`,
    number: `KEY-${at}`,
    status: at === step - 1 ? 'open' : 'paid',
    totalCents: 12_000,
    dueCents: at === step - 1 ? 12_000 : 0,
    paymentIntent: at === step - 1 ? null : `pi_${company}_${at}`,
    createdAt: new Date(start + at * 1_000),
    lines: [],
  })),
});

test('ten nudges of eight changes, answered in any order, end in what the vendor said last', { timeout: 60_000 + orders * 300 }, async () => {
  const roll = dice(20_261_126);
  const company = await outside.server.company();
  const owner = await outside.server.worker(company, 'owner');
  const within = <T>(work: () => Promise<T>) => outside.server.services.tenancy.company([company.id], null, work);
  const ends = new Set<string>();
  for (let order = 0; order < orders; order += 1) {
    const last = 1 + roll(life.length - 1);
    const base = start + order * 60_000;
    // Every nudge asks; the last one after the last change, as the vendor goes on nudging until it is answered.
    const asked = Array.from({ length: 9 }, () => roll(last + 1) * 1_000 + roll(999)).concat(last * 1_000 + 999);
    const answered = asked.map((at) => ({ at, rank: roll(1_000_000) })).sort((a, b) => a.rank - b.rank);
    const save = ({ at }: { readonly at: number }) => within(() => saveStanding(standingAt(Math.floor(at / 1_000), company.id), new Date(base + at)));
    // Some are saved one after the other, some at once.
    const together = roll(answered.length);
    for (const each of answered.slice(0, together)) await save(each);
    await Promise.all(answered.slice(together).map(save));
    const wanted = standingAt(last, company.id);
    const billing = await owner.call(routes.billing.get, { params: { id: company.id } });
    const state = wanted.isRefunding ? 'refunding' : (wanted.subscription?.state ?? 'not_subscribed');
    ends.add(state);
    expect(billing.subscription).toMatchObject({ state, planId: wanted.subscription?.planCode ?? null });
    const { data } = await owner.call(routes.billing.invoices, {});
    const shown = new Map(data.map(({ number, status }) => [number, status]));
    expect(wanted.invoices.map(({ number }) => shown.get(number))).toEqual(wanted.invoices.map(({ status }) => status));
  }
  expect([...ends].sort()).toEqual(['active', 'canceling', 'expired', 'refunding', 'retry_period']);
});
