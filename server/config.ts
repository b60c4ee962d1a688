/** Configuration: read once from the environment at start, checked, typed. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { DemoUser } from '#contract/system/entities.ts';
import { hasCommonOpening, type TextingHours, textingHours } from '#contract/text/quietHours.ts';
import type { Voice } from './speech/speech.ts';
import { isTrial } from './trial.ts';

/** An OpenID Connect provider that signs people in. */
interface ProviderConfig {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Config {
  readonly version: string;
  /** Address of the app for users, without a trailing slash: links in mails, webhook addresses, cookies' Secure. */
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
  readonly production: boolean;
  readonly databaseUrl: string;
  /** Milliseconds a statement may take; a database that is silent for longer is taken for gone. */
  readonly statementMs: number;
  /** Folder of everything the app keeps on disk: uploaded files, and the database's own data when it runs one. */
  readonly dataDir: string;
  /** 32 bytes, base64: signs links, cursors and channels, seals secrets at rest. */
  readonly secret: Uint8Array;
  /** Bytes of disk that uploads leave free. */
  readonly reserveBytes: number;
  readonly supportEmail: string;
  /** Proxies whose X-Forwarded-For is believed, in number of hops. */
  readonly trustedProxies: number;
  /** Names besides the public URL's under which people reach the app: `host` or `host:port`. */
  readonly hosts: readonly string[];
  /** Maximum of open connections without a sign-in: from one address (null: the server's own number, and none for this machine itself), and in all. */
  readonly connections: { readonly perAddress: number | null; readonly inAll: number };
  readonly carrier: { readonly accountSid: string; readonly authToken: string; readonly baseUrl: string | null };
  /** Key of the carrier's account that signs tokens of browsers for calls in the app; null: none ring there. */
  readonly voice: {
    readonly apiKeySid: string;
    readonly apiKeySecret: string;
    /** TwiML application that answers calls of browsers; null: calling from the app isn't set up. */
    readonly appSid: string | null;
  } | null;
  /** The consumer catalog is open: whoever has an address can sign up there and take numbers, which the operator pays for. */
  readonly hasCatalog: boolean;
  /** Number of the carrier's account that texts codes of the consumer catalog; null: codes are mailed alone. */
  readonly catalogSender: string | null;
  /** The carrier's profile of the operator, to which profiles of brands belong; null: the account's own brands are registered. */
  readonly primaryProfileSid: string | null;
  /** Address where pages of the web are found by their host and path (the sandbox plays them); null: the web itself. */
  readonly webBaseUrl: string | null;
  /** Fax vendor on Telnyx's wire, with the public key of its webhooks; null: faxes are off. */
  readonly fax: { readonly apiKey: string; readonly connectionId: string; readonly publicKey: string; readonly baseUrl: string | null } | null;
  /** Speech vendor for the texts of greetings; null: none. */
  readonly speech: { readonly url: string; readonly token: string; readonly model: string; readonly voices: readonly Voice[] } | null;
  /** Vendor of transcripts, on Deepgram's wire; null: none. */
  readonly transcription: { readonly url: string; readonly token: string; readonly model: string } | null;
  /** A bucket for files, of anything that speaks S3; null: a folder under `dataDir`. */
  readonly s3: {
    readonly url: string;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
  /** Vendor of caller lookups: Trestle, or a service with the same wire; null: none. */
  readonly lookup: { readonly url: string; readonly apiKey: string } | null;
  /** The collector of events for Google Analytics: Google's own collector, or something else that speaks its Measurement Protocol. */
  readonly analytics: { readonly baseUrl: string };
  /** Client of this installation at a team chat on Slack’s wire; null: none is connected. `usesPkce`: the client has PKCE turned on there. */
  readonly teamChat: { readonly clientId: string; readonly clientSecret: string; readonly baseUrl: string; readonly usesPkce: boolean } | null;
  /** Client of this installation at a CRM on HubSpot’s wire; null: none is connected. `appUrl`: where its consent page is. */
  readonly leadCrm: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly baseUrl: string;
    readonly appUrl: string;
    readonly usesPkce: boolean;
  } | null;
  /** Client of this installation at Google for ads; null: none is connected. `baseUrl` null: Google itself. */
  readonly googleAds: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly developerToken: string;
    readonly baseUrl: string | null;
  } | null;
  /** App of this installation at Meta for ads; null: none is connected. `baseUrl` null: Meta itself. */
  readonly metaAds: { readonly appId: string; readonly appSecret: string; readonly baseUrl: string | null } | null;
  /** Client of this installation at Microsoft for ads; null: none is connected. `baseUrl` null: Microsoft itself. */
  readonly microsoftAds: Config['googleAds'];
  /** Card vendor on Stripe’s wire, with the secret of its webhooks; null: nothing is charged. */
  readonly cards: { readonly apiKey: string; readonly webhookSecret: string; readonly baseUrl: string | null } | null;
  /** Name servers to ask, as `address` or `address:port`; empty: the machine's own. */
  readonly dnsServers: readonly string[];
  /** Host name to which tenants' domains point. */
  readonly domainTarget: string;
  /** Lets a proxy elsewhere than on this machine ask which domains may have a certificate; null: the loopback alone. */
  readonly tlsSecret: string | null;
  readonly mail: { readonly smtpUrl: string; readonly from: string };
  readonly providers: readonly ProviderConfig[];
  readonly realtime: {
    readonly driver: 'embedded' | 'cluster';
    readonly appId: string;
    readonly key: string;
    readonly secret: string;
    readonly host: string | null;
    readonly port: number | null;
    readonly tls: boolean;
    readonly cluster: string | null;
  };
  /** The sandbox's address for the app's own commands; null where the outside world is real. */
  readonly sandboxUrl: string | null;
  /** Demo users are asked for: refused at the start where they would be in reach of strangers (safety.ts). */
  readonly wantsDemo: boolean;
  /** Demo users for the sign-in page, which shows them on a trial that asks for demo users alone. */
  readonly demoUsers: readonly DemoUser[];
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Multiplies every limit of requests per minute; 1 unless an installation knows better. */
  readonly rateFactor: number;
  /** Hours when first texts may go out, by the recipient's clock; null: at any hour. */
  readonly textingHours: TextingHours | null;
  /** Treatment of a company that somebody founds: it may spend at once, or waits until the operator has approved it. */
  readonly newCompanies: 'open' | 'approved';
  /** Days that visitor sessions of dynamic numbers are kept. */
  readonly visitDays: number;
}

