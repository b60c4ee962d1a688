/** Ways of a subscription in the browser: every state that the card service may tell, and every change that is legal in it, made or unanswered. */
import type { CompanyBilling } from '#contract/billing/entities.ts';
import type { SubscriptionSnapshot } from '#machines/subscription/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/subscription.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { askCardService } from './support/billing.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';

/** Calls that change the subscription; looking at the offer is one of them too, before the flow knows of it. */
const calls = { changeSubscription: /\/api\/company\/\d+\/(subscription(\/upgrade|\/cancel.*|\/revert.*)?|migrate|yearly-upgrade-offers\/\d+)$/ };
const billingCall = /\/api\/company\/\d+\/billing$/;

const isBilling = (value: unknown): value is CompanyBilling => typeof value === 'object' && value !== null && 'subscription' in value;

class SubscriptionDriver extends BrowserDriver {
  private companyId = 0;
  private customer = '';
  private isOpen = false;

  constructor(keys: Keyboard, stack: Stack) {
    super('subscription', keys, stack);
  }

  /** A company with a good card. Its billing isn't open yet, so nothing is known of the subscription. */
  async reset(): Promise<void> {
    const { owner, sandbox } = this.stack;
    const { engine } = sandbox.cards;
    const company = await owner.selectFrom('companies').select(['id', 'name']).where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
    this.companyId = company.id;
    const customer = engine.createCustomer({ name: company.name, metadata: { company_id: String(company.id) }, clock: null });
    this.customer = customer.id;
    const card = { id: 'pm_walk', customer: customer.id, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, isDeclined: false };
    engine.cards.set(card.id, card);
    engine.setDefault(customer, card.id);
    await owner
      .insertInto('company_billing')
      .values({ company_id: company.id, customer_id: customer.id })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ customer_id: customer.id }))
      .execute();
    await openSession(this.page.context(), this.stack.url, 'ana');
    this.isOpen = false;
  }

  override async expectState(name: string): Promise<void> {
    if (this.isOpen) await super.expectState(name);
    else expect(name).toBe('unknown');
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    if (event.type === 'billing.known' && isBilling(event.billing)) return this.tell(event.billing);
    await this.forget();
    await this.performAnswered(calls, outcomes, () => this.change(event));
  }

  /** Brings the card service to what it shall say, and lets the app hear of it. */
  private async tell(billing: CompanyBilling): Promise<void> {
    this.arrange(billing);
    const isRead = this.isOpen ? this.page.waitForResponse(billingCall) : Promise.resolve();
    await askCardService(this.stack, this.companyId);
    if (this.isOpen) await this.forget();
    else {
      await this.open('/northwind-motors/billing');
      this.isOpen = true;
      await this.keys.settled();
    }
    await isRead;
  }

  private arrange({ subscription: { state, planId, pending } }: CompanyBilling): void {
    const { engine } = this.stack.sandbox.cards;
    for (const { id, customer } of [...engine.subscriptions.values()]) if (customer === this.customer) engine.subscriptions.delete(id);
    engine.refunds.length = 0;
    if (state === 'not_subscribed') return;
    const subscription = engine.subscribe({ customer: this.customer, price: `price_${planId}`, trialEnd: null });
    if (state === 'canceling') subscription.cancelAt = subscription.end;
    if (state === 'retry_period') subscription.status = 'past_due';
    if (state === 'expired') Object.assign(subscription, { status: 'canceled', endedAt: engine.now() });
    if (state === 'refunding') engine.refund(engine.invoices.at(-1)?.intent ?? '', 'pending');
    if (pending === null) return;
    const { id } = engine.schedule(subscription.id);
    const { price, start, end } = subscription;
    engine.setPhases(id, [
      { price, start, end },
      { price: 'price_unlimited_monthly', start: end, end: end + (end - start) },
    ]);
  }

  /** Runs the command of an event, past the page that says what it costs. */
  private async change({ type }: ModelEvent): Promise<void> {
    const plan: Readonly<Record<string, string>> = {
      'subscription.started': 'Premium, monthly',
      'company.migrated': 'Premium, monthly',
      'subscription.upgraded': 'Deluxe, monthly',
      // The demo company uses more than a starter plan includes.
      'subscription.downsold': 'Unlimited, monthly',
    };
    await this.keys.begin(this.titleOf(type), plan[type] === undefined ? [] : [plan[type]]);
    await this.keys.state('palette', 'open.reviewing');
    await this.keys.press('enter');
    await this.keys.leavePalette();
  }
}

/** The plan that the answers of the model are about; what else may be changed is walked in memory and against the server. */
const isUsual = ({ billing }: SubscriptionSnapshot['context']) => {
  const planId = billing?.subscription.planId ?? null;
  return planId === null || planId === 'premium_monthly';
};

const { paths, left } = toBrowserPaths(model, (event, { context, value }: SubscriptionSnapshot) => {
  const { order, billing } = context;
  const answered = isBilling(event.output) ? event.output.subscription : null;
  switch (event.type) {
    // A time of the app’s own.
    case 'invoices.due':
      return false;
    case 'billing.known': {
      const known = isBilling(event.billing) ? event.billing : null;
      return value !== 'changing' && known?.isConfigured === true && !(known.subscription.state === 'not_subscribed' && value === 'not_subscribed');
    }
    // A payment that failed is for its own commands.
    case 'subscription.canceled':
      return isUsual(context) && value === 'active';
    case 'subscription.downsold':
    case 'subscription.upgraded':
    case 'offer.used':
      return isUsual(context) && billing?.subscription.pending === null;
    case 'company.migrated':
      return value === 'active';
    // The offer is looked at by the same call before the flow begins.
    case 'xstate.error.actor.changeSubscription':
      return order?.kind !== 'yearly';
    case 'xstate.done.actor.changeSubscription':
      switch (order?.kind) {
        case 'cancel':
          return answered?.state === 'canceling';
        case 'yearly':
          return answered?.planId === 'premium_yearly';
        case 'upgrade':
          return answered?.planId === 'deluxe_monthly';
        case 'downsell':
          return answered?.pending != null;
        default:
          return answered?.state === 'active' && answered.planId === 'premium_monthly' && answered.pending === null;
      }
    default:
      return isUsual(context);
  }
});

test('what a browser cannot cause of a subscription is walked in memory and against the server', () => {
  expect([...new Set(left.map(({ type }) => type))].sort()).toEqual(['billing.known', 'invoices.due']);
});

/** Looks at what is told first; they share a page. */
const [looks, walks] = [paths.filter(({ steps }) => steps.length === 1), paths.filter(({ steps }) => steps.length !== 1)];

test(`a subscription, each of ${looks.length} states in which it is found`, async ({ keys, stack }) => {
  const driver = new SubscriptionDriver(keys, stack);
  for (const path of looks) await walkTelling(driver, path);
});

for (const [at, path] of walks.entries()) {
  test(`a subscription, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(300_000);
    await walkTelling(new SubscriptionDriver(keys, stack), path);
  });
}
