/** The card vendor: Stripe’s official SDK, unmodified, against Stripe or the sandbox. */
import Stripe from 'stripe';
import { invoiceStatuses } from '#contract/billing/enums.ts';
import { getInterval, type PlanCode, planCodes } from '#contract/billing/plans.ts';
import {
  type BillingAddress,
  CardDeclinedError,
  type CardVendor,
  CardVendorRejectedError,
  CardVendorStuckError,
  CardVendorUnavailableError,
  type Standing,
  type VendorInvoice,
  type VendorPrice,
  type VendorSubscription,
} from './cards.ts';

interface StripeOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Null: Stripe itself. */
  readonly baseUrl: string | null;
}

/** A change waits this long for an answer; a person waits with it. */
const timeoutMs = 10_000;
/** Older events are refused: a recorded one can’t be sent again later. */
const signatureSeconds = 300;
const maxInvoices = 24;

const fromSeconds = (seconds: number) => new Date(seconds * 1_000);
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const idOf = (value: string | { readonly id: string } | null | undefined): string | null => (typeof value === 'string' ? value : (value?.id ?? null));
const isPlanCode = (text: string | null | undefined): text is PlanCode => planCodes.some((code) => code === text);

/** Sorts failures: a declined card, a request the vendor refuses, and everything after which the outcome is unknown. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new CardDeclinedError('The card was declined', { cause: error });
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new CardVendorRejectedError('The card service rejected the request', { cause: error });
    if (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true')
      throw new CardVendorStuckError('The card service failed', { cause: error });
    throw new CardVendorUnavailableError('The card service did not answer', { cause: error });
  }
}

function createClient({ apiKey, baseUrl }: StripeOptions): Stripe {
  const common = { timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false } as const;
  const url = baseUrl === null ? null : URL.parse(baseUrl);
  if (url === null) return new Stripe(apiKey, common);
  const isPlain = url.protocol === 'http:';
  return new Stripe(apiKey, { ...common, host: url.hostname, port: url.port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' });
}

/** Ended for good. `unpaid` is not: its last payment failed for good, it goes on without service, and paying its invoice makes it active. */
const over: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

function toState({ status, cancel_at: cancelAt }: Stripe.Subscription): VendorSubscription['state'] {
  if (over.includes(status)) return 'expired';
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete') return 'retry_period';
  return cancelAt === null ? 'active' : 'canceling';
}

/** Checks a plan against the period of its price: metadata of a product is the same for its monthly and its yearly price. A legacy plan may be either. */
function hasPeriodOf(code: PlanCode, { recurring }: Stripe.Price): boolean {
  if (recurring === null || recurring.interval_count !== 1) return false;
  return code === 'unlimited_legacy' || recurring.interval === getInterval(code);
}

/** The plan of a price: by the metadata of the price or its product; a lookup key names the price that is sold now, and moves on to the next one. */
function readPlanCode(price: Stripe.Price): PlanCode | null {
  const { metadata, product, lookup_key: lookupKey } = price;
  const ofProduct = typeof product === 'object' && !product.deleted ? product.metadata.plan_code : undefined;
  return [metadata.plan_code, ofProduct, lookupKey].filter(isPlanCode).find((code) => hasPeriodOf(code, price)) ?? null;
}

/** The next phase of a schedule. */
function findNextPhase({ schedule }: Stripe.Subscription) {
  if (schedule === null || typeof schedule === 'string') return null;
  const now = schedule.current_phase?.end_date;
  const next = schedule.phases.find((phase) => now !== undefined && phase.start_date >= now);
  const price = next?.items[0]?.price;
  return next === undefined || price === undefined ? null : { priceId: typeof price === 'string' ? price : price.id, at: fromSeconds(next.start_date) };
}

async function toSubscription(subscription: Stripe.Subscription, findCode: (priceId: string) => Promise<PlanCode | null>): Promise<VendorSubscription | null> {
  const [item] = subscription.items.data;
  if (item === undefined) return null;
  const isOver = over.includes(subscription.status);
  const next = isOver ? null : findNextPhase(subscription);
  const nextCode = next && (await findCode(next.priceId));
  return {
    id: subscription.id,
    itemId: item.id,
    planCode: readPlanCode(item.price) ?? (await findCode(item.price.id)),
    cents: item.price.unit_amount ?? 0,
    state: toState(subscription),
    periodStart: fromSeconds(item.current_period_start),
    periodEnd: fromSeconds(item.current_period_end),
    cancelAt: subscription.cancel_at === null ? null : fromSeconds(subscription.cancel_at),
    trialEnd: subscription.trial_end === null || subscription.status !== 'trialing' ? null : fromSeconds(subscription.trial_end),
    scheduleId: isOver ? null : idOf(subscription.schedule),
    pending: next === null || nextCode === null ? null : { planCode: nextCode, at: next.at },
  };
}

