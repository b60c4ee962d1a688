/** The environment of a laptop installation: secrets made once, and the sandbox in place of every vendor that is not configured. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { googleAdsApp } from '#sandbox/ads/google.ts';
import { metaAdsApp } from '#sandbox/ads/meta.ts';
import { microsoftAdsApp } from '#sandbox/ads/microsoft.ts';
import { deriveCardApiKey, deriveCardWebhookSecret } from '#sandbox/cards/keys.ts';
import { deriveVoiceKey } from '#sandbox/carrier/keys.ts';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { hubspotApp } from '#sandbox/leadCrm/hubspot.ts';
import { sandboxVoiceSetting } from '#sandbox/speech/voices.ts';
import { slackApp } from '#sandbox/teamChat/slack.ts';
import { demoSignIns } from '#sandbox/world/people.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const Secrets = z.object({
  KEYLINE_SECRET: z.string(),
  PUSHER_SECRET: z.string(),
  CARRIER_ACCOUNT_SID: z.string(),
  CARRIER_AUTH_TOKEN: z.string(),
  OIDC_SECRET: z.string(),
});
type Secrets = z.output<typeof Secrets>;

/** Reads the installation's secrets from the data folder, making those that are missing. */
function ensureSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  // The database, files and secrets of an installation are its owner's alone.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const made: Secrets = {
    KEYLINE_SECRET: randomBytes(32).toString('base64'),
    PUSHER_SECRET: randomBytes(24).toString('base64url'),
    CARRIER_ACCOUNT_SID: `AC${randomBytes(16).toString('hex')}`,
    CARRIER_AUTH_TOKEN: randomBytes(16).toString('hex'),
    OIDC_SECRET: randomBytes(24).toString('base64url'),
  };
  const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = z.parse(Secrets, { ...made, ...(typeof kept === 'object' ? kept : {}) });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return secrets;
}

export interface Settings {
  readonly dataDir: string;
  /** Everything the server and the sandbox read. */
  readonly environment: Record<string, string>;
  /** An empty database gets the demo data: what KEYLINE_DEMO says, else only beside the sandbox. */
  readonly wantsDemo: boolean;
  /** Port of the sandbox; null when it is turned off (KEYLINE_SANDBOX=0). */
  readonly sandboxPort: number | null;
  /** Path of the file with the numbers and people the sandbox knows; written once the world is there. */
  readonly sandboxFile: string;
}

/** Host to which tenants' domains point where the sandbox plays DNS. */
const sandboxTarget = 'edge.keyline.example';

/** Settings that belong to one vendor: an address with somebody else's key would hand that key to whoever is there. */
const vendors: readonly (readonly string[])[] = [
  ['CARRIER_API_KEY_SID', 'CARRIER_API_KEY_SECRET', 'CARRIER_VOICE_APP_SID'],
  ['TTS_URL', 'TTS_TOKEN', 'TTS_VOICES'],
  ['FAX_API_KEY', 'FAX_CONNECTION_ID', 'FAX_PUBLIC_KEY', 'FAX_BASE_URL'],
  ['TRANSCRIPTION_URL', 'TRANSCRIPTION_TOKEN'],
  ['TRESTLE_URL', 'TRESTLE_API_KEY'],
  ['STRIPE_API_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_BASE_URL'],
  ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_BASE_URL', 'SLACK_PKCE'],
  ['HUBSPOT_CLIENT_ID', 'HUBSPOT_CLIENT_SECRET', 'HUBSPOT_BASE_URL', 'HUBSPOT_APP_URL', 'HUBSPOT_PKCE'],
  ['GOOGLE_ADS_CLIENT_ID', 'GOOGLE_ADS_CLIENT_SECRET', 'GOOGLE_ADS_DEVELOPER_TOKEN', 'GOOGLE_ADS_BASE_URL'],
  ['META_ADS_APP_ID', 'META_ADS_APP_SECRET', 'META_ADS_BASE_URL'],
  ['KEYLINE_DNS', 'KEYLINE_DOMAIN_TARGET'],
];

/** Selects the settings the sandbox provides: all of a vendor, or nothing where any of that vendor's settings is given. */
function mergeSettings(own: Readonly<Record<string, string>>, sandbox: Readonly<Record<string, string>>): Record<string, string> {
  const theirs = new Set(vendors.filter((names) => names.some((name) => name in own)).flat());
  return Object.fromEntries(Object.entries(sandbox).filter(([name]) => !theirs.has(name)));
}

