/** The whole product for one test: a database of its own, the server as in production, and the outside world, on free ports. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { googleAdsApp } from '#sandbox/ads/google.ts';
import { metaAdsApp } from '#sandbox/ads/meta.ts';
import { microsoftAdsApp } from '#sandbox/ads/microsoft.ts';
import { deriveCardApiKey, deriveCardWebhookSecret } from '#sandbox/cards/keys.ts';
import { deriveVoiceKey } from '#sandbox/carrier/keys.ts';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { hubspotApp } from '#sandbox/leadCrm/hubspot.ts';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { registerMailRoutes } from '#sandbox/mail/routes.ts';
import { registerOidcRoutes } from '#sandbox/oidc/routes.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { sandboxVoiceSetting } from '#sandbox/speech/voices.ts';
import { slackApp } from '#sandbox/teamChat/slack.ts';
import { demoSignIns, formatActorName, people } from '#sandbox/world/people.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createServer, type ServerInstance } from '#server/createServer.ts';
import { createPool } from '#server/db/pool.ts';
import type { Database } from '#server/db/tables.ts';
import { freePort } from '#tests/server/ports.ts';
import { getCloneStatement } from '#tests/setup/statements.ts';
import { readGround } from './ground.ts';

export interface Stack {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** The database as its owner: for preparing and looking, never for what is tested. */
  readonly owner: Kysely<Database>;
  readonly built: ServerInstance;
  /** Output logged by the server, line by line. */
  readonly log: readonly string[];
  mails(to: string): readonly CaughtMail[];
  close(): Promise<void>;
}

/** Options of a stack. */
export interface StackOptions {
  /** Seconds that a second of the outside world takes. */
  readonly pace: number;
  /** Hours in which first texts go out, as `KEYLINE_TEXTING_HOURS`. */
  readonly textingHours: string;
  /** The sign-in page offers the demo users, as after `npm start`. */
  readonly isDemo: boolean;
  /** The consumer catalog is open. */
  readonly hasCatalog: boolean;
}

const account = { accountSid: `AC${'7'.repeat(32)}`, authToken: 'a-token-of-the-sandbox-carrier' } as const;
/** The key that signs tokens of browsers. */
export const voiceKey = deriveVoiceKey(account.authToken);
const oidc = { clientId: 'keyline', clientSecret: 'a secret between two servers' } as const;

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: readGround().databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function cloneDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `browser_${randomBytes(8).toString('hex')}`;
  await asOwner(getCloneStatement(name));
  const url = new URL(readGround().databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asOwner(`drop database if exists ${name} with (force)`) };
}

