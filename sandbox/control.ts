/** Routes through which a person controls the simulated outside world, and a page that explains it. The app's own pages may call them. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { magicArea, magicOffers } from './carrier/inventory.ts';
import { magicNumbers } from './carrier/magic.ts';
import type { Pace } from './carrier/pace.ts';
import { magicPorts } from './carrier/ports.ts';
import { magicRegistrations } from './carrier/registrations.ts';
import { magicCallers, magicPhones } from './carrier/voice/behaviour.ts';
import { magicFaxes } from './fax/magic.ts';
import type { FaxOffice, LedgerFax } from './fax/office.ts';
import { toDocumentPdf } from './fax/pdf.ts';
import { magicLookups } from './lookup/trestle.ts';
import { escapeHtml, formatPage } from './page.ts';
import type { Generator } from './traffic/generator.ts';
import type { DemoSite } from './web/demoSite.ts';
import { visit, visitorSources } from './web/visitors.ts';
import { documentNames } from './world/fax.ts';

const PhoneSchema = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'A phone number such as +12125550123'));
const numberEntry = z.pipe(
  z.union([PhoneSchema, z.object({ number: PhoneSchema })]),
  z.transform((entry) => (typeof entry === 'string' ? entry : entry.number)),
);
/** Body of `POST /control/numbers`, and content of the settings file. */
export const Settings = z.object({
  customers: z.optional(z.array(numberEntry).check(z.maxLength(20_000))),
  numbers: z.optional(z.array(numberEntry).check(z.maxLength(20_000))),
  webhookUrl: z.optional(z.url()),
});

interface ControlOptions {
  readonly generator: Generator;
  readonly carrierPace: Pace;
  readonly faxes: FaxOffice;
  readonly site: DemoSite;
  readonly getSiteUrl: () => string;
  readonly accountSid: string;
  /** Pages of these origins may command. */
  isAllowed(origin: string): boolean;
  saveSettings(settings: z.output<typeof Settings>): void;
}

const schemas = {
  ring: z.object({ to: PhoneSchema, from: z.optional(PhoneSchema), outcome: z._default(z.enum(['answered', 'missed', 'voicemail']), 'answered') }),
  /** A caller by a script: keys pressed, one word a menu; seconds of patience and of talk; what is said after the tone. */
  script: z.object({
    to: PhoneSchema,
    from: z.optional(PhoneSchema),
    presses: z._default(z.array(z.string().check(z.regex(/^\d{1,2}$/))), []),
    patience: z._default(z.nullable(z.number().check(z.gte(0), z.lte(3_600))), null),
    talkSeconds: z._default(z.number().check(z.gte(0), z.lte(3_600)), 20),
    words: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(1_000))), null),
    answered: z._default(z.boolean(), true),
  }),
  storm: z.object({ count: z.number().check(z.gte(1), z.lte(1_000)), to: z.optional(PhoneSchema) }),
  text: z.object({
    to: PhoneSchema,
    from: z.optional(PhoneSchema),
    body: z.optional(z.string().check(z.minLength(1), z.maxLength(1_600))),
    picture: z.optional(z.boolean()),
  }),
  fax: z.object({ to: PhoneSchema, from: z._default(PhoneSchema, '+14155550142'), document: z._default(z.enum(documentNames), 'order') }),
  voicemail: z.object({ to: PhoneSchema, from: z.optional(PhoneSchema), words: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))) }),
  burst: z.object({ count: z.number().check(z.gte(1), z.lte(1_000)) }),
  pause: z.object({ paused: z._default(z.boolean(), true) }),
  /** Texts a second that the carrier takes from one number, and of the account: more are answered with 429. Null: any. */
  carrierRate: z.object({
    perNumber: z._default(z.nullable(z.number().check(z.gte(1), z.lte(10_000))), null),
    perAccount: z._default(z.nullable(z.number().check(z.gte(1), z.lte(10_000))), null),
  }),
  /** The demo site: the app's script in it (null: out of it), and the shop's number. */
  site: z.object({
    script: z.optional(z.nullable(z.url())),
    number: z.optional(z.string().check(z.regex(/^\d{10}$/, 'Ten digits'))),
  }),
  visit: z.object({ source: z._default(z.enum(visitorSources), 'google'), calls: z._default(z.boolean(), true) }),
  rate: z.object({ perMinute: z.number().check(z.gte(0), z.lte(600)) }),
} as const;

