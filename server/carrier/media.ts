/** Fetches what the carrier keeps for us: media of messages, recordings. No address outside of the carrier's own is ever asked. */
import type { Config } from '../config.ts';
import type { Carrier } from './carrier.ts';
import { basic, requestTimeoutMs } from './http.ts';

/**
 * The largest file of each kind, and milliseconds until all of it is there. A recording has two channels, some 32 kB a second: half an hour fits, and comes in
 * time over a line of 400 kB a second.
 */
const most = { media: { bytes: 20_000_000, ms: requestTimeoutMs }, recording: { bytes: 64_000_000, ms: 180_000 } } as const;
const mostRedirects = 3;
/** Where Twilio keeps media; asked without our credentials. */
const mediaHosts = /^([a-z0-9-]+\.)*(twilio\.com|twiliocdn\.com)$/;
const twilioOrigin = 'https://api.twilio.com';

/** The port's `fetchMedia` for an installation. */
export function createMediaFetcher({ carrier }: Config): Carrier['fetchMedia'] {
  const home = new URL(carrier.baseUrl ?? twilioOrigin).origin;
  const isCarriers = (url: URL) =>
    url.origin === home || (carrier.baseUrl === null && url.protocol === 'https:' && url.port === '' && mediaHosts.test(url.hostname));
  return async (address, what = 'media') => {
    let url = URL.parse(address);
    for (let hop = 0; url !== null && hop <= mostRedirects; hop += 1) {
      if (!isCarriers(url)) return null;
      const response = await fetch(url, {
        redirect: 'manual',
        headers: url.origin === home ? { authorization: basic(carrier.accountSid, carrier.authToken) } : {},
        signal: AbortSignal.timeout(most[what].ms),
      });
      const next = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel();
        url = URL.parse(next, url);
        continue;
      }
      if (response.status >= 500 || response.status === 429) throw new Error(`The carrier answered ${response.status} for media`);
      if (!response.ok) return null;
      const bytes = await readUpTo(response, most[what].bytes);
      return bytes === null ? 'too large' : { contentType: response.headers.get('content-type') ?? 'application/octet-stream', bytes };
    }
    return null;
  };
}

/** Null when there is more. */
async function readUpTo(response: Response, most: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
