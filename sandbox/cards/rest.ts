/** The card vendor’s REST API and its page for cards, on Stripe’s wire. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, formatPage } from '../page.ts';
import { createEngine } from './engine.ts';
import { magicCards, type Phase, prices, VendorError } from './objects.ts';
import { createEvents } from './webhooks.ts';
import { createWriter, type Form, getForm, getText, listForms, listOf, nestForm } from './wire.ts';

interface CardVendorOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly signal: AbortSignal;
  readonly getWebhookUrl: () => string;
  readonly getOwnUrl: () => string;
}

/** Faults a test may set. Paths are those of the routes, with `:id`. */
interface Faults {
  /** Connections are closed without an answer. */
  isAway: boolean;
  /** So many writes are carried out, and their replies are lost. */
  losesReplies: number;
  /** Writes of a path are refused with a status, and nothing is done. */
  readonly refuses: Map<string, number>;
  /** After a write of this path the vendor is away. */
  leavesAfter: string | null;
  /** A write of this path is carried out and answered as a failure of the vendor's own. */
  breaksAfter: string | null;
  /** Runs before each write. */
  beforeWrite: ((path: string) => void) | null;
  /** Holds back the reply to a read, which says how things were before. */
  holdRead: ((path: string) => Promise<void>) | null;
}