/** Completes what the person has set. What they set stays, and the sandbox stays out of a vendor they set; KEYLINE_SANDBOX=0 leaves every vendor to them. */
export function readSettings(given: Environment, production: boolean): Settings {
  const dataDir = resolve(given.KEYLINE_DATA ?? './data');
  const { OIDC_SECRET, CARRIER_ACCOUNT_SID, CARRIER_AUTH_TOKEN, ...secrets } = ensureSecrets(dataDir);
  const port = given.KEYLINE_PORT ?? '4400';
  const sandboxPort = given.KEYLINE_SANDBOX_PORT ?? '4401';
  const smtpPort = given.KEYLINE_SANDBOX_SMTP_PORT ?? '4402';
  const dnsPort = given.KEYLINE_SANDBOX_DNS_PORT ?? '4403';
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const oidc = { id: 'sandbox', name: 'Sandbox ID', issuer: `${sandboxUrl}/oidc`, clientId: 'keyline', clientSecret: OIDC_SECRET };
  const sandboxFile = join(dataDir, 'sandbox.json');
  const own = Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== ''));
  const sandbox = {
    KEYLINE_SANDBOX_SETTINGS: sandboxFile,
    KEYLINE_SANDBOX_URL: sandboxUrl,
    KEYLINE_SANDBOX_PORT: sandboxPort,
    KEYLINE_SANDBOX_SMTP_PORT: smtpPort,
    KEYLINE_SANDBOX_DNS_PORT: dnsPort,
    KEYLINE_DNS: `127.0.0.1:${dnsPort}`,
    KEYLINE_DOMAIN_TARGET: sandboxTarget,
    CARRIER_ACCOUNT_SID,
    CARRIER_AUTH_TOKEN,
    CARRIER_BASE_URL: sandboxUrl,
    CARRIER_API_KEY_SID: deriveVoiceKey(own.CARRIER_AUTH_TOKEN ?? CARRIER_AUTH_TOKEN).apiKeySid,
    CARRIER_API_KEY_SECRET: deriveVoiceKey(own.CARRIER_AUTH_TOKEN ?? CARRIER_AUTH_TOKEN).apiKeySecret,
    CARRIER_VOICE_APP_SID: deriveVoiceKey(own.CARRIER_AUTH_TOKEN ?? CARRIER_AUTH_TOKEN).appSid,
    WEB_BASE_URL: `${sandboxUrl}/web`,
    FAX_API_KEY: CARRIER_AUTH_TOKEN,
    FAX_CONNECTION_ID: faxConnectionId,
    // The sandbox signs with the token that it is started with, the person's own included.
    FAX_PUBLIC_KEY: computePublicKey(own.CARRIER_AUTH_TOKEN ?? CARRIER_AUTH_TOKEN),
    FAX_BASE_URL: sandboxUrl,
    TRANSCRIPTION_URL: `${sandboxUrl}/transcriber`,
    TRANSCRIPTION_TOKEN: CARRIER_AUTH_TOKEN,
    TTS_URL: `${sandboxUrl}/speech`,
    TTS_TOKEN: CARRIER_AUTH_TOKEN,
    TTS_VOICES: sandboxVoiceSetting,
    TRESTLE_URL: sandboxUrl,
    TRESTLE_API_KEY: 'sandbox',
    GA4_BASE_URL: `${sandboxUrl}/ga4`,
    SLACK_CLIENT_ID: slackApp.clientId,
    SLACK_CLIENT_SECRET: slackApp.clientSecret,
    SLACK_BASE_URL: `${sandboxUrl}/slack`,
    SLACK_PKCE: '1',
    HUBSPOT_CLIENT_ID: hubspotApp.clientId,
    HUBSPOT_CLIENT_SECRET: hubspotApp.clientSecret,
    HUBSPOT_BASE_URL: `${sandboxUrl}/hubspot`,
    HUBSPOT_APP_URL: `${sandboxUrl}/hubspot`,
    HUBSPOT_PKCE: '1',
    GOOGLE_ADS_CLIENT_ID: googleAdsApp.clientId,
    GOOGLE_ADS_CLIENT_SECRET: googleAdsApp.clientSecret,
    GOOGLE_ADS_DEVELOPER_TOKEN: googleAdsApp.developerToken,
    GOOGLE_ADS_BASE_URL: `${sandboxUrl}/google`,
    META_ADS_APP_ID: metaAdsApp.appId,
    META_ADS_APP_SECRET: metaAdsApp.appSecret,
    META_ADS_BASE_URL: `${sandboxUrl}/meta`,
    MICROSOFT_ADS_CLIENT_ID: microsoftAdsApp.clientId,
    MICROSOFT_ADS_CLIENT_SECRET: microsoftAdsApp.clientSecret,
    MICROSOFT_ADS_DEVELOPER_TOKEN: microsoftAdsApp.developerToken,
    MICROSOFT_ADS_BASE_URL: `${sandboxUrl}/microsoft`,
    STRIPE_API_KEY: deriveCardApiKey(CARRIER_AUTH_TOKEN),
    STRIPE_WEBHOOK_SECRET: deriveCardWebhookSecret(CARRIER_AUTH_TOKEN),
    STRIPE_BASE_URL: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    OIDC_PROVIDERS: JSON.stringify([oidc]),
  };
  const wantsSandbox = given.KEYLINE_SANDBOX !== '0';
  const wantsDemo = own.KEYLINE_DEMO === undefined ? wantsSandbox : own.KEYLINE_DEMO !== '0';
  const base = {
    KEYLINE_DEMO: wantsDemo ? '1' : '0',
    ...(wantsDemo && wantsSandbox ? { KEYLINE_DEMO_USERS: JSON.stringify(demoSignIns) } : {}),
    KEYLINE_PORT: port,
    KEYLINE_DATA: dataDir,
    KEYLINE_PUBLIC_URL: `http://localhost:${port}`,
    KEYLINE_LOG: 'warn',
    NODE_ENV: production ? 'production' : 'development',
  };
  return {
    dataDir,
    environment: { ...base, ...secrets, ...(wantsSandbox ? mergeSettings(own, sandbox) : {}), ...own },
    wantsDemo,
    sandboxPort: wantsSandbox ? Number(sandboxPort) : null,
    sandboxFile,
  };
}
