/** Objects as the card vendor writes them, and forms with brackets as it reads them. */
import type { CardEngine } from './engine.ts';
import {
  type Card,
  type Customer,
  findPrice,
  type Invoice,
  type Item,
  type Price,
  type Refund,
  type Schedule,
  type Session,
  type Subscription,
} from './objects.ts';

export type Form = { [name: string]: string | Form };

/** `items[0][price]=x` as nested objects. Reserved names are left out. */
export function nestForm(flat: Readonly<Record<string, unknown>>): Form {
  const root: Form = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    const parts = name.split(/[[\]]+/).filter((part) => part !== '');
    if (parts.some((part) => ['__proto__', 'constructor', 'prototype'].includes(part))) continue;
    let place = root;
    for (const part of parts.slice(0, -1)) {
      const next = place[part];
      if (typeof next === 'object') place = next;
      else {
        const made: Form = Object.create(null);
        place[part] = made;
        place = made;
      }
    }
    const last = parts.at(-1);
    if (last !== undefined) place[last] = String(value);
  }
  return root;
}

export const getText = (form: Form, ...path: readonly string[]): string | undefined => {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
};
export const getForm = (form: Form, ...path: readonly string[]): Form | undefined => {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'object' ? at : undefined;
};
export const listForms = (form: Form | undefined): Form[] => (form === undefined ? [] : Object.values(form).filter((entry) => typeof entry === 'object'));

export const listOf = (data: readonly unknown[], url: string) => ({ object: 'list', data, has_more: false, url });

const writePrice = ({ id, code, cents, interval, isSold, metadataCode = code }: Price) => ({
  id,
  object: 'price',
  active: isSold,
  currency: 'usd',
  lookup_key: isSold ? code : null,
  metadata: { plan_code: metadataCode },
  product: `prod_${code}`,
  unit_amount: cents,
  recurring: { interval, interval_count: 1 },
  type: 'recurring',
});
const writeCard = ({ id, customer, brand, last4, expMonth, expYear }: Card) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand, last4, exp_month: expMonth, exp_year: expYear },
});

/** Writes the objects of a vendor. */
export function createWriter(engine: CardEngine, getUrl: () => string) {
  const schedule = ({ id, subscription, status, phases }: Schedule) => {
    const owner = engine.getSubscription(subscription);
    return {
      id,
      object: 'subscription_schedule',
      status,
      subscription: status === 'active' ? subscription : null,
      customer: owner.customer,
      current_phase: status === 'active' ? { start_date: owner.start, end_date: owner.end } : null,
      phases: phases.map(({ price, start, end }) => ({ start_date: start, end_date: end, items: [{ price, quantity: 1 }] })),
    };
  };
  return {
    price: writePrice,
    card: writeCard,
    schedule,
    customer: ({ id, name, address, metadata, defaultCard, created }: Customer) => {
      const card = defaultCard === null ? undefined : engine.cards.get(defaultCard);
      return { id, object: 'customer', name, address, metadata, created, invoice_settings: { default_payment_method: card ? writeCard(card) : null } };
    },
    subscription: (each: Subscription) => {
      const price = findPrice(each.price);
      const plan = each.schedule === null ? undefined : engine.schedules.get(each.schedule);
      return {
        id: each.id,
        object: 'subscription',
        customer: each.customer,
        status: each.status,
        created: each.created,
        cancel_at: each.cancelAt,
        // As the vendor has it under flexible billing: a cancellation does not show here.
        cancel_at_period_end: false,
        ended_at: each.endedAt,
        trial_end: each.trialEnd,
        schedule: plan ? schedule(plan) : null,
        items: listOf(
          [
            {
              id: each.item,
              object: 'subscription_item',
              price: price ? writePrice(price) : null,
              quantity: 1,
              current_period_start: each.start,
              current_period_end: each.end,
            },
          ],
          '/v1/subscription_items',
        ),
      };
    },
    invoice: (invoice: Invoice) => {
      const paid = invoice.status === 'paid' ? invoice.total : 0;
      return {
        id: invoice.id,
        object: 'invoice',
        number: invoice.number,
        customer: invoice.customer,
        status: invoice.status,
        total: invoice.total,
        amount_due: Math.max(0, invoice.total),
        amount_paid: paid,
        amount_remaining: invoice.total - paid,
        created: invoice.created,
        attempt_count: invoice.attempts,
        next_payment_attempt: invoice.nextAttempt,
        lines: listOf(
          invoice.lines.map(({ description, amount }, index) => ({ id: `il_${index}`, object: 'line_item', description, amount })),
          `/v1/invoices/${invoice.id}/lines`,
        ),
        payments: listOf(
          invoice.intent === null
            ? []
            : [{ id: `inpay_${invoice.id}`, object: 'invoice_payment', payment: { type: 'payment_intent', payment_intent: invoice.intent } }],
          '/v1/invoice_payments',
        ),
      };
    },
    item: ({ id, customer, amount, description, metadata }: Item) => ({ id, object: 'invoiceitem', customer, amount, description, metadata }),
    refund: ({ id, intent, amount, status }: Refund) => ({ id, object: 'refund', payment_intent: intent, amount, status }),
    session: ({ id, customer, card, name, address, successUrl }: Session) => ({
      id,
      object: 'checkout.session',
      mode: 'setup',
      customer,
      status: card === null ? 'open' : 'complete',
      success_url: successUrl,
      url: card === null ? `${getUrl()}/cards/pay/${id}` : null,
      setup_intent: { id: `seti_${id}`, object: 'setup_intent', payment_method: card },
      customer_details: { name, address },
    }),
  };
}