/** Creates the vendor: its world, its events, what a test may do to it, and its routes. */
export function createCardVendor(options: CardVendorOptions) {
  const events = createEvents({ secret: options.webhookSecret, signal: options.signal, getWebhookUrl: options.getWebhookUrl });
  const engine = createEngine((type, { kind, id }) => events.tell(type, describe(kind, id)));
  const write = createWriter(engine, options.getOwnUrl);
  const faults: Faults = {
    isAway: false,
    losesReplies: 0,
    refuses: new Map(),
    leavesAfter: null,
    breaksAfter: null,
    beforeWrite: null,
    holdRead: null,
  };
  const requests: { readonly method: string; readonly path: string; readonly key: string | null }[] = [];

  function describe(kind: string, id: string): object {
    if (kind === 'subscription') return write.subscription(engine.getSubscription(id));
    if (kind === 'invoice') return write.invoice(engine.getInvoice(id));
    if (kind === 'schedule') return write.schedule(engine.getSchedule(id));
    if (kind === 'refund') return write.refund(engine.getRefund(id));
    const session = engine.sessions.get(id);
    return session ? write.session(session) : write.customer(engine.getCustomer(id));
  }

  const required = (form: Form, ...path: readonly string[]): string => {
    const text = getText(form, ...path);
    if (text === undefined) throw new VendorError(400, 'invalid_request_error', `Missing required param: ${path.join('.')}.`);
    return text;
  };
  const toAddress = (form: Form | undefined) =>
    form === undefined ? null : Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

  type Run = (form: Form, id: string) => object;
  const writes: Readonly<Record<string, Run>> = {
    '/v1/customers': (form) =>
      write.customer(
        engine.createCustomer({
          name: getText(form, 'name') ?? null,
          metadata: { ...(toAddress(getForm(form, 'metadata')) ?? {}) },
          clock: getText(form, 'test_clock') ?? null,
        }),
      ),
    '/v1/customers/:id': (form, id) => {
      const customer = engine.getCustomer(id);
      const card = getText(form, 'invoice_settings', 'default_payment_method');
      if (card !== undefined) engine.setDefault(customer, card);
      customer.name = (getText(form, 'name') ?? customer.name) || null;
      customer.address = toAddress(getForm(form, 'address')) ?? customer.address;
      return write.customer(customer);
    },
    '/v1/checkout/sessions': (form) =>
      write.session(
        engine.createSession({
          customer: required(form, 'customer'),
          methods: Object.values(getForm(form, 'allowed_payment_method_types') ?? {}).map(String),
          successUrl: required(form, 'success_url'),
          cancelUrl: required(form, 'cancel_url'),
        }),
      ),
    '/v1/subscriptions': (form) => {
      const trial = getText(form, 'trial_end');
      return write.subscription(
        engine.subscribe({
          customer: required(form, 'customer'),
          price: required(form, 'items', '0', 'price'),
          trialEnd: trial === undefined ? null : Number(trial),
        }),
      );
    },
    '/v1/subscriptions/:id': (form, id) => {
      const cancelAt = getText(form, 'cancel_at');
      const price = getText(form, 'items', '0', 'price');
      const proratedAt = getText(form, 'proration_date');
      return write.subscription(
        engine.update(id, {
          ...(cancelAt === undefined ? {} : { cancelAt: cancelAt === '' ? null : Number(cancelAt) }),
          ...(price === undefined ? {} : { price }),
          ...(proratedAt === undefined ? {} : { proratedAt: Number(proratedAt) }),
        }),
      );
    },
    '/v1/subscription_schedules': (form) => write.schedule(engine.schedule(required(form, 'from_subscription'))),
    '/v1/subscription_schedules/:id': (form, id) => {
      const phases = listForms(getForm(form, 'phases')).map((phase): Phase => {
        const start = Number(required(phase, 'start_date'));
        return { price: required(phase, 'items', '0', 'price'), start, end: Number(getText(phase, 'end_date') ?? start + 1) };
      });
      return write.schedule(engine.setPhases(id, phases));
    },
    '/v1/subscription_schedules/:id/release': (_form, id) => write.schedule(engine.release(id)),
    '/v1/invoices/create_preview': (form) => {
      const proratedAt = getText(form, 'subscription_details', 'proration_date');
      const priceId = required(form, 'subscription_details', 'items', '0', 'price');
      const { lines, total } = engine.preview(required(form, 'subscription'), priceId, proratedAt === undefined ? null : Number(proratedAt));
      return { object: 'invoice', total, amount_due: Math.max(0, total), lines: listOf(lines, '/v1/invoices/upcoming/lines') };
    },
    '/v1/invoices/:id/pay': (_form, id) => write.invoice(engine.pay(id)),
    '/v1/invoiceitems': (form) => {
      const item = engine.addItem({
        customer: required(form, 'customer'),
        amount: Number(required(form, 'amount')),
        description: getText(form, 'description') ?? '',
        metadata: { ...(toAddress(getForm(form, 'metadata')) ?? {}) },
      });
      return write.item(item);
    },
    '/v1/refunds': (form) => write.refund(engine.refund(required(form, 'payment_intent'), 'pending')),
    '/v1/test_helpers/test_clocks': (form) => {
      const at = Number(required(form, 'frozen_time'));
      return { id: engine.createClock(at), object: 'test_helpers.test_clock', frozen_time: at, status: 'ready' };
    },
    '/v1/test_helpers/test_clocks/:id/advance': (form, id) => {
      const at = Number(required(form, 'frozen_time'));
      if (!engine.clocks.has(id)) throw new VendorError(404, 'invalid_request_error', 'No such test clock');
      engine.advance(id, at);
      return { id, object: 'test_helpers.test_clock', frozen_time: at, status: 'ready' };
    },
  };
  const ofCustomer = (form: Form) => {
    const customer = getText(form, 'customer');
    return (each: { readonly customer: string }) => customer === undefined || each.customer === customer;
  };
  const reads: Readonly<Record<string, Run>> = {
    '/v1/customers/:id': (_form, id) => write.customer(engine.getCustomer(id)),
    '/v1/checkout/sessions/:id': (_form, id) => {
      const session = engine.sessions.get(id);
      if (!session) throw new VendorError(404, 'invalid_request_error', 'No such checkout session');
      return write.session(session);
    },
    '/v1/prices': (form) => {
      const keys = Object.values(getForm(form, 'lookup_keys') ?? {});
      return listOf(prices.filter(({ code, isSold }) => keys.length === 0 || (isSold && keys.includes(code))).map(write.price), '/v1/prices');
    },
    '/v1/prices/:id': (_form, id) => write.price(engine.getPrice(id)),
    '/v1/subscriptions': (form) => listOf([...engine.subscriptions.values()].filter(ofCustomer(form)).reverse().map(write.subscription), '/v1/subscriptions'),
    '/v1/subscriptions/:id': (_form, id) => write.subscription(engine.getSubscription(id)),
    '/v1/invoices': (form) => listOf(engine.invoices.filter(ofCustomer(form)).reverse().map(write.invoice), '/v1/invoices'),
    '/v1/invoices/:id': (_form, id) => write.invoice(engine.getInvoice(id)),
    '/v1/invoiceitems': (form) => {
      const since = Number(getText(form, 'created', 'gte') ?? 0);
      const items = engine.items.filter(ofCustomer(form)).filter(({ created }) => created >= since);
      return listOf(items.reverse().map(write.item), '/v1/invoiceitems');
    },
    '/v1/refunds': (form) => {
      const intent = getText(form, 'payment_intent');
      return listOf(engine.refunds.filter((refund) => intent === undefined || refund.intent === intent).map(write.refund), '/v1/refunds');
    },
  };

  /** Replies by idempotency key, with the request they belong to; refusals of cards are stored as well, as the vendor does. */
  const stored = new Map<string, { readonly request: string; readonly status: number; readonly body: object }>();

  const idOf = ({ params }: FastifyRequest): string => (typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '');
  const formOf = (given: unknown): Form => nestForm(typeof given === 'object' && given !== null ? { ...given } : {});

  function run(work: () => object): { status: number; body: object } {
    try {
      return { status: 200, body: work() };
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const code = error.type === 'card_error' ? { code: 'card_declined' } : {};
      return { status: error.status, body: { error: { type: error.type, message: error.message, ...code } } };
    }
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    if (faults.isAway) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (request.headers.authorization !== `Bearer ${options.apiKey}`)
      return reply.code(401).send({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    return null;
  }

  function register(app: FastifyInstance): void {
    for (const [path, work] of Object.entries(reads))
      app.get(path, async (request, reply) => {
        const refused = refuse(request, reply);
        if (refused) return refused;
        const { status, body } = run(() => work(formOf(request.query), idOf(request)));
        await faults.holdRead?.(path);
        return reply.code(status).send(body);
      });
    for (const [path, work] of Object.entries(writes))
      app.post(path, async (request, reply) => {
        const refused = refuse(request, reply);
        if (refused) return refused;
        const given = request.headers['idempotency-key'];
        const key = typeof given === 'string' ? given : null;
        const asked = JSON.stringify([request.url, request.body]);
        requests.push({ method: 'POST', path, key });
        const known = key === null ? undefined : stored.get(key);
        if (known && known.request !== asked)
          return reply.code(400).send({
            error: {
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            },
          });
        faults.beforeWrite?.(path);
        const status = faults.refuses.get(path);
        const answer =
          known ??
          run(() => {
            if (status !== undefined) throw new VendorError(status, status >= 500 ? 'api_error' : 'invalid_request_error', 'Refused by a test.');
            const done = work(formOf(request.body), idOf(request));
            if (faults.breaksAfter === path) throw new VendorError(500, 'api_error', 'Broken by a test.');
            return done;
          });
        if (key !== null && !known) stored.set(key, { request: asked, ...answer });
        if (faults.losesReplies > 0) {
          faults.losesReplies -= 1;
          request.raw.socket.destroy();
          return reply.hijack();
        }
        if (faults.leavesAfter === path) faults.isAway = true;
        if (known) reply.header('idempotent-replayed', 'true');
        return reply.code(answer.status).send(answer.body);
      });
    registerPage(app);
  }

  function formatCardPage(id: string, problem: string): string {
    const field = (name: string, label: string, value = '', more = '') =>
      `<p><label>${label}<br><input name="${name}" value="${escapeHtml(value)}" ${more}></label></p>`;
    return formatPage(
      'Card',
      `${problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/cards/pay/${id}">
${field('number', 'Card number', '', 'autofocus inputmode="numeric" autocomplete="off"')}
${field('exp', 'Expires (MM/YY)', '12/34')}${field('cvc', 'CVC', '123')}${field('name', 'Name on card', 'Ana Ruiz')}
${field('line1', 'Address', '1 Harbor Way')}${field('city', 'City', 'Los Angeles')}${field('state', 'State', 'CA')}${field('postal_code', 'ZIP', '90012')}${field('country', 'Country', 'US')}
<button>Save card</button></form>
<ul>${magicCards.map(({ number, title }) => `<li><code>${number}</code> ${title}</li>`).join('')}</ul>`,
    );
  }

  function registerPage(app: FastifyInstance): void {
    const page = (reply: FastifyReply, html: string, status = 200) => reply.code(status).type('text/html; charset=utf-8').send(html);
    app.get('/cards/pay/:id', async (request, reply) => {
      const id = idOf(request);
      return engine.sessions.has(id) ? page(reply, formatCardPage(id, '')) : page(reply, formatPage('Card', '<p>This page has expired.</p>'), 404);
    });
    app.post('/cards/pay/:id', async (request, reply) => {
      const form = formOf(request.body);
      const id = idOf(request);
      const text = (name: string) => getText(form, name) ?? '';
      const [month = '', year = ''] = text('exp').split('/');
      const number = text('number').replace(/\D/g, '');
      if (number.length < 13) return page(reply, formatCardPage(id, 'Your card number is incomplete.'), 422);
      const address = {
        line1: text('line1'),
        line2: text('line2'),
        city: text('city'),
        state: text('state'),
        postal_code: text('postal_code'),
        country: text('country'),
      };
      try {
        const { successUrl } = engine.enterCard(id, { number, expMonth: Number(month), expYear: 2_000 + Number(year), name: text('name'), address });
        return reply.redirect(successUrl.replace('{CHECKOUT_SESSION_ID}', id), 303);
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
        return page(reply, formatCardPage(id, error.message), error.status);
      }
    });
  }

  return { engine, events: events.manner, faults, requests, register };
}

export type SandboxCards = ReturnType<typeof createCardVendor>;
