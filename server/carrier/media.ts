/** Fetches what the carrier keeps for us: media of messages, recordings. No address outside of the carrier's own is ever asked. */
import type { Config } from '../config.ts';
import type { Carrier } from './carrier.ts';
import { formatBasicAuth, requestTimeoutMs } from './http.ts';

/**
 * The largest file of each kind, and milliseconds until all of it is there. A recording has two channels, some 32 kB a second: half an hour fits, and comes in
 * time over a line of 400 kB a second.
 */
const most = { media: { bytes: 20_000_000, ms: requestTimeoutMs }, recording: { bytes: 64_000_000, ms: 180_000 } } as const;
const mostRedirects = 3;
/** Hosts on which Twilio keeps media; requested without our credentials. */
const mediaHosts = /^([a-z0-9-]+\.)*(twilio\.com|twiliocdn\.com)$/;
const twilioOrigin = 'https://api.twilio.com';

/** A fetched file. */
export interface FetchedFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Rules of a fetch: allowed addresses, credentials, maximum bytes and time. */
interface FetchRules {
  isAllowed(url: URL): boolean;
  /** The header that lets us in there; null where none is shown. */
  authorization(url: URL): string | null;
  readonly bytes: number;
  readonly ms: number;
}

/** Fetches a file by the rules, which every redirect passes again; null for an address they do not allow, and when it is gone. Rejects when a later try may succeed. */
export async function fetchWithin(address: string, rules: FetchRules): Promise<FetchedFile | 'too large' | null> {
  let url = URL.parse(address);
  for (let hop = 0; url !== null && hop <= mostRedirects; hop += 1) {
    if (!rules.isAllowed(url)) return null;
    const authorization = rules.authorization(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: authorization === null ? {} : { authorization },
      signal: AbortSignal.timeout(rules.ms),
    });
    const next = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel();
      url = URL.parse(next, url);
      continue;
    }
    if (response.status >= 500 || response.status === 429) throw new Error(`The carrier answered ${response.status} for media`);
    if (!response.ok) return null;
    const bytes = await readUpTo(response, rules.bytes);
    return bytes === null ? 'too large' : { contentType: response.headers.get('content-type') ?? 'application/octet-stream', bytes };
  }
  return null;
}

/** The port's `fetchMedia` for an installation. */
export function createMediaFetcher({ carrier }: Config): Carrier['fetchMedia'] {
  const home = new URL(carrier.baseUrl ?? twilioOrigin).origin;
  const isAllowed = (url: URL) =>
    url.origin === home || (carrier.baseUrl === null && url.protocol === 'https:' && url.port === '' && mediaHosts.test(url.hostname));
  const authorization = (url: URL) => (url.origin === home ? formatBasicAuth(carrier.accountSid, carrier.authToken) : null);
  return (address, what = 'media') => fetchWithin(address, { isAllowed, authorization, ...most[what] });
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