/** `POST /control/…` and `GET /control/status`, and the page at `/`. */
export async function registerControlRoutes(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { generator } = options;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!options.isAllowed(origin)) return reply.code(403).send({ message: 'Origin not allowed' });
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'GET, POST',
      vary: 'origin',
    });
  });
  app.options('/control/*', async (_request, reply) => reply.code(204).send());
  // An act that cannot be played returns why.
  const on = <T extends z.ZodMiniType>(name: string, schema: T, act: (command: z.output<T>) => unknown) =>
    app.post(`/control/${name}`, async (request, reply) => {
      const read = schema.safeParse(request.body ?? {});
      if (!read.success) return reply.code(422).send({ message: z.prettifyError(read.error) });
      const refusal = await act(read.data);
      if (typeof refusal === 'string') return reply.code(409).send({ message: refusal });
      return reply.code(202).send(generator.status());
    });
  on('ring', schemas.ring, ({ to, from, outcome }) => {
    if (outcome === 'voicemail') return run(generator.voicemail(to, from));
    return run(generator.ring(to, from, outcome === 'missed' ? { kind: 'missed' } : undefined));
  });
  on('script', schemas.script, ({ to, from, answered, ...script }) =>
    run(generator.ring(to, from, { kind: 'script', ...script, ...(answered ? {} : { phones: { kind: 'noAnswer' } as const }) })),
  );
  on('storm', schemas.storm, ({ count, to }) => {
    if (to === undefined && generator.status().numbers === 0) return 'No number can be called. Buy or activate one first.';
    return run(generator.storm(count, to));
  });
  on('text', schemas.text, ({ to, body, from, picture }) => run(generator.text(to, body, from, picture)));
  on('fax', schemas.fax, ({ to, from, document }) => run(options.faxes.receive({ to, from, document: toDocumentPdf(document) })));
  on('voicemail', schemas.voicemail, ({ to, from, words }) => run(generator.voicemail(to, from, words)));
  on('site', schemas.site, ({ script, number }) =>
    options.site.set({ ...(script === undefined ? {} : { script }), ...(number === undefined ? {} : { number }) }),
  );
  on('visit', schemas.visit, ({ source, calls }) =>
    visit({ site: options.site, getSiteUrl: options.getSiteUrl, ring: async (to) => run(generator.ring(to)) }, source, calls),
  );
  on('burst', schemas.burst, ({ count }) => run(generator.burst(count)));
  on('pause', schemas.pause, ({ paused }) => generator.pause(paused));
  on('carrierRate', schemas.carrierRate, (limits) => options.carrierPace.set(limits));
  on('rate', schemas.rate, ({ perMinute }) => generator.setRate(perMinute));
  on('traffic', schemas.rate, ({ perMinute }) => generator.setRate(perMinute));
  on('numbers', Settings, (settings) => options.saveSettings(settings));
  app.get('/control/callers', async () => magicCallers.map(({ number, title }) => ({ number, title })));
  app.get('/control/status', async () => generator.status());
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(formatPage('Sandbox', describe(options))));
}

/** Lets a commanded simulation play on by itself; an unreachable app is no failure of the command. */
function run(played: Promise<unknown>): void {
  played.catch(() => {});
}

/** The newest faxes, in and out. */
function faxRows(faxes: readonly LedgerFax[]): string {
  const row = ({ direction, from, to, pages, status, failureReason }: LedgerFax) =>
    `<tr><td>${direction === 'inbound' ? 'in' : 'out'}</td><td><code>${escapeHtml(from)}</code></td><td><code>${escapeHtml(to)}</code></td><td>${pages} pages</td><td>${escapeHtml(failureReason ?? status)}</td></tr>`;
  return faxes.length === 0 ? '' : `<h2>Faxes</h2><table>${faxes.slice(0, 20).map(row).join('')}</table>`;
}

function describe({ generator, faxes, accountSid }: ControlOptions): string {
  const { perMinute, isPaused, numbers } = generator.status();
  const rowsOf = (list: readonly { readonly number: string; readonly title: string }[]) =>
    list.map(({ number, title }) => `<tr><td><code>${number}</code></td><td>${escapeHtml(title)}</td></tr>`).join('');
  const offers = magicOffers
    .map(({ exchange, title }) => `<tr><td><code>${magicArea} starts ${exchange}</code></td><td>${escapeHtml(title)}</td></tr>`)
    .join('');
  const ports = magicPorts.map(({ exchange, title }) => ({ number: `${magicArea}-${exchange}-2000`, title }));
  const lookups = magicLookups.map(({ ending, title }) => ({ number: `…${ending}`, title }));
  return `<p>Simulated services: a Twilio-compatible carrier, a Telnyx-compatible fax vendor, an OpenID Connect provider and a mail server. Nothing leaves this machine.</p>
<p>Traffic: ${isPaused ? 'paused' : `${perMinute} a minute`} to ${numbers} numbers. Account <code>${escapeHtml(accountSid)}</code>.</p>
<p><a href="/mail">Caught mail</a> · <a href="/oidc/.well-known/openid-configuration">OpenID Connect provider</a> · <a href="/control/status">Status</a> · <a href="/ga4">Google Analytics</a> · <a href="/slack">Slack</a> · <a href="/hubspot">HubSpot</a> · <a href="/google">Google Ads</a> · <a href="/meta">Meta Ads</a> · <a href="/microsoft">Microsoft Ads</a> · <a href="/hooks">Webhooks</a> · <a href="/web/harbor-bikes.example/">Demo site of dynamic numbers</a></p>
<h2>Texts to these numbers have a known outcome</h2><table>${rowsOf(magicNumbers)}</table>
<h2>Faxes to these numbers have a known outcome</h2><table>${rowsOf(magicFaxes)}</table>
${faxRows(faxes.list())}
<h2>Numbers that are bought with a known outcome: look for ${magicArea} and the digits</h2><table>${offers}</table>
<h2>Port-in numbers with a known outcome</h2><table>${rowsOf(ports)}</table>
<h2>EINs whose registration has a known outcome</h2><table>${rowsOf(magicRegistrations.map(({ ein, title }) => ({ number: ein, title })))}</table>
<h2>Callers that are looked up with a known outcome</h2><table>${rowsOf(lookups)}</table>
<h2>Phones with a behaviour of their own, to forward to</h2><table>${rowsOf(magicPhones)}</table>
<h2>Callers with a behaviour of their own</h2><table>${rowsOf(magicCallers)}</table>`;
}
