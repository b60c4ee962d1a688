/** Posts webhooks to the app, signed as Twilio signs them: HMAC-SHA1 over the address and the sorted fields. */
import { createHash, createHmac } from 'node:crypto';

export type Fields = Readonly<Record<string, string>>;

/** The X-Twilio-Signature of a form post. */
function signature(authToken: string, url: string, fields: Fields): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => sum + name + fields[name], url);
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

/** The address and signature of a post whose body is JSON: the address carries the body's hash, and is what is signed. */
export function signJson(authToken: string, url: string, body: string): { readonly url: string; readonly signature: string } {
  const hashed = `${url}${url.includes('?') ? '&' : '?'}bodySHA256=${createHash('sha256').update(body, 'utf8').digest('hex')}`;
  return { url: hashed, signature: createHmac('sha1', authToken).update(hashed, 'utf8').digest('base64') };
}

/** Milliseconds between tries while the app cannot be reached: on a busy machine it takes ten seconds to come back. */
const retriesMs = [500, 2_000, 5_000, 5_000, 5_000];

/** Posts fields to an address and returns what the app answers. Tries again while the app is away; null when it stays away. */
export type Post = (url: string, fields: Fields) => Promise<string | null>;

export function createPost(authToken: string, accountSid: string, signal: AbortSignal): Post {
  const once = async (url: string, fields: Fields): Promise<string | null> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature(authToken, url, fields) },
      body: new URLSearchParams(fields),
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`The app answered ${response.status}`);
    return response.ok ? text : null;
  };
  return (url, given) => {
    const fields = { AccountSid: accountSid, ApiVersion: '2010-04-01', ...given };
    return runWithRetries(signal, () => once(url, fields));
  };
}

/** Does something at the app, again while it is away; null when it stays away. */
export async function runWithRetries<T>(signal: AbortSignal, once: () => Promise<T>): Promise<T | null> {
  for (const wait of [...retriesMs, null]) {
    if (signal.aborted) return null;
    try {
      return await once();
    } catch {
      if (wait === null) return null;
      await pauseFor(wait, signal);
    }
  }
  return null;
}

/** Waits; ends early, without an error, when the signal says so or something happens sooner. */
export function pauseFor(ms: number, signal: AbortSignal, sooner?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    sooner?.then(done, done);
  });
}