const number = (initial: number) => z._default(z.coerce.number(), initial);
const word = (initial: string) => z._default(z.string(), initial);
const bool = z.pipe(
  z.literal(['1', '0', 'true', 'false']),
  z.transform((value) => value === '1' || value === 'true'),
);
const Provider = z.object({ id: z.string(), name: z.string(), issuer: z.url(), clientId: z.string(), clientSecret: z.string() });
const jsonList = z.pipe(
  word('[]'),
  z.transform((text: string): unknown => JSON.parse(text)),
);
const providers = z.pipe(jsonList, z.array(Provider));

const dnsServers = z.pipe(
  z.pipe(
    word(''),
    z.transform((text: string) =>
      text
        .split(',')
        .map((server) => server.trim())
        .filter((server) => server !== ''),
    ),
  ),
  z.array(z.string().check(z.regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/, 'addresses separated by commas, such as 1.1.1.1,9.9.9.9:53'))),
);

const hosts = z.pipe(
  z.pipe(
    word(''),
    z.transform((text: string) =>
      text
        .split(',')
        .map((host) => host.trim())
        .filter((host) => host !== ''),
    ),
  ),
  z.array(z.string().check(z.regex(/^([\w.-]+|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/, 'names separated by commas, such as phones.example.com,10.0.0.5:4400'))),
);

const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  DATABASE_URL: z.string().check(z.regex(/^postgres(ql)?:\/\//, 'postgres://user:password@host/database')),
  KEYLINE_DATABASE_SECONDS: z._default(z.coerce.number().check(z.minimum(1), z.maximum(300)), 15),
  KEYLINE_SECRET: z.string().check(z.minLength(40, '32 random bytes in base64')),
  KEYLINE_PORT: number(4400),
  KEYLINE_HOST: word('localhost'),
  KEYLINE_DATA: word('./data'),
  KEYLINE_PUBLIC_URL: z.optional(z.url()),
  KEYLINE_RESERVE_MB: z._default(z.coerce.number().check(z.minimum(0)), 500),
  KEYLINE_SUPPORT_EMAIL: word('support@keyline.example'),
  KEYLINE_TRUSTED_PROXIES: number(0),
  KEYLINE_HOSTS: hosts,
  KEYLINE_DNS: dnsServers,
  KEYLINE_DOMAIN_TARGET: z.optional(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a host name, such as edge.example.com'))),
  KEYLINE_TLS_SECRET: z.optional(z.string().check(z.regex(/^[\w-]{20,200}$/, 'at least 20 letters, digits, _ or -'))),
  KEYLINE_CONNECTIONS: z._default(z.coerce.number().check(z.minimum(10)), 5_000),
  KEYLINE_CONNECTIONS_PER_ADDRESS: z.optional(z.coerce.number().check(z.minimum(1))),
  KEYLINE_SANDBOX_URL: z.optional(z.url()),
  KEYLINE_DEMO: z.optional(bool),
  KEYLINE_DEMO_USERS: z.pipe(jsonList, z.array(DemoUser)),
  KEYLINE_LOG: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  KEYLINE_RATE_FACTOR: number(1),
  KEYLINE_TEXTING_HOURS: z.optional(z.string().check(z.regex(/^\d{1,2}-\d{1,2}$/, 'two hours, such as 9-20; 0-24 is any'))),
  KEYLINE_NEW_COMPANIES: z.optional(z.enum(['open', 'approved'])),
  KEYLINE_VISIT_DAYS: z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(400)), 90),
  CARRIER_ACCOUNT_SID: word(''),
  CARRIER_AUTH_TOKEN: word(''),
  CARRIER_BASE_URL: z.optional(z.url()),
  CARRIER_PROFILE_SID: z.optional(z.string().check(z.regex(/^BU[0-9a-fA-F]{32}$/, 'the id of a customer profile, BU…'))),
  CARRIER_API_KEY_SID: z.optional(z.string().check(z.regex(/^SK[0-9a-fA-F]{32}$/, 'the id of an API key, SK…'))),
  CARRIER_API_KEY_SECRET: z.optional(z.string()),
  CARRIER_VOICE_APP_SID: z.optional(z.string().check(z.regex(/^AP[0-9a-fA-F]{32}$/, 'the id of a TwiML application, AP…'))),
  KEYLINE_CATALOG: z.optional(bool),
  CATALOG_SENDER: z.optional(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'a number in international form, such as +12125550123'))),
  WEB_BASE_URL: z.optional(z.url()),
  FAX_API_KEY: z.optional(z.string()),
  FAX_CONNECTION_ID: z.optional(z.string()),
  FAX_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'the 32 bytes of the public key, in base64'))),
  FAX_BASE_URL: z.optional(z.url()),
  TTS_URL: z.optional(z.url()),
  TTS_TOKEN: word(''),
  TTS_MODEL: word('tts-1'),
  TTS_VOICES: word('alloy,echo,nova'),
  TRANSCRIPTION_URL: z.optional(z.url()),
  TRANSCRIPTION_TOKEN: word(''),
  TRANSCRIPTION_MODEL: word('nova-3'),
  S3_URL: z.optional(z.url()),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name'))),
  S3_REGION: word('us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  TRESTLE_URL: z._default(z.url(), 'https://api.trestleiq.com'),
  TRESTLE_API_KEY: word(''),
  GA4_BASE_URL: z._default(z.url(), 'https://www.google-analytics.com'),
  SLACK_CLIENT_ID: z.optional(z.string()),
  SLACK_CLIENT_SECRET: z.optional(z.string()),
  SLACK_BASE_URL: z._default(z.url(), 'https://slack.com'),
  SLACK_PKCE: z.optional(bool),
  HUBSPOT_CLIENT_ID: z.optional(z.string()),
  HUBSPOT_CLIENT_SECRET: z.optional(z.string()),
  HUBSPOT_BASE_URL: z._default(z.url(), 'https://api.hubapi.com'),
  HUBSPOT_APP_URL: z._default(z.url(), 'https://app.hubspot.com'),
  HUBSPOT_PKCE: z.optional(bool),
  GOOGLE_ADS_CLIENT_ID: z.optional(z.string()),
  GOOGLE_ADS_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ADS_DEVELOPER_TOKEN: z.optional(z.string()),
  GOOGLE_ADS_BASE_URL: z.optional(z.url()),
  META_ADS_APP_ID: z.optional(z.string()),
  META_ADS_APP_SECRET: z.optional(z.string()),
  META_ADS_BASE_URL: z.optional(z.url()),
  MICROSOFT_ADS_CLIENT_ID: z.optional(z.string()),
  MICROSOFT_ADS_CLIENT_SECRET: z.optional(z.string()),
  MICROSOFT_ADS_DEVELOPER_TOKEN: z.optional(z.string()),
  MICROSOFT_ADS_BASE_URL: z.optional(z.url()),
  STRIPE_API_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(test|live)_\w{8,}$/, 'a secret key, sk_live_… or sk_test_…'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\w{16,}$/, 'the signing secret of the webhook endpoint, whsec_…'))),
  STRIPE_BASE_URL: z.optional(z.url()),
  SMTP_URL: word('smtp://127.0.0.1:25'),
  MAIL_FROM: word('Keyline <keyline@keyline.example>'),
  OIDC_PROVIDERS: providers,
  PUSHER_APP_ID: word('keyline'),
  PUSHER_KEY: word('keyline'),
  PUSHER_SECRET: z.optional(z.string()),
  PUSHER_HOST: z.optional(z.string()),
  PUSHER_PORT: z.optional(z.coerce.number()),
  PUSHER_TLS: z.optional(bool),
  PUSHER_CLUSTER: z.optional(z.string()),
});
type Environment = z.output<typeof Environment>;

