/** The outside world as one HTTP server: carrier, sign-in provider, mail page, traffic and its controls. It knows the app by its address alone. */
import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance } from 'fastify';
import { createSandboxGoogleAds, type SandboxGoogleAds } from './ads/google.ts';
import { createSandboxMetaAds, type SandboxMetaAds } from './ads/meta.ts';
import { createSandboxMicrosoftAds, type SandboxMicrosoftAds } from './ads/microsoft.ts';
import { createSandboxAnalytics, type SandboxAnalytics } from './analytics/ga4.ts';
import { deriveCardApiKey, deriveCardWebhookSecret } from './cards/keys.ts';
import { createCardVendor, type SandboxCards } from './cards/rest.ts';
import { createInventory, type Inventory } from './carrier/inventory.ts';
import { deriveVoiceKey } from './carrier/keys.ts';
import { createLedger, createSid, type Ledger } from './carrier/ledger.ts';
import { createPace } from './carrier/pace.ts';
import { createPlay } from './carrier/play.ts';
import { createPorts, type Ports } from './carrier/ports.ts';
import { createPost } from './carrier/post.ts';
import { createRegistrations, type Registrations } from './carrier/registrations.ts';
import { registerCarrierRoutes } from './carrier/rest.ts';
import { Browsers } from './carrier/voice/browsers.ts';
import type { Switchboard } from './carrier/voice/switchboard.ts';
import type { OngoingCall } from './carrier/voice/world.ts';
import { registerControlRoutes } from './control.ts';
import { registerDnsRoutes } from './dns/routes.ts';
import { type NameServer, startNameServer } from './dns/server.ts';
import { faxConnectionId } from './fax/keys.ts';
import { createOffice, type FaxOffice } from './fax/office.ts';
import { registerFaxRoutes } from './fax/rest.ts';
import { createSandboxHooks, type SandboxHooks } from './hooks/receiver.ts';
import { createSandboxLeadCrm, type SandboxLeadCrm } from './leadCrm/hubspot.ts';
import { registerTrestleRoutes } from './lookup/trestle.ts';
import { registerSpeechRoutes } from './speech/routes.ts';
import { createSandboxTeamChat, type SandboxTeamChat } from './teamChat/slack.ts';
import { createGenerator, type Generator } from './traffic/generator.ts';
import { registerTranscriberRoutes } from './transcriber/routes.ts';
import { createDemoSite, type DemoSite, demoHost } from './web/demoSite.ts';
import { registerWebRoutes } from './web/routes.ts';

interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The app's public address. */
  readonly webhookUrl: string;
  /** The sandbox's own address as the app knows it; where it listens when absent. */
  readonly publicUrl?: string;
  /** Numbers of the app that customers know. */
  readonly numbers?: readonly string[];
  /** Customers the app knows; they text and call beside strangers. */
  readonly customers?: readonly string[];
  readonly seed?: number;
  /** Port of the name server; any free one when absent. */
  readonly dnsPort?: number;
  /** Texts and calls a minute. */
  readonly perMinute?: number;
  /** Duration of simulated time relative to real time: 1 is real. */
  readonly pace?: number;
  /** Milliseconds to a customer's answer, least and most; null: nobody answers. */
  readonly answerMs?: readonly [number, number] | null;
  /** API key of the fax vendor; the carrier's token when absent, from which the signing key is derived, too. */
  readonly faxApiKey?: string;
  /** Key the transcriber accepts; the carrier's token when absent. */
  readonly transcriberToken?: string;
  /** API key of the speech vendor; the carrier's token when absent. */
  readonly speechToken?: string;
  /** API key and webhook secret of the card vendor; derived from the carrier's token when absent. */
  readonly cards?: { readonly apiKey: string; readonly webhookSecret: string };
  /** More of the outside world, registered on the same server. */
  readonly plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
}

export interface Sandbox {
  readonly url: string;
  readonly ledger: Ledger;
  readonly inventory: Inventory;
  readonly ports: Ports;
  readonly registrations: Registrations;
  readonly faxes: FaxOffice;
  readonly cards: SandboxCards;
  /** Google Analytics, with the events that came. */
  readonly analytics: SandboxAnalytics;
  /** Slack, with the posts that came. */
  readonly teamChat: SandboxTeamChat;
  readonly leadCrm: SandboxLeadCrm;
  readonly googleAds: SandboxGoogleAds;
  /** Meta Ads, with the events that came. */
  readonly metaAds: SandboxMetaAds;
  readonly microsoftAds: SandboxMicrosoftAds;
  /** A receiver of webhooks, with what came. */
  readonly hooks: SandboxHooks;
  /** Switchboard with the calls in progress. */
  readonly switchboard: Switchboard<OngoingCall>;
  /** Browsers that are registered as phones. */
  readonly browsers: Browsers;
  readonly generator: Generator;
  /** Name server for domains of tenants. */
  readonly nameServer: NameServer;
  /** Website with dynamic numbers, and where a browser finds it. */
  readonly site: DemoSite & { readonly url: string };
  close(): Promise<void>;
}

const answerMs = [3_000, 8_000] as const;

/** One laptop has two names for itself. */
function checkOrigin(known: string, origin: string): boolean {
  const plain = (address: string) => URL.parse(address)?.origin.replace('//127.0.0.1', '//localhost') ?? '';
  return plain(known) === plain(origin);
}

