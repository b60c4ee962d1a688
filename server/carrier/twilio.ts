/** The carrier port on the official Twilio SDK. Without `carrier.baseUrl` it speaks to Twilio; with it, to whatever speaks the same wire there. */
import twilio from 'twilio';
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';
import { formatStatusUrl } from './callbackUrls.ts';
import type { Carrier, FoundMessage, OutgoingMessage, SendOutcome } from './carrier.ts';
import { assertConfigured, CarrierHttp, CarrierNotConfiguredError, CarrierRateLimitedError, CarrierUnreachableError } from './http.ts';
import { createMediaFetcher } from './media.ts';
import { createCarrierNumbers } from './numbers.ts';
import { createCarrierCalls } from './outboundCalls.ts';
import { createCarrierPorting } from './porting.ts';
import { createCarrierRegistration } from './registration.ts';

/** Seconds the carrier may hold a message before it gives it up: a late text is worse than none. */
const validitySeconds = 3_600;
/** Milliseconds until a request that never reached the carrier is made again. */
const notReachedAfterMs = 2_000;
/** Clocks differ: how far before an attempt its message may seem to lie in the carrier's list. */
const clockSkewMs = 60_000;

/** The SDK's client for this installation. Throws `CarrierNotConfiguredError` without an account. */
function createClient({ carrier }: Config) {
  assertConfigured(carrier);
  return twilio(carrier.accountSid, carrier.authToken, { httpClient: new CarrierHttp(carrier.baseUrl), autoRetry: false });
}

/** Classifies a failed request to send (SAFETY.md). Only a request the carrier certainly did not take may be sent again automatically. */
function toSendOutcome(error: unknown): SendOutcome {
  if (error instanceof CarrierRateLimitedError) return { kind: 'retriable', afterMs: error.afterMs };
  if (error instanceof CarrierUnreachableError) return { kind: 'retriable', afterMs: notReachedAfterMs };
  if (error instanceof CarrierNotConfiguredError) return { kind: 'refused', errorCode: 'not_configured', message: error.message };
  if (error instanceof twilio.RestException && error.status >= 400 && error.status < 500) {
    return { kind: 'refused', errorCode: String(error.code ?? error.status), message: error.message };
  }
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

const toFoundMessage = ({ sid, status, errorCode }: { readonly sid: string; readonly status: string; readonly errorCode: number }): FoundMessage => ({
  carrierSid: sid,
  status,
  errorCode: errorCode ? String(errorCode) : null,
});

/** Makes the carrier of an installation. */
export function createCarrier(config: Config, sealer: Sealer): Carrier {
  let made: ReturnType<typeof createClient> | null = null;
  const client = () => {
    made ??= createClient(config);
    return made;
  };
  const sendPlain = async ({ from, to, body }: Pick<OutgoingMessage, 'from' | 'to' | 'body'>): Promise<SendOutcome> => {
    try {
      const taken = await client().messages.create({ from, to, body, validityPeriod: validitySeconds });
      return { kind: 'accepted', carrierSid: taken.sid };
    } catch (error) {
      return toSendOutcome(error);
    }
  };
  const send = async (message: OutgoingMessage): Promise<SendOutcome> => {
    try {
      const taken = await client().messages.create({
        from: message.from,
        to: message.to,
        body: message.body,
        ...(message.mediaUrls.length > 0 ? { mediaUrl: [...message.mediaUrls] } : {}),
        statusCallback: formatStatusUrl(config, sealer, message),
        validityPeriod: validitySeconds,
      });
      return { kind: 'accepted', carrierSid: taken.sid };
    } catch (error) {
      return toSendOutcome(error);
    }
  };
  return {
    numbers: createCarrierNumbers(config, client),
    porting: createCarrierPorting(config, client),
    registration: createCarrierRegistration(config, client),
    calls: createCarrierCalls(config, sealer, client),
    send,
    sendPlain,
    async findByAttempt({ from, to, body, since, taken }) {
      const earliest = new Date(since.getTime() - clockSkewMs);
      const listed = await client().messages.list({ from, to, limit: 100 });
      const known = new Set(taken);
      const found = listed
        .filter((message) => message.body === body && !known.has(message.sid) && message.dateCreated >= earliest)
        .sort((a, b) => a.dateCreated.getTime() - b.dateCreated.getTime())[0];
      return found ? toFoundMessage(found) : null;
    },
    async findMessage(carrierSid) {
      try {
        return toFoundMessage(await client().messages(carrierSid).fetch());
      } catch (error) {
        if (error instanceof twilio.RestException && error.status === 404) return null;
        throw error;
      }
    },
    fetchMedia: createMediaFetcher(config),
  };
}