function version(): string {
  const { version } = z.parse(z.object({ version: z.string() }), JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
  return version;
}

function parseRealtime(env: Environment): Config['realtime'] {
  const outside = env.PUSHER_HOST !== undefined || env.PUSHER_CLUSTER !== undefined;
  if (outside && env.PUSHER_SECRET === undefined) throw new Error('PUSHER_HOST or PUSHER_CLUSTER is set, but PUSHER_SECRET is missing');
  return {
    driver: outside ? 'cluster' : 'embedded',
    appId: env.PUSHER_APP_ID,
    key: env.PUSHER_KEY,
    secret: env.PUSHER_SECRET ?? env.KEYLINE_SECRET,
    host: env.PUSHER_HOST ?? null,
    port: env.PUSHER_PORT ?? null,
    tls: env.PUSHER_TLS ?? outside,
    cluster: env.PUSHER_CLUSTER ?? null,
  };
}

/** `id`, or `id:Name`, or `id:Name:language` (BCP 47), separated by commas. */
function parseVoices(setting: string): Voice[] {
  return setting.split(',').flatMap((each) => {
    const [id = '', name, language] = each.split(':').map((part) => part.trim());
    return id === '' ? [] : [{ id, name: name || id.charAt(0).toUpperCase() + id.slice(1), language: language || 'en-US' }];
  });
}

function parseBucket({ S3_BUCKET: bucket, S3_URL: url, S3_REGION: region, ...keys }: Environment): Config['s3'] {
  if (bucket === undefined) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = keys;
  if (accessKeyId === undefined || secretAccessKey === undefined) throw new Error('S3_BUCKET is set, but S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is missing');
  return { url: url ?? `https://s3.${region}.amazonaws.com`, bucket, region, accessKeyId, secretAccessKey };
}

function parseTextingHours({ KEYLINE_TEXTING_HOURS: given }: Environment): TextingHours | null {
  if (given === undefined) return textingHours;
  const [from = 0, to = 24] = given.split('-').map(Number);
  if (from >= to || to > 24) throw new Error('KEYLINE_TEXTING_HOURS: the first hour must be before the second, up to 24');
  if (from === 0 && to === 24) return null;
  // On a Sunday they begin at noon, where there is an hour left by then.
  const hours = { from, to, sundayFrom: textingHours.sundayFrom < to ? textingHours.sundayFrom : from };
  if (!hasCommonOpening(hours))
    throw new Error('KEYLINE_TEXTING_HOURS: these hours are never open from Newfoundland to Hawaii at once. Use at least 8 hours, such as 9-17');
  return hours;
}

const isWhole = <T extends object>(given: T): given is T & { readonly [K in keyof T]: string } => Object.values(given).every((value) => value !== undefined);

/** Settings that are needed together; null where none is set. Throws where some are missing. `who`: who needs them, with the verb. */
function readTogether<T extends Readonly<Record<string, string | undefined>>>(who: string, given: T): { readonly [K in keyof T]: string } | null {
  if (Object.values(given).every((value) => value === undefined)) return null;
  if (isWhole(given)) return given;
  const names = Object.keys(given);
  throw new Error(`${who} ${names.slice(0, -1).join(', ')} and ${names.at(-1)} together; one of them is missing`);
}

const cutSlash = (url: string) => url.replace(/\/+$/, '');
const toPlace = (url: string | undefined) => (url === undefined ? null : cutSlash(url));

function parseFax({ FAX_API_KEY, FAX_CONNECTION_ID, FAX_PUBLIC_KEY, FAX_BASE_URL }: Environment): Config['fax'] {
  const keys = readTogether('Faxes need', { FAX_API_KEY, FAX_CONNECTION_ID, FAX_PUBLIC_KEY });
  return keys && { apiKey: keys.FAX_API_KEY, connectionId: keys.FAX_CONNECTION_ID, publicKey: keys.FAX_PUBLIC_KEY, baseUrl: toPlace(FAX_BASE_URL) };
}

function parseVoice({ CARRIER_API_KEY_SID: apiKeySid, CARRIER_API_KEY_SECRET: apiKeySecret, CARRIER_VOICE_APP_SID: appSid }: Environment): Config['voice'] {
  if (apiKeySid === undefined && apiKeySecret === undefined && appSid === undefined) return null;
  if (apiKeySid === undefined || apiKeySecret === undefined)
    throw new Error('Calls in the app need CARRIER_API_KEY_SID and CARRIER_API_KEY_SECRET together; one of them is missing');
  return { apiKeySid, apiKeySecret, appSid: appSid ?? null };
}

function parseTeamChat({ SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_BASE_URL, SLACK_PKCE }: Environment): Config['teamChat'] {
  const keys = readTogether('Team chat needs', { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET });
  return keys && { clientId: keys.SLACK_CLIENT_ID, clientSecret: keys.SLACK_CLIENT_SECRET, baseUrl: cutSlash(SLACK_BASE_URL), usesPkce: SLACK_PKCE ?? false };
}

function parseLeadCrm({ HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET, HUBSPOT_BASE_URL, HUBSPOT_APP_URL, HUBSPOT_PKCE }: Environment): Config['leadCrm'] {
  const keys = readTogether('The lead CRM needs', { HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET });
  const places = { baseUrl: cutSlash(HUBSPOT_BASE_URL), appUrl: cutSlash(HUBSPOT_APP_URL) };
  return keys && { clientId: keys.HUBSPOT_CLIENT_ID, clientSecret: keys.HUBSPOT_CLIENT_SECRET, ...places, usesPkce: HUBSPOT_PKCE ?? false };
}

function parseGoogleAds(env: Environment): Config['googleAds'] {
  const { GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET, GOOGLE_ADS_DEVELOPER_TOKEN, GOOGLE_ADS_BASE_URL } = env;
  const keys = readTogether('Google Ads needs', { GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET, GOOGLE_ADS_DEVELOPER_TOKEN });
  if (keys === null) return null;
  return {
    clientId: keys.GOOGLE_ADS_CLIENT_ID,
    clientSecret: keys.GOOGLE_ADS_CLIENT_SECRET,
    developerToken: keys.GOOGLE_ADS_DEVELOPER_TOKEN,
    baseUrl: toPlace(GOOGLE_ADS_BASE_URL),
  };
}

function parseMetaAds({ META_ADS_APP_ID, META_ADS_APP_SECRET, META_ADS_BASE_URL }: Environment): Config['metaAds'] {
  const keys = readTogether('Meta Ads needs', { META_ADS_APP_ID, META_ADS_APP_SECRET });
  return keys && { appId: keys.META_ADS_APP_ID, appSecret: keys.META_ADS_APP_SECRET, baseUrl: toPlace(META_ADS_BASE_URL) };
}

function parseMicrosoftAds(env: Environment): Config['microsoftAds'] {
  const { MICROSOFT_ADS_CLIENT_ID, MICROSOFT_ADS_CLIENT_SECRET, MICROSOFT_ADS_DEVELOPER_TOKEN, MICROSOFT_ADS_BASE_URL } = env;
  const keys = readTogether('Microsoft Ads needs', { MICROSOFT_ADS_CLIENT_ID, MICROSOFT_ADS_CLIENT_SECRET, MICROSOFT_ADS_DEVELOPER_TOKEN });
  if (keys === null) return null;
  return {
    clientId: keys.MICROSOFT_ADS_CLIENT_ID,
    clientSecret: keys.MICROSOFT_ADS_CLIENT_SECRET,
    developerToken: keys.MICROSOFT_ADS_DEVELOPER_TOKEN,
    baseUrl: toPlace(MICROSOFT_ADS_BASE_URL),
  };
}

function parseCards({ STRIPE_API_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_BASE_URL }: Environment): Config['cards'] {
  const keys = readTogether('Cards need', { STRIPE_API_KEY, STRIPE_WEBHOOK_SECRET });
  return keys && { apiKey: keys.STRIPE_API_KEY, webhookSecret: keys.STRIPE_WEBHOOK_SECRET, baseUrl: toPlace(STRIPE_BASE_URL) };
}

/** Reads the configuration. Blank settings count as absent. Throws, naming every setting that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const read = z.safeParse(Environment, given);
  if (!read.success) {
    throw new Error(`Missing or invalid settings:\n${read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`);
  }
  const env = read.data;
  const where = {
    publicUrl: cutSlash(env.KEYLINE_PUBLIC_URL ?? `http://${env.KEYLINE_HOST === '0.0.0.0' ? 'localhost' : env.KEYLINE_HOST}:${env.KEYLINE_PORT}`),
    sandboxUrl: toPlace(env.KEYLINE_SANDBOX_URL),
  };
  return {
    version: version(),
    ...where,
    host: env.KEYLINE_HOST,
    port: env.KEYLINE_PORT,
    production: env.NODE_ENV === 'production',
    databaseUrl: env.DATABASE_URL,
    statementMs: env.KEYLINE_DATABASE_SECONDS * 1_000,
    dataDir: resolve(env.KEYLINE_DATA),
    secret: Buffer.from(env.KEYLINE_SECRET, 'base64'),
    reserveBytes: env.KEYLINE_RESERVE_MB * 1_000_000,
    supportEmail: env.KEYLINE_SUPPORT_EMAIL,
    trustedProxies: env.KEYLINE_TRUSTED_PROXIES,
    hosts: env.KEYLINE_HOSTS,
    connections: { perAddress: env.KEYLINE_CONNECTIONS_PER_ADDRESS ?? null, inAll: env.KEYLINE_CONNECTIONS },
    hasCatalog: env.KEYLINE_CATALOG ?? false,
    catalogSender: env.CATALOG_SENDER ?? null,
    primaryProfileSid: env.CARRIER_PROFILE_SID ?? null,
    webBaseUrl: toPlace(env.WEB_BASE_URL),
    carrier: { accountSid: env.CARRIER_ACCOUNT_SID, authToken: env.CARRIER_AUTH_TOKEN, baseUrl: env.CARRIER_BASE_URL ?? null },
    voice: parseVoice(env),
    fax: parseFax(env),
    speech: env.TTS_URL === undefined ? null : { url: env.TTS_URL, token: env.TTS_TOKEN, model: env.TTS_MODEL, voices: parseVoices(env.TTS_VOICES) },
    transcription: env.TRANSCRIPTION_URL === undefined ? null : { url: env.TRANSCRIPTION_URL, token: env.TRANSCRIPTION_TOKEN, model: env.TRANSCRIPTION_MODEL },
    s3: parseBucket(env),
    lookup: env.TRESTLE_API_KEY === '' ? null : { url: cutSlash(env.TRESTLE_URL), apiKey: env.TRESTLE_API_KEY },
    analytics: { baseUrl: cutSlash(env.GA4_BASE_URL) },
    teamChat: parseTeamChat(env),
    leadCrm: parseLeadCrm(env),
    googleAds: parseGoogleAds(env),
    metaAds: parseMetaAds(env),
    microsoftAds: parseMicrosoftAds(env),
    cards: parseCards(env),
    dnsServers: env.KEYLINE_DNS,
    domainTarget: env.KEYLINE_DOMAIN_TARGET ?? new URL(where.publicUrl).hostname,
    tlsSecret: env.KEYLINE_TLS_SECRET ?? null,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    providers: env.OIDC_PROVIDERS,
    realtime: parseRealtime(env),
    wantsDemo: env.KEYLINE_DEMO ?? false,
    demoUsers: env.KEYLINE_DEMO_USERS,
    logLevel: env.KEYLINE_LOG,
    rateFactor: env.KEYLINE_RATE_FACTOR,
    textingHours: parseTextingHours(env),
    newCompanies: env.KEYLINE_NEW_COMPANIES ?? (isTrial(where) ? 'open' : 'approved'),
    visitDays: env.KEYLINE_VISIT_DAYS,
  };
}
