/** A company with a card and a subscription, as a person would get there. */

import { expect } from 'vitest';
import type { PlanCode } from '#contract/billing/plans.ts';
import { routes } from '#contract/index.ts';
import { billingWork } from '#server/domains/billing/jobs.ts';
import { workOnBilling } from '#server/domains/billing/worker.ts';
import type { Client, TestCompany } from './harness.ts';
import type { Outside } from './outside.ts';

const calls = routes.billing;
/** Seconds of a day. */
export const day = 86_400;
const goodCard = '4242 4242 4242 4242';
/** Can be saved; charges are declined. */
export const emptyCard = '4000 0000 0000 0341';

/** Enters a card on the vendor's page; returns the token that comes back, or the words of the page. */
export async function enterCard(client: Client, number: string = goodCard): Promise<{ readonly token: string; readonly words: string }> {
  const { token, url } = await client.call(calls.securityToken);
  const reply = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      number,
      exp: '12/34',
      cvc: '123',
      name: 'Ana Ruiz',
      line1: '1 Harbor Way',
      city: 'Los Angeles',
      state: 'CA',
      postal_code: '90012',
      country: 'US',
    }),
  });
  return { token, words: reply.status === 303 ? '' : await reply.text() };
}

export async function saveCard(client: Client, company: TestCompany, number?: string) {
  const { token } = await enterCard(client, number);
  return client.call(calls.save, { params: { id: company.id }, body: { chargifyToken: token } });
}

interface BillingStage {
  readonly company: TestCompany;
  readonly owner: Client;
}

/** An owner of a company with a good card. */
export async function withCard({ server }: Pick<Outside, 'server'>): Promise<BillingStage> {
  const company = await server.company();
  const owner = await server.worker(company, 'owner');
  await saveCard(owner, company);
  return { company, owner };
}

/** The same with a subscription. */
export async function withPlan(outside: Pick<Outside, 'server'>, planId: PlanCode = 'premium_monthly'): Promise<BillingStage> {
  const stage = await withCard(outside);
  await stage.owner.call(calls.start, { body: { planId } });
  return stage;
}

/** The vendor's customer of a company. */
export async function customerOf({ server }: Pick<Outside, 'server'>, { id }: TestCompany): Promise<string> {
  const row = await server.owner.selectFrom('company_billing').select('customer_id').where('company_id', '=', id).executeTakeFirstOrThrow();
  if (row.customer_id === null) throw new Error('The company is not known to the card vendor');
  return row.customer_id;
}

/** Amounts charged to a company, in cents. */
export async function chargesOf(outside: Pick<Outside, 'server' | 'sandbox'>, company: TestCompany): Promise<number[]> {
  const customer = await customerOf(outside, company);
  return outside.sandbox.cards.engine.charges.filter((charge) => charge.customer === customer).map(({ amount }) => amount);
}

/** Moves the subscription of a customer to a clock of its own, and that clock on. */
export function createClock({ sandbox }: Pick<Outside, 'sandbox'>, customer: string) {
  const { engine } = sandbox.cards;
  const found = engine.getCustomer(customer);
  const clock = engine.createClock(Math.floor(Date.now() / 1_000));
  engine.customers.set(customer, { ...found, clock });
  let at = Math.floor(Date.now() / 1_000);
  return (days: number) => {
    at += days * day;
    engine.advance(clock, at);
  };
}

/** Runs the job of a company's billing now. */
export const wake = ({ server }: Pick<Outside, 'server'>, companyId: number) =>
  server.services.tenancy.company([companyId], null, () => server.services.jobs.enqueue(billingWork, { companyId }, { key: crypto.randomUUID() }));

export const poll = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 });

/** A company whose last payment failed, with a card that is still declined. */
export async function withFailedPayment(outside: Pick<Outside, 'server' | 'sandbox'>): Promise<BillingStage> {
  const stage = await withPlan(outside);
  const { company, owner } = stage;
  const advance = createClock(outside, await customerOf(outside, company));
  await saveCard(owner, company, emptyCard);
  advance(32);
  await workOnBilling(outside.server.services, { companyId: company.id });
  await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('retry_period');
  return stage;
}

/** The bank lets charges of a company through again. */
export async function fillCards(outside: Pick<Outside, 'server' | 'sandbox'>, { company }: BillingStage): Promise<void> {
  const { cards } = outside.sandbox.cards.engine;
  const customer = await customerOf(outside, company);
  for (const card of cards.values()) if (card.customer === customer) cards.set(card.id, { ...card, isDeclined: false });
}

/** Puts a company on a plan, as the card vendor would have told it. */
export async function putOnPlan(
  { server }: { readonly server: Outside['server'] },
  { id: company_id }: TestCompany,
  planCode: PlanCode,
  state = 'active',
  period = { periodStart: new Date().toISOString(), periodEnd: new Date().toISOString() },
) {
  const given = { id: 'sub', itemId: 'item', planCode, cents: 0, state, cancelAt: null, trialEnd: null, scheduleId: null, pending: null };
  const subscription = JSON.stringify({ ...given, ...period });
  await server.owner
    .insertInto('company_billing')
    .values({ company_id, subscription, plan_code: planCode })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ subscription }))
    .execute();
}
