/**
 * The one way to an address that a person typed (SAFETY.md): the name is resolved first and the address pinned, private ranges and odd forms are refused, each
 * redirect is checked again, size and time are bounded, no cookie and no credential is sent.
 */
import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { parseWebAddress } from '#contract/text/webAddress.ts';

/** A page as it came. `url`: after redirects. */
export interface WebPage {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** Why a page wasn't read. Refused, closed and timed out are alike for who asked: the answer maps no network. */
export class PageUnreadableError extends Error {}

/** Answer to what was posted; `body`: its first characters. `silent`: none came, and why, in words. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string; readonly durationMs: number }
  | { readonly kind: 'silent'; readonly reason: string; readonly durationMs: number };

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Characters of the answer that are kept. */
  readonly answerCharacters: number;
}

export interface WebFetcher {
  /** Fetches a page of text. Rejects with `PageUnreadableError`, whatever the cause. */
  fetchPage(url: string): Promise<WebPage>;
  /** Posts JSON to an address with https. Follows no redirect, and never rejects. */
  post(url: string, post: Post): Promise<PostAnswer>;
}

const maxRedirects = 4;
const maxBytes = 2_000_000;
const totalMs = 10_000;
/** Milliseconds an answer to what was posted may take, its first characters included. */
export const postTimeoutMs = 10_000;

const barred = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  barred.addSubnet(network, prefix, 'ipv4');
/** Global unicast alone is allowed of IPv6, without what embeds an IPv4 address or documents. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const barredV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  barredV6.addSubnet(network, prefix, 'ipv6');

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !barred.check(address, 'ipv4');
  return family === 6 && globalV6.check(address, 'ipv6') && !barredV6.check(address, 'ipv6');
}

type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveAll: Resolve = (host) => resolveName(host, { all: true, verbatim: true });

/** The address to connect to. One private address among several refuses the name: a resolver that mixes them is answered once only. */
async function pin(host: string, resolve: Resolve): Promise<{ readonly address: string; readonly family: number }> {
  const found = await resolve(host);
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address))) throw new PageUnreadableError('Not a public address');
  return first;
}

interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) {
      message.destroy();
      throw new PageUnreadableError('Too large');
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isText = (message: IncomingMessage) => /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/i.test(message.headers['content-type'] ?? '');

type Pinned = { readonly address: string; readonly family: number } | null;

/** Connects to `pinned`, whatever the name says by then. */
const createLookup =
  (pinned: Pinned): LookupFunction =>
  (_host, options, callback) => {
    if (!pinned) return callback(new Error('No address'), '', 4);
    if (options.all) return callback(null, [{ address: pinned.address, family: pinned.family }]);
    return callback(null, pinned.address, pinned.family);
  };

/** Posts to one address once; reads no more of the answer than is kept. */
function postOnce(url: URL, pinned: Pinned, { headers, body, answerCharacters }: Post, signal: AbortSignal): Promise<{ status: number; body: string }> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', 'content-length': bytes.length, accept: '*/*', 'accept-encoding': 'identity', ...headers },
    agent: false,
    ...(pinned === null ? {} : { lookup: createLookup(pinned) }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (message) => {
      readStart(message, answerCharacters).then((text) => resolve({ status: message.statusCode ?? 0, body: text }), reject);
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

/** The first characters of an answer; the connection ends there. Control characters, which a database may refuse, are left out. */
async function readStart(message: IncomingMessage, characters: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const part = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    if (bytes >= characters * 4) break;
  }
  message.destroy();
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(/\p{Cc}+/gu, ' ');
  return [...text].slice(0, characters).join('').toWellFormed().trim();
}

/** Asks one address once; the connection goes to `pinned`, whatever the name says by then. */
function askOnce(url: URL, pinned: Pinned, signal: AbortSignal): Promise<Reply> {
  const options: RequestOptions = {
    method: 'GET',
    signal,
    // Packed bodies are refused by not being asked for: a bomb cannot come.
    headers: { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Keyline (registration check)' },
    agent: false,
    ...(pinned === null ? {} : { lookup: createLookup(pinned) }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (message) => {
      const status = message.statusCode ?? 0;
      const { location } = message.headers;
      const encoding = message.headers['content-encoding'] ?? 'identity';
      if (location !== undefined && status >= 300 && status < 400) {
        message.resume();
        resolve({ status, location, body: '' });
      } else if (!isText(message) || encoding !== 'identity') {
        message.destroy();
        reject(new PageUnreadableError('Not a page'));
      } else readBody(message).then((body) => resolve({ status, location: undefined, body }), reject);
    });
    request.on('error', reject);
    request.end();
  });
}

/** Makes the fetcher. `baseUrl`: pages are asked of that address by host and path, as the sandbox plays them; names are not resolved then. */
export function createGuardedFetcher({ baseUrl, resolve = resolveAll }: { readonly baseUrl: string | null; readonly resolve?: Resolve }): WebFetcher {
  const place = async (url: URL): Promise<readonly [URL, Pinned]> =>
    baseUrl !== null ? [new URL(`${baseUrl}/${url.hostname}${url.pathname}${url.search}`), null] : [url, await pin(url.hostname, resolve)];
  const ask = async (url: URL, signal: AbortSignal) => askOnce(...(await place(url)), signal);
  return {
    async fetchPage(typed) {
      const signal = AbortSignal.timeout(totalMs);
      let url = parseWebAddress(typed);
      try {
        for (let redirects = 0; url !== null && redirects <= maxRedirects; redirects += 1) {
          const reply = await ask(url, signal);
          if (reply.location === undefined) {
            if (reply.status !== 200) throw new PageUnreadableError(`Answered ${reply.status}`);
            return { url: url.href, status: reply.status, body: reply.body };
          }
          url = parseWebAddress(new URL(reply.location, url).href);
        }
      } catch (cause) {
        throw new PageUnreadableError('The page can’t be read', { cause });
      }
      throw new PageUnreadableError('The page can’t be read');
    },
    async post(typed, post) {
      const began = performance.now();
      const signal = AbortSignal.timeout(postTimeoutMs);
      const getDuration = () => Math.round(performance.now() - began);
      const url = parseWebAddress(typed);
      try {
        if (url?.protocol !== 'https:') throw new PageUnreadableError('Not a public address with https');
        const [to, pinned] = await place(url);
        const { status, body } = await postOnce(to, pinned, post, signal);
        return { kind: 'answered', status, body, durationMs: getDuration() };
      } catch {
        // An address that is refused and one that is closed are alike: the answer maps no network.
        const reason = signal.aborted ? `No answer within ${postTimeoutMs / 1_000} seconds` : 'The address can’t be reached';
        return { kind: 'silent', reason, durationMs: getDuration() };
      }
    },
  };
}
