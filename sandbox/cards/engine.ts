/** The card vendor’s world: customers, cards, subscriptions, invoices and their clocks. Time passes when it is told to; nothing here knows HTTP. */
import { randomBytes } from 'node:crypto';
import {
  type Card,
  type Customer,
  findPrice,
  type Invoice,
  type Item,
  type Line,
  type Phase,
  type Price,
  type Refund,
  type Schedule,
  type Session,
  type Subscription,
  VendorError,
} from './objects.ts';

const daySeconds = 86_400;
/** After a failed payment it is tried again after so many days; after the last the subscription ends. */
const retryDays = [3, 5, 7, 7];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** An id as the vendor makes them: letters and digits, so that none reads as a card number. */
const createId = (prefix: string) => `${prefix}_${[...randomBytes(24)].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
const missing = (what: string) => new VendorError(404, 'invalid_request_error', `No such ${what}`);
const declined = () => new VendorError(402, 'card_error', 'Your card was declined.');

/** The same day a month or a year later. */
function addInterval(from: number, interval: Price['interval']): number {
  const date = new Date(from * 1_000);
  const months = interval === 'month' ? 1 : 12;
  const next = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()));
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(date.getUTCDate(), days));
  return Math.floor(next.getTime() / 1_000);
}

/** Tells of an event: its type, and the object it is about. */
type Tell = (type: string, object: { readonly kind: string; readonly id: string }) => void;

/** Creates the vendor's world. */
export function createEngine(tell: Tell) {
  const customers = new Map<string, Customer>();
  const cards = new Map<string, Card>();
  const subscriptions = new Map<string, Subscription>();
  const schedules = new Map<string, Schedule>();
  const invoices: Invoice[] = [];
  const refunds: Refund[] = [];
  const sessions = new Map<string, Session>();
  const items: Item[] = [];
  /** Payments that went through. */
  const charges: { readonly customer: string; readonly invoice: string; readonly amount: number }[] = [];
  const clocks = new Map<string, number>();
  /** Settings of the vendor's account: what becomes of a subscription after the last retry. */
  const settings: { afterRetries: 'canceled' | 'unpaid' } = { afterRetries: 'canceled' };
  /** Seconds by which the time of customers without a clock of their own is ahead. */
  let ahead = 0;

  const get = <T>(map: ReadonlyMap<string, T>, id: string, what: string): T => {
    const found = map.get(id);
    if (found === undefined) throw missing(what);
    return found;
  };
  const getCustomer = (id: string) => get(customers, id, 'customer');
  const getSubscription = (id: string) => get(subscriptions, id, 'subscription');
  const getSchedule = (id: string) => get(schedules, id, 'subscription schedule');
  const getPrice = (id: string) =>
    findPrice(id) ??
    (() => {
      throw missing('price');
    })();
  const nowOf = (customer: Customer) => (customer.clock === null ? Math.floor(Date.now() / 1_000) + ahead : (clocks.get(customer.clock) ?? 0));
  const isUnpaid = ({ status }: Subscription) => status === 'past_due' || status === 'unpaid';
  const isOver = ({ status }: Subscription) => status === 'canceled';

  function tryToPay(invoice: Invoice, customer: Customer): boolean {
    const card = customer.defaultCard === null ? undefined : cards.get(customer.defaultCard);
    invoice.attempts += 1;
    if (invoice.total > 0 && (card === undefined || card.isDeclined)) return false;
    invoice.status = 'paid';
    invoice.nextAttempt = null;
    if (invoice.total > 0) {
      invoice.intent = createId('pi');
      charges.push({ customer: customer.id, invoice: invoice.id, amount: invoice.total });
    }
    tell('invoice.paid', { kind: 'invoice', id: invoice.id });
    return true;
  }

  function createInvoice(customer: Customer, subscription: string | null, lines: readonly Line[]): Invoice {
    const pending = items.filter((item) => item.customer === customer.id && item.invoice === null);
    const all = [...lines, ...pending.map(({ description, amount }) => ({ description, amount }))];
    const id = createId('in');
    for (const item of pending) item.invoice = id;
    const invoice: Invoice = {
      id,
      number: `KEY-${String(1_000 + invoices.length)}`,
      customer: customer.id,
      subscription,
      status: 'open',
      lines: all,
      total: all.reduce((sum, { amount }) => sum + amount, 0),
      created: nowOf(customer),
      attempts: 0,
      nextAttempt: null,
      intent: null,
    };
    invoices.push(invoice);
    return invoice;
  }

  /** Undoes an invoice whose payment was a condition. */
  function withdrawInvoice(invoice: Invoice): void {
    invoices.splice(invoices.indexOf(invoice), 1);
    for (const item of items) if (item.invoice === invoice.id) item.invoice = null;
  }

  const formatLine = (price: Price) => `1 × ${price.code.replaceAll('_', ' ')}`;

  function endSubscription(subscription: Subscription, at: number): void {
    subscription.status = 'canceled';
    subscription.endedAt = at;
    for (const invoice of invoices) if (invoice.subscription === subscription.id) invoice.nextAttempt = null;
    tell('customer.subscription.deleted', { kind: 'subscription', id: subscription.id });
  }

  function renew(subscription: Subscription, customer: Customer, at: number): void {
    if (subscription.cancelAt !== null && subscription.cancelAt <= at) {
      endSubscription(subscription, at);
      return;
    }
    const schedule = subscription.schedule === null ? undefined : schedules.get(subscription.schedule);
    const next = schedule?.phases.find(({ start }) => start === at);
    if (schedule && next) {
      subscription.price = next.price;
      schedule.status = 'released';
      subscription.schedule = null;
    }
    const price = getPrice(subscription.price);
    subscription.start = at;
    subscription.end = addInterval(at, price.interval);
    subscription.status = 'active';
    const invoice = createInvoice(customer, subscription.id, [{ description: formatLine(price), amount: price.cents }]);
    if (!tryToPay(invoice, customer)) {
      subscription.status = 'past_due';
      invoice.nextAttempt = at + (retryDays[0] ?? 3) * daySeconds;
      tell('invoice.payment_failed', { kind: 'invoice', id: invoice.id });
    }
    tell('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
  }

  function retry(invoice: Invoice, customer: Customer, at: number): void {
    const subscription = invoice.subscription === null ? undefined : subscriptions.get(invoice.subscription);
    if (tryToPay(invoice, customer)) {
      if (subscription) revive(subscription);
      return;
    }
    tell('invoice.payment_failed', { kind: 'invoice', id: invoice.id });
    const days = retryDays[invoice.attempts - 1];
    if (days !== undefined) invoice.nextAttempt = at + days * daySeconds;
    else {
      invoice.nextAttempt = null;
      if (subscription && settings.afterRetries === 'canceled') endSubscription(subscription, at);
      else if (subscription) {
        subscription.status = 'unpaid';
        tell('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
      }
    }
  }

  function revive(subscription: Subscription): void {
    if (isUnpaid(subscription) && !invoices.some((each) => each.subscription === subscription.id && each.status === 'open')) subscription.status = 'active';
    tell('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
  }

  /** The next thing that happens to customers of a clock up to a time. */
  function findNext(isOnClock: (customer: Customer) => boolean, until: number): { at: number; run: () => void } | null {
    const due: { at: number; run: () => void }[] = [];
    for (const subscription of subscriptions.values()) {
      const customer = getCustomer(subscription.customer);
      if (!isOnClock(customer) || isOver(subscription)) continue;
      // While a payment is overdue the period goes on; the retries decide.
      if (!isUnpaid(subscription)) due.push({ at: subscription.end, run: () => renew(subscription, customer, subscription.end) });
    }
    for (const invoice of invoices) {
      const customer = getCustomer(invoice.customer);
      const { nextAttempt } = invoice;
      if (isOnClock(customer) && invoice.status === 'open' && nextAttempt !== null)
        due.push({ at: nextAttempt, run: () => retry(invoice, customer, nextAttempt) });
    }
    return due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0] ?? null;
  }

  function advance(clock: string | null, until: number): void {
    const isOnClock = (customer: Customer) => customer.clock === clock;
    const set = (at: number) => {
      if (clock === null) ahead = at - Math.floor(Date.now() / 1_000);
      else clocks.set(clock, at);
    };
    for (let next = findNext(isOnClock, until); next !== null; next = findNext(isOnClock, until)) {
      set(next.at);
      next.run();
    }
    set(until);
  }

  function prorate(subscription: Subscription, price: Price, now: number): readonly Line[] {
    const old = getPrice(subscription.price);
    if (now < subscription.start || now > subscription.end)
      throw new VendorError(400, 'invalid_request_error', 'The proration date must be within the current period of the subscription.');
    const share = Math.max(0, (subscription.end - now) / (subscription.end - subscription.start));
    return [
      { description: `Unused time on ${old.code.replaceAll('_', ' ')}`, amount: -Math.round(old.cents * share) },
      { description: formatLine(price), amount: price.cents },
    ];
  }

  return {
    customers,
    cards,
    subscriptions,
    schedules,
    invoices,
    refunds,
    sessions,
    items,
    charges,
    clocks,
    settings,
    getCustomer,
    getSubscription,
    getSchedule,
    getPrice,
    nowOf,
    advance,
    /** Seconds since the epoch for customers without a clock. */
    now: () => Math.floor(Date.now() / 1_000) + ahead,
    createClock(at: number): string {
      const id = createId('clock');
      clocks.set(id, at);
      return id;
    },
    createCustomer(given: { name: string | null; metadata: Record<string, string>; clock: string | null }): Customer {
      const customer: Customer = { id: createId('cus'), address: null, defaultCard: null, created: 0, ...given };
      customers.set(customer.id, customer);
      return customer;
    },
    createSession(given: Omit<Session, 'id' | 'card' | 'name' | 'address'>): Session {
      getCustomer(given.customer);
      const session: Session = { ...given, id: createId('cs_test'), card: null, name: null, address: null };
      sessions.set(session.id, session);
      return session;
    },
    /** Enters a card on the vendor's page. Throws where it is declined. */
    enterCard(
      sessionId: string,
      given: { number: string; expMonth: number; expYear: number; name: string; address: NonNullable<Session['address']> },
    ): Session {
      const session = get(sessions, sessionId, 'checkout session');
      const number = given.number.replace(/\D/g, '');
      if (number === '4000000000000002') throw declined();
      const card: Card = {
        id: createId('pm'),
        customer: session.customer,
        brand: number.startsWith('4') ? 'visa' : number.startsWith('5') ? 'mastercard' : 'unknown',
        last4: number.slice(-4),
        expMonth: given.expMonth,
        expYear: given.expYear,
        isDeclined: number === '4000000000000341',
      };
      cards.set(card.id, card);
      session.card = card.id;
      session.name = given.name;
      session.address = given.address;
      tell('checkout.session.completed', { kind: 'session', id: session.id });
      return session;
    },
    setDefault(customer: Customer, card: string): void {
      if (get(cards, card, 'payment method').customer !== customer.id) throw missing('payment method');
      customer.defaultCard = card;
    },
    subscribe(given: { customer: string; price: string; trialEnd: number | null }): Subscription {
      const customer = getCustomer(given.customer);
      const price = getPrice(given.price);
      const now = nowOf(customer);
      const subscription: Subscription = {
        id: createId('sub'),
        item: createId('si'),
        customer: customer.id,
        price: price.id,
        status: given.trialEnd === null ? 'active' : 'trialing',
        created: now,
        start: now,
        end: given.trialEnd ?? addInterval(now, price.interval),
        trialEnd: given.trialEnd,
        cancelAt: null,
        endedAt: null,
        schedule: null,
      };
      if (given.trialEnd === null) {
        const invoice = createInvoice(customer, subscription.id, [{ description: formatLine(price), amount: price.cents }]);
        if (!tryToPay(invoice, customer)) {
          withdrawInvoice(invoice);
          throw declined();
        }
      }
      subscriptions.set(subscription.id, subscription);
      tell('customer.subscription.created', { kind: 'subscription', id: subscription.id });
      return subscription;
    },
    update(id: string, change: { cancelAt?: number | null; price?: string; proratedAt?: number }): Subscription {
      const subscription = getSubscription(id);
      if (isOver(subscription))
        throw new VendorError(400, 'invalid_request_error', 'A canceled subscription can only update its cancellation_details and metadata.');
      if (subscription.schedule !== null && 'cancelAt' in change)
        throw new VendorError(
          400,
          'invalid_request_error',
          'The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed.',
        );
      if (change.price !== undefined && change.price !== subscription.price) {
        const customer = getCustomer(subscription.customer);
        const price = getPrice(change.price);
        const now = nowOf(customer);
        const invoice = createInvoice(customer, subscription.id, prorate(subscription, price, change.proratedAt ?? now));
        if (!tryToPay(invoice, customer)) {
          withdrawInvoice(invoice);
          throw declined();
        }
        Object.assign(subscription, { price: price.id, start: now, end: addInterval(now, price.interval) });
      }
      if (change.cancelAt !== undefined) subscription.cancelAt = change.cancelAt;
      tell('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
      return subscription;
    },
    preview(id: string, priceId: string, proratedAt: number | null): { total: number; lines: readonly Line[] } {
      const subscription = getSubscription(id);
      const lines = prorate(subscription, getPrice(priceId), proratedAt ?? nowOf(getCustomer(subscription.customer)));
      return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
    },
    schedule(subscriptionId: string): Schedule {
      const subscription = getSubscription(subscriptionId);
      if (subscription.schedule !== null) throw new VendorError(400, 'invalid_request_error', 'The subscription already has a schedule.');
      if (subscription.cancelAt !== null) throw new VendorError(400, 'invalid_request_error', 'The subscription is set to cancel.');
      const schedule: Schedule = {
        id: createId('sub_sched'),
        subscription: subscription.id,
        status: 'active',
        phases: [{ price: subscription.price, start: subscription.start, end: subscription.end }],
      };
      schedules.set(schedule.id, schedule);
      subscription.schedule = schedule.id;
      return schedule;
    },
    setPhases(id: string, phases: Phase[]): Schedule {
      const schedule = getSchedule(id);
      if (schedule.status !== 'active') throw new VendorError(400, 'invalid_request_error', 'You cannot update a subscription schedule that is released.');
      schedule.phases = phases;
      // Updates of the current phase apply at once.
      const subscription = getSubscription(schedule.subscription);
      const [current] = phases;
      if (current?.start !== subscription.start) throw new VendorError(400, 'invalid_request_error', 'You can not modify the start date of the current phase.');
      subscription.price = current.price;
      tell('subscription_schedule.updated', { kind: 'schedule', id });
      return schedule;
    },
    release(id: string): Schedule {
      const schedule = getSchedule(id);
      if (schedule.status !== 'active') throw new VendorError(400, 'invalid_request_error', 'You cannot release a subscription schedule that is released.');
      schedule.status = 'released';
      const subscription = getSubscription(schedule.subscription);
      subscription.schedule = null;
      tell('subscription_schedule.released', { kind: 'schedule', id });
      return schedule;
    },
    getInvoice(id: string): Invoice {
      const invoice = invoices.find((each) => each.id === id);
      if (!invoice) throw missing('invoice');
      return invoice;
    },
    pay(id: string): Invoice {
      const invoice = invoices.find((each) => each.id === id);
      if (!invoice) throw missing('invoice');
      if (invoice.status !== 'open') throw new VendorError(400, 'invalid_request_error', 'Invoice is already paid');
      const customer = getCustomer(invoice.customer);
      if (!tryToPay(invoice, customer)) throw declined();
      const subscription = invoice.subscription === null ? undefined : subscriptions.get(invoice.subscription);
      if (subscription && !isOver(subscription)) revive(subscription);
      return invoice;
    },
    addItem(given: Omit<Item, 'id' | 'created' | 'invoice'> & { readonly created?: number }): Item {
      const item: Item = { id: createId('ii'), created: nowOf(getCustomer(given.customer)), invoice: null, ...given };
      items.push(item);
      return item;
    },
    refund(intent: string, status: Refund['status']): Refund {
      const invoice = invoices.find((each) => each.intent === intent);
      if (!invoice) throw missing('payment intent');
      const refund: Refund = { id: createId('re'), intent, amount: invoice.total, status };
      refunds.push(refund);
      tell('refund.created', { kind: 'refund', id: refund.id });
      return refund;
    },
    getRefund(id: string): Refund {
      const refund = refunds.find((each) => each.id === id);
      if (!refund) throw missing('refund');
      return refund;
    },
    /** The bank has taken a refund. */
    endRefund(refund: Refund): void {
      refund.status = 'succeeded';
      tell('refund.updated', { kind: 'refund', id: refund.id });
    },
  };
}

export type CardEngine = ReturnType<typeof createEngine>;