const findIntent = ({ payments }: Stripe.Invoice): string | null => idOf(payments?.data[0]?.payment.payment_intent);

function toInvoice(invoice: Stripe.Invoice): VendorInvoice[] {
  const { id } = invoice;
  const status = invoiceStatuses.find((each) => each === invoice.status);
  if (id === undefined || status === undefined) return [];
  return [
    {
      id,
      number: invoice.number ?? id,
      status,
      totalCents: invoice.total,
      dueCents: status === 'open' ? invoice.amount_remaining : 0,
      paymentIntent: findIntent(invoice),
      createdAt: fromSeconds(invoice.created),
      lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', cents: amount })),
    },
  ];
}

/** Name and address of a customer; an empty text removes a line there. */
const toCustomerParams = ({ name, line1, line2, city, state, zip, country }: BillingAddress) => ({
  name: name ?? '',
  address: { line1: line1 ?? '', line2: line2 ?? '', city: city ?? '', state: state ?? '', postal_code: zip ?? '', country: country ?? '' },
});

/** The current phase as the vendor made it, to pass back beside the next one: what is left out of an update would change it. */
const toPhaseParams = (phase: Stripe.SubscriptionSchedule.Phase): Stripe.SubscriptionScheduleUpdateParams.Phase => ({
  items: phase.items.map(({ price, quantity, metadata, tax_rates: rates }) => ({
    price: idOf(price) ?? '',
    ...(quantity === undefined ? {} : { quantity }),
    ...(metadata == null ? {} : { metadata }),
    ...(rates == null ? {} : { tax_rates: rates.map(({ id }) => id) }),
  })),
  start_date: phase.start_date,
  end_date: phase.end_date,
  ...(phase.trial_end == null ? {} : { trial_end: phase.trial_end }),
  ...(phase.metadata == null ? {} : { metadata: phase.metadata }),
  ...(phase.description == null ? {} : { description: phase.description }),
  ...(phase.default_tax_rates == null ? {} : { default_tax_rates: phase.default_tax_rates.map(({ id }) => id) }),
});