/** Starts the outside world. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { accountSid, authToken, pace = 1, seed = 1 } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 2_000_000 });
  const ledger = createLedger();
  const carrierPace = createPace();
  const inventory = createInventory(() => createSid('PN'));
  const ports = createPorts({ authToken, pace, inventory, signal });
  const registrations = createRegistrations({ authToken, accountSid, pace, signal });
  let url = '';
  let webhookUrl = options.webhookUrl.replace(/\/$/, '');
  const isAllowed = (origin: string) => [webhookUrl, url].some((known) => checkOrigin(known, origin));
  const browsers = new Browsers(deriveVoiceKey(authToken), isAllowed);
  const play = createPlay({
    browsers,
    accountSid,
    pace,
    ledger,
    post: createPost(authToken, accountSid, signal),
    signal,
    getWebhookUrl: () => webhookUrl,
    getOwnUrl: () => url,
  });
  const faxes = createOffice({ secret: authToken, connectionId: faxConnectionId, pace, signal, webhookUrl: () => webhookUrl, ownUrl: () => url });
  const cards = createCardVendor({
    ...(options.cards ?? { apiKey: deriveCardApiKey(authToken), webhookSecret: deriveCardWebhookSecret(authToken) }),
    signal,
    getWebhookUrl: () => webhookUrl,
    getOwnUrl: () => url,
  });
  const analytics = createSandboxAnalytics();
  const teamChat = createSandboxTeamChat();
  const leadCrm = createSandboxLeadCrm();
  const googleAds = createSandboxGoogleAds();
  const metaAds = createSandboxMetaAds();
  const microsoftAds = createSandboxMicrosoftAds();
  const hooks = createSandboxHooks(signal);
  const answers = options.answerMs === undefined ? answerMs : options.answerMs;
  const generator = createGenerator(play, { seed, perMinute: options.perMinute ?? 0, answerMs: answers ?? [0, 0] }, signal);
  const site = createDemoSite();
  const getSiteUrl = () => `${url}/web/${demoHost}/`;
  const setNumbers = (numbers: readonly string[]) => {
    generator.setNumbers(numbers);
    // Numbers the app already has are not for sale, no matter who sold them.
    for (const number of numbers) if (inventory.find({ number }).length === 0) inventory.portIn(number);
  };
  setNumbers(options.numbers ?? []);
  generator.know(options.customers ?? []);

  // A page whose name is pointed at this machine reads no mail that was caught here.
  app.addHook('onRequest', async (request, reply) => {
    const known = ['localhost', '127.0.0.1', '[::1]', URL.parse(url)?.hostname];
    if (!known.includes(request.hostname)) return reply.code(421).send({ message: 'Another host' });
  });
  await app.register(formbody);
  await app.register(registerCarrierRoutes, {
    accountSid,
    authToken,
    ledger,
    porting: { accountSid, ports },
    pace: carrierPace,
    registration: { accountSid, registrations },
    calls: {
      accountSid,
      switchboard: play.switchboard,
      endBrowser: (sid, status) => browsers.endCall(sid, status),
      play: (phone, line, request) => void play.playPhone(phone, line, request).catch(() => {}),
    },
    numbers: { accountSid, inventory, changed: ({ sold, released }) => generator.changeNumbers(sold, released) },
    onTaken(message, { reports }, isMagic) {
      play.postReports(message, reports).catch(() => {});
      if (!isMagic && answers !== null) generator.answer(message).catch(() => {});
    },
  });
  await app.register(registerFaxRoutes, {
    apiKey: options.faxApiKey ?? authToken,
    connectionId: faxConnectionId,
    office: faxes,
    numbers: { inventory, pace, changed: ({ sold, released }) => generator.changeNumbers(sold, released) },
  });
  await app.register(registerTranscriberRoutes, { prefix: '/transcriber', token: options.transcriberToken ?? authToken, ledger });
  await app.register(registerSpeechRoutes, { prefix: '/speech', token: options.speechToken ?? authToken });
  await app.register(registerControlRoutes, {
    carrierPace,
    generator,
    faxes,
    site,
    getSiteUrl,
    accountSid,
    isAllowed,
    saveSettings(settings) {
      if (settings.numbers) setNumbers(settings.numbers);
      if (settings.customers) generator.know(settings.customers);
      if (settings.webhookUrl !== undefined) webhookUrl = settings.webhookUrl.replace(/\/$/, '');
    },
  });
  cards.register(app);
  await analytics.register(app);
  await teamChat.register(app);
  await leadCrm.register(app);
  await googleAds.register(app);
  await metaAds.register(app);
  await microsoftAds.register(app);
  await hooks.register(app);
  const nameServer = await startNameServer({ port: options.dnsPort ?? 0, ...(options.host === undefined ? {} : { host: options.host }) });
  await app.register(registerDnsRoutes, { nameServer });
  await app.register(registerTrestleRoutes);
  await app.register(registerWebRoutes, { prefix: '/web', getAppUrl: () => webhookUrl, site, hooks });
  for (const plugin of options.plugins ?? []) await app.register(plugin);
  browsers.serve(app.server);
  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  url = (options.publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/$/, '');
  return {
    url,
    ledger,
    inventory,
    ports,
    registrations,
    faxes,
    cards,
    analytics,
    teamChat,
    leadCrm,
    googleAds,
    metaAds,
    microsoftAds,
    hooks,
    switchboard: play.switchboard,
    browsers,
    generator,
    nameServer,
    site: Object.assign(site, { url: getSiteUrl() }),
    async close() {
      ending.abort();
      browsers.close();
      await nameServer.close();
      await app.close();
    },
  };
}
