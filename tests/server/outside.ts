/** A server with the sandbox's carrier beside it: what goes out is taken there, what happens there comes in by signed webhooks. */
import twilio from 'twilio';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { googleAdsApp } from '#sandbox/ads/google.ts';
import { metaAdsApp } from '#sandbox/ads/meta.ts';
import { microsoftAdsApp } from '#sandbox/ads/microsoft.ts';
import { deriveCardApiKey, deriveCardWebhookSecret } from '#sandbox/cards/keys.ts';
import { deriveVoiceKey } from '#sandbox/carrier/keys.ts';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { hubspotApp } from '#sandbox/leadCrm/hubspot.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { slackApp } from '#sandbox/teamChat/slack.ts';
import { type ServerGiven, startServer, type TestServer } from './harness.ts';
import { freePort } from './ports.ts';

export const account = { accountSid: `AC${'7'.repeat(32)}`, authToken: 'a-token-of-the-sandbox-carrier' } as const;

export type Message = RouteReply<typeof routes.messaging.send>;

export interface Outside {
  readonly server: TestServer;
  readonly sandbox: Sandbox;
  /** Address of the server, as the carrier knows it. */
  readonly publicUrl: string;
  close(): Promise<void>;
}

interface OutsideGiven extends ServerGiven {
  /** The address under which the server finds the carrier, made from the real one. */
  readonly carrierThrough?: (url: string) => Promise<string>;
  /** Seconds that a second of the outside world takes. */
  readonly pace?: number;
}

/** Starts both; in the sandbox time passes twenty times faster, unless told otherwise, and nobody answers. */
export async function startOutside(given: OutsideGiven = {}): Promise<Outside> {
  const { carrierThrough, pace = 0.05, ...more } = given;
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ port: 0, ...account, webhookUrl: publicUrl, pace, answerMs: null });
  const baseUrl = (await carrierThrough?.(sandbox.url)) ?? sandbox.url;
  const server = await startServer({
    ...more,
    config: {
      port,
      publicUrl,
      carrier: { ...account, baseUrl },
      voice: deriveVoiceKey(account.authToken),
      webBaseUrl: `${sandbox.url}/web`,
      dnsServers: [sandbox.nameServer.address],
      domainTarget: 'edge.keyline.example',
      fax: { apiKey: account.authToken, connectionId: faxConnectionId, publicKey: computePublicKey(account.authToken), baseUrl },
      transcription: { url: `${baseUrl}/transcriber`, token: account.authToken, model: 'nova-3' },
      cards: { apiKey: deriveCardApiKey(account.authToken), webhookSecret: deriveCardWebhookSecret(account.authToken), baseUrl },
      lookup: { url: sandbox.url, apiKey: 'a-key-of-the-sandbox' },
      analytics: { baseUrl: `${baseUrl}/ga4` },
      googleAds: { ...googleAdsApp, baseUrl: `${baseUrl}/google` },
      metaAds: { ...metaAdsApp, baseUrl: `${baseUrl}/meta` },
      microsoftAds: { ...microsoftAdsApp, baseUrl: `${baseUrl}/microsoft` },
      leadCrm: { ...hubspotApp, baseUrl: `${baseUrl}/hubspot`, appUrl: `${baseUrl}/hubspot`, usesPkce: true },
      teamChat: { ...slackApp, baseUrl: `${baseUrl}/slack`, usesPkce: true },
      ...given.config,
    },
  });
  return {
    server,
    sandbox,
    publicUrl,
    async close() {
      await sandbox.close();
      await server.close();
    },
  };
}

/** Deviations a test may make in a webhook: another signature, the token of another account, or another address it is posted to than the one that is signed. */
export interface Posting {
  readonly signature?: string;
  readonly token?: string;
  readonly to?: string;
}

/** Posts a form to the public address `url` as the carrier does, signed by the official library's own algorithm. */
export function postSigned(url: string, fields: Readonly<Record<string, string>>, posting: Posting = {}): Promise<Response> {
  const { to = url, token = account.authToken, signature = twilio.getExpectedTwilioSignature(token, url, { ...fields }) } = posting;
  return fetch(to, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams({ ...fields }),
  });
}

/** The delivery state and error of a message of ours. */
export function fateOf(message: { readonly details: Message['details'] }): string {
  if (message.details.kind !== 'message') throw new Error('This is no message');
  const { deliveryState, errorCode } = message.details;
  return errorCode === null ? deliveryState : `${deliveryState} ${errorCode}`;
}