function configOf(
  databaseUrl: string,
  port: number,
  { textingHours, isDemo, hasCatalog }: StackOptions,
  outside: { readonly url: string; readonly smtpPort: number; readonly dns: string },
): Config {
  const { dataDir, secret } = readGround();
  const provider = { id: 'sandbox', name: 'Sandbox ID', issuer: `${outside.url}/oidc`, ...oidc };
  return readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    KEYLINE_SECRET: secret,
    KEYLINE_DATA: dataDir,
    KEYLINE_LOG: process.env.KEYLINE_TEST_LOG ?? 'debug',
    KEYLINE_HOST: '127.0.0.1',
    KEYLINE_PORT: String(port),
    KEYLINE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEYLINE_SANDBOX_URL: outside.url,
    KEYLINE_RATE_FACTOR: '1000',
    KEYLINE_TEXTING_HOURS: textingHours,
    KEYLINE_DEMO: isDemo ? '1' : '0',
    KEYLINE_DEMO_USERS: JSON.stringify(demoSignIns),
    CARRIER_ACCOUNT_SID: account.accountSid,
    CARRIER_AUTH_TOKEN: account.authToken,
    CARRIER_BASE_URL: outside.url,
    CARRIER_API_KEY_SID: voiceKey.apiKeySid,
    CARRIER_API_KEY_SECRET: voiceKey.apiKeySecret,
    CARRIER_VOICE_APP_SID: voiceKey.appSid,
    TTS_URL: `${outside.url}/speech`,
    TTS_TOKEN: account.authToken,
    TTS_VOICES: sandboxVoiceSetting,
    FAX_API_KEY: account.authToken,
    FAX_CONNECTION_ID: faxConnectionId,
    FAX_PUBLIC_KEY: computePublicKey(account.authToken),
    FAX_BASE_URL: outside.url,
    TRANSCRIPTION_URL: `${outside.url}/transcriber`,
    TRANSCRIPTION_TOKEN: account.authToken,
    TRESTLE_URL: outside.url,
    WEB_BASE_URL: `${outside.url}/web`,
    TRESTLE_API_KEY: 'a-key-of-the-sandbox',
    GA4_BASE_URL: `${outside.url}/ga4`,
    SLACK_CLIENT_ID: slackApp.clientId,
    SLACK_CLIENT_SECRET: slackApp.clientSecret,
    SLACK_BASE_URL: `${outside.url}/slack`,
    SLACK_PKCE: '1',
    HUBSPOT_CLIENT_ID: hubspotApp.clientId,
    HUBSPOT_CLIENT_SECRET: hubspotApp.clientSecret,
    HUBSPOT_BASE_URL: `${outside.url}/hubspot`,
    HUBSPOT_APP_URL: `${outside.url}/hubspot`,
    HUBSPOT_PKCE: '1',
    GOOGLE_ADS_CLIENT_ID: googleAdsApp.clientId,
    GOOGLE_ADS_CLIENT_SECRET: googleAdsApp.clientSecret,
    GOOGLE_ADS_DEVELOPER_TOKEN: googleAdsApp.developerToken,
    GOOGLE_ADS_BASE_URL: `${outside.url}/google`,
    META_ADS_APP_ID: metaAdsApp.appId,
    META_ADS_APP_SECRET: metaAdsApp.appSecret,
    META_ADS_BASE_URL: `${outside.url}/meta`,
    MICROSOFT_ADS_CLIENT_ID: microsoftAdsApp.clientId,
    MICROSOFT_ADS_CLIENT_SECRET: microsoftAdsApp.clientSecret,
    MICROSOFT_ADS_DEVELOPER_TOKEN: microsoftAdsApp.developerToken,
    MICROSOFT_ADS_BASE_URL: `${outside.url}/microsoft`,
    STRIPE_API_KEY: deriveCardApiKey(account.authToken),
    STRIPE_WEBHOOK_SECRET: deriveCardWebhookSecret(account.authToken),
    STRIPE_BASE_URL: outside.url,
    KEYLINE_DNS: outside.dns,
    KEYLINE_DOMAIN_TARGET: 'edge.keyline.example',
    SMTP_URL: `smtp://127.0.0.1:${outside.smtpPort}`,
    KEYLINE_CATALOG: hasCatalog ? '1' : '0',
    CATALOG_SENDER: catalogSender,
    OIDC_PROVIDERS: JSON.stringify([provider]),
  });
}

/** Customers answer within half a second; nothing happens that no test asked for. */
async function startOutside(webhookUrl: string, catcher: MailCatcher, pace: number): Promise<Sandbox> {
  return startSandbox({
    port: 0,
    ...account,
    webhookUrl,
    pace,
    answerMs: [200, 500],
    plugins: [
      async (app) => void (await app.register(registerMailRoutes, { catcher })),
      async (app) =>
        void (await app.register(registerOidcRoutes, {
          prefix: '/oidc',
          clients: [oidc],
          people: people.map((who) => ({ email: who.email, name: formatActorName(who) })),
        })),
    ],
  });
}

/** Time scale of the simulated outside world, unless a test sets another: twenty times faster. */
export const hurried = 0.05;

/** Hours in which first texts go out, where a test does not say otherwise: tests run at any hour. */
export const anyHour = '0-24';

/** Number that texts the codes of the catalog. */
export const catalogSender = '+12125550100';

/** Starts it all. */
export async function startStack({ pace = hurried, textingHours = anyHour, isDemo = false, hasCatalog = false }: Partial<StackOptions> = {}): Promise<Stack> {
  let nameServer: Sandbox['nameServer'] | null = null;
  const [database, port, catcher] = await Promise.all([cloneDatabase(), freePort(), startMailCatcher({ port: 0, getNameServer: () => nameServer })]);
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startOutside(url, catcher, pace);
  nameServer = sandbox.nameServer;
  const config = configOf(
    database.url,
    port,
    { pace, textingHours, isDemo, hasCatalog },
    { url: sandbox.url, smtpPort: catcher.port, dns: sandbox.nameServer.address },
  );
  const log: string[] = [];
  const toPrint = process.env.KEYLINE_TEST_LOG !== undefined;
  const built = await createServer(config, { web: 'dist', ...(toPrint ? {} : { logTo: { write: (line: string) => void log.push(line) } }) });
  await built.app.listen({ port, host: '127.0.0.1' });
  const owner = createPool({ databaseUrl: database.url, max: 2, role: null });
  return {
    url,
    sandbox,
    owner,
    built,
    log,
    mails: (to) => catcher.messages(to),
    async close() {
      await sandbox.close();
      await built.close();
      await owner.destroy();
      await catcher.close();
      await database.drop();
    },
  };
}