/** Creates the vendor. */
export function createStripeVendor(options: StripeOptions): CardVendor {
  const stripe = createClient(options);
  const { webhookSecret } = options;

  async function listPrices(): Promise<VendorPrice[]> {
    const { data } = await stripe.prices.list({ lookup_keys: [...planCodes], active: true, limit: 100 });
    return data.flatMap((price) => {
      const { id, lookup_key: code, unit_amount: cents, currency } = price;
      return isPlanCode(code) && hasPeriodOf(code, price) && cents !== null && currency === 'usd' ? [{ id, code, cents }] : [];
    });
  }

  /** The plan of a price that need not be sold any more. */
  async function findCode(prices: readonly VendorPrice[], priceId: string): Promise<PlanCode | null> {
    return prices.find(({ id }) => id === priceId)?.code ?? readPlanCode(await stripe.prices.retrieve(priceId, { expand: ['product'] }));
  }

  /** A refund of the newest payment that is not through yet. */
  async function hasPendingRefund(invoices: readonly Stripe.Invoice[]): Promise<boolean> {
    const paid = invoices.find(({ status, amount_paid: cents }) => status === 'paid' && cents > 0);
    const intent = paid === undefined ? null : findIntent(paid);
    if (intent === null) return false;
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 5 });
    return data.some(({ status }) => status === 'pending' || status === 'requires_action');
  }

  async function load(customerId: string): Promise<Standing> {
    const [customer, subscriptions, invoices, prices] = await Promise.all([
      stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
      stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 10, expand: ['data.schedule'] }),
      stripe.invoices.list({ customer: customerId, limit: maxInvoices, expand: ['data.payments'] }),
      listPrices(),
    ]);
    const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
    const card = method !== null && typeof method === 'object' ? method.card : undefined;
    const newest = [...subscriptions.data].sort((a, b) => b.created - a.created);
    const current = newest.find(({ status }) => !over.includes(status)) ?? newest[0];
    return {
      paymentMethod: card === undefined || card === null ? null : { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
      subscription: current === undefined ? null : await toSubscription(current, (priceId) => findCode(prices, priceId)),
      isRefunding: await hasPendingRefund(invoices.data),
      invoices: invoices.data.flatMap(toInvoice),
      prices,
    };
  }

  return {
    createCustomer: ({ name, companyId, key }) =>
      ask(async () => (await stripe.customers.create({ name, metadata: { company_id: String(companyId) } }, { idempotencyKey: key })).id),
    startSetup: ({ customerId, returnUrl, cancelUrl }) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.create({
          mode: 'setup',
          // Nothing that is paid later or on another page: what is saved here is charged while nobody looks.
          allowed_payment_method_types: ['card'],
          currency: 'usd',
          customer: customerId,
          billing_address_collection: 'required',
          success_url: returnUrl,
          cancel_url: cancelUrl,
        });
        if (session.url === null) throw new CardVendorRejectedError('A card page without an address');
        return { id: session.id, url: session.url };
      }),
    findSetup: (id) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent'] });
        const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null;
        const [customerId, paymentMethodId] = [idOf(session.customer), idOf(intent?.payment_method)];
        if (session.status !== 'complete' || session.mode !== 'setup' || customerId === null || paymentMethodId === null) return null;
        const { name = null, address } = session.customer_details ?? {};
        return {
          customerId,
          paymentMethodId,
          address: {
            name,
            line1: address?.line1 ?? null,
            line2: address?.line2 ?? null,
            city: address?.city ?? null,
            state: address?.state ?? null,
            zip: address?.postal_code ?? null,
            country: address?.country ?? null,
          },
        };
      }).catch((error: unknown) => {
        if (error instanceof CardVendorRejectedError) return null;
        throw error;
      }),
    saveCustomer: ({ customerId, paymentMethodId, address, key }) =>
      ask(
        async () =>
          void (await stripe.customers.update(
            customerId,
            {
              ...(paymentMethodId === null ? {} : { invoice_settings: { default_payment_method: paymentMethodId } }),
              ...(address === null ? {} : toCustomerParams(address)),
            },
            { idempotencyKey: key },
          )),
      ),
    load: (customerId) => ask(() => load(customerId)),
    subscribe: ({ customerId, priceId, key }) =>
      ask(
        async () =>
          void (await stripe.subscriptions.create(
            { customer: customerId, items: [{ price: priceId }], payment_behavior: 'error_if_incomplete' },
            { idempotencyKey: key },
          )),
      ),
    setCancelAt: (subscriptionId, at, key) =>
      ask(
        async () =>
          void (await stripe.subscriptions.update(
            subscriptionId,
            { cancel_at: at === null ? '' : toSeconds(at), proration_behavior: 'none' },
            { idempotencyKey: key },
          )),
      ),
    schedule: ({ subscription, toPriceId, interval, key }) =>
      ask(async () => {
        const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id }, { idempotencyKey: `${key}-schedule` });
        const phase = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
        if (phase === undefined) throw new CardVendorRejectedError('A schedule without a current phase');
        await stripe.subscriptionSchedules.update(
          schedule.id,
          {
            end_behavior: 'release',
            proration_behavior: 'none',
            phases: [
              toPhaseParams(phase),
              { items: [{ price: toPriceId, quantity: 1 }], start_date: phase.end_date, duration: { interval, interval_count: 1 } },
            ],
          },
          { idempotencyKey: `${key}-phases` },
        );
      }),
    releaseSchedule: (scheduleId, key) => ask(async () => void (await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: key }))),
    changePrice: ({ subscription, priceId, proratedAt, key }) =>
      ask(
        async () =>
          void (await stripe.subscriptions.update(
            subscription.id,
            {
              items: [{ id: subscription.itemId, price: priceId }],
              proration_behavior: 'always_invoice',
              ...(proratedAt === null ? {} : { proration_date: toSeconds(proratedAt) }),
              payment_behavior: 'error_if_incomplete',
            },
            { idempotencyKey: key },
          )),
      ),
    pay: (invoiceId, key) =>
      ask(async () => void (await stripe.invoices.pay(invoiceId, {}, { idempotencyKey: key }))).catch(async (error: unknown) => {
        // Paid meanwhile: by a retry of the vendor's own, or on its page.
        if (error instanceof CardVendorRejectedError && (await ask(() => stripe.invoices.retrieve(invoiceId))).status === 'paid') return;
        throw error;
      }),
    addItem: ({ customerId, feeId, cents, description, key }) =>
      ask(async () => {
        const { id } = await stripe.invoiceItems.create(
          { customer: customerId, amount: cents, currency: 'usd', description, metadata: { fee_id: String(feeId) } },
          { idempotencyKey: key },
        );
        return id;
      }),
    findItem: ({ customerId, feeId, since }) =>
      ask(async () => {
        for await (const { id, metadata } of stripe.invoiceItems.list({ customer: customerId, created: { gte: toSeconds(since) }, limit: 100 }))
          if (metadata?.fee_id === String(feeId)) return id;
        return null;
      }),
    previewPrice: ({ customerId, subscription, priceId, proratedAt }) =>
      ask(async () => {
        const preview = await stripe.invoices.createPreview({
          customer: customerId,
          subscription: subscription.id,
          subscription_details: {
            items: [{ id: subscription.itemId, price: priceId }],
            proration_behavior: 'always_invoice',
            proration_date: toSeconds(proratedAt),
          },
        });
        return preview.amount_due;
      }),
    isSigned(body, signature) {
      try {
        stripe.webhooks.constructEvent(body, signature, webhookSecret, signatureSeconds);
        return true;
      } catch {
        return false;
      }
    },
  };
}
