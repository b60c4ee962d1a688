/** A server process that only works on jobs. Told a failpoint, it dies there as by `kill -9`. Configured by KEYLINE_TEST_WORKER. */
import { flushCompileCache } from 'node:module';
import * as z from 'zod/mini';
import { googleAdsApp } from '#sandbox/ads/google.ts';
import { metaAdsApp } from '#sandbox/ads/meta.ts';
import { microsoftAdsApp } from '#sandbox/ads/microsoft.ts';
import { deriveCardApiKey, deriveCardWebhookSecret } from '#sandbox/cards/keys.ts';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { hubspotApp } from '#sandbox/leadCrm/hubspot.ts';
import { slackApp } from '#sandbox/teamChat/slack.ts';
import { readConfig } from '#server/config.ts';
import { createServer } from '#server/createServer.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';

const Given = z.object({
  databaseUrl: z.string(),
  secret: z.string(),
  dataDir: z.string(),
  publicUrl: z.string(),
  carrier: z.object({ accountSid: z.string(), authToken: z.string(), baseUrl: z.string() }),
  failpoint: z.optional(z.string()),
  catalogSender: z.optional(z.string()),
  /** Listens there; takes no requests when absent. */
  port: z.optional(z.number()),
});
const given = Given.parse(JSON.parse(process.env.KEYLINE_TEST_WORKER ?? ''));

// It is killed before it could do so by itself.
flushCompileCache();
onFailpoint((name) => {
  if (name === given.failpoint) process.kill(process.pid, 'SIGKILL');
});
const { app, close } = await createServer(
  readConfig({
    DATABASE_URL: given.databaseUrl,
    KEYLINE_SECRET: given.secret,
    KEYLINE_DATA: given.dataDir,
    KEYLINE_PUBLIC_URL: given.publicUrl,
    KEYLINE_LOG: 'silent',
    CARRIER_ACCOUNT_SID: given.carrier.accountSid,
    CARRIER_AUTH_TOKEN: given.carrier.authToken,
    KEYLINE_TEXTING_HOURS: '0-24',
    ...(given.catalogSender === undefined ? {} : { CATALOG_SENDER: given.catalogSender }),
    CARRIER_BASE_URL: given.carrier.baseUrl,
    FAX_API_KEY: given.carrier.authToken,
    FAX_CONNECTION_ID: faxConnectionId,
    FAX_PUBLIC_KEY: computePublicKey(given.carrier.authToken),
    FAX_BASE_URL: given.carrier.baseUrl,
    STRIPE_API_KEY: deriveCardApiKey(given.carrier.authToken),
    STRIPE_WEBHOOK_SECRET: deriveCardWebhookSecret(given.carrier.authToken),
    STRIPE_BASE_URL: given.carrier.baseUrl,
    TRANSCRIPTION_URL: `${given.carrier.baseUrl}/transcriber`,
    TRANSCRIPTION_TOKEN: given.carrier.authToken,
    GOOGLE_ADS_CLIENT_ID: googleAdsApp.clientId,
    GOOGLE_ADS_CLIENT_SECRET: googleAdsApp.clientSecret,
    GOOGLE_ADS_DEVELOPER_TOKEN: googleAdsApp.developerToken,
    GOOGLE_ADS_BASE_URL: `${given.carrier.baseUrl}/google`,
    META_ADS_APP_ID: metaAdsApp.appId,
    META_ADS_APP_SECRET: metaAdsApp.appSecret,
    META_ADS_BASE_URL: `${given.carrier.baseUrl}/meta`,
    MICROSOFT_ADS_CLIENT_ID: microsoftAdsApp.clientId,
    MICROSOFT_ADS_CLIENT_SECRET: microsoftAdsApp.clientSecret,
    MICROSOFT_ADS_DEVELOPER_TOKEN: microsoftAdsApp.developerToken,
    MICROSOFT_ADS_BASE_URL: `${given.carrier.baseUrl}/microsoft`,
    HUBSPOT_CLIENT_ID: hubspotApp.clientId,
    HUBSPOT_CLIENT_SECRET: hubspotApp.clientSecret,
    HUBSPOT_BASE_URL: `${given.carrier.baseUrl}/hubspot`,
    HUBSPOT_APP_URL: `${given.carrier.baseUrl}/hubspot`,
    HUBSPOT_PKCE: '1',
    SLACK_CLIENT_ID: slackApp.clientId,
    SLACK_CLIENT_SECRET: slackApp.clientSecret,
    SLACK_BASE_URL: `${given.carrier.baseUrl}/slack`,
    SLACK_PKCE: '1',
  }),
);
if (given.port === undefined) await app.ready();
else {
  await app.listen({ port: given.port, host: '127.0.0.1' });
  process.stdout.write('listens\n');
}
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
