/** The Pusher protocol, version 7, as far as an endpoint speaks it: frames, close codes, signatures. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of silence after which the client pings; the server pings after the same time, so that a half-open socket is noticed within 40 s. */
export const activityTimeoutSeconds = 20;
/** Seconds a peer has to answer a ping. */
export const pongTimeoutSeconds = 15;

/** 4000–4099: never come back; 4100–4199: after a second; 4200–4299: at once. */
export const closeCodes = {
  unknownKey: { code: 4001, message: 'App key does not exist' },
  unsupportedProtocol: { code: 4007, message: 'Unsupported protocol version' },
  missingProtocol: { code: 4008, message: 'No protocol version supplied' },
  overCapacity: { code: 4100, message: 'Over capacity' },
  reconnect: { code: 4200, message: 'Reconnect and catch up' },
  pongMissing: { code: 4201, message: 'Pong reply not received in time' },
  closedForSilence: { code: 4202, message: 'Closed after inactivity' },
} as const;
export type CloseReason = keyof typeof closeCodes;

const supportedProtocols = new Set(['5', '6', '7']);

/** Returns the fault in a connection's address (`/app/{key}?protocol=7`), null when there is none. */
export function rejectConnection(url: URL, key: string): CloseReason | null {
  if (url.pathname !== `/app/${key}`) return 'unknownKey';
  const protocol = url.searchParams.get('protocol');
  if (protocol === null || protocol === '') return 'missingProtocol';
  return supportedProtocols.has(protocol) ? null : 'unsupportedProtocol';
}

/** A frame; `data` travels as a JSON string, as the protocol wants it. */
export function formatFrame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: typeof data === 'string' ? data : JSON.stringify(data) });
}

/** A text as the one WebSocket frame a server sends (RFC 6455 section 5.2: final, unmasked): packed once, written to a thousand sockets. */
export function packText(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  if (head.length === 2) head[1] = body.length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(body.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}

/** An error frame; its data is an object. */
export function formatErrorFrame(code: number | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Compares two texts in constant time. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A person who subscribes, and the session in which they do. */
export interface PersonSubscriber {
  readonly userId: number;
  readonly sessionId: string;
}

/** An account of the consumer catalog that subscribes; its ids are no person's. */
export interface AccountSubscriber {
  readonly accountId: number;
  readonly sessionId: string;
}

export type Subscriber = PersonSubscriber | AccountSubscriber;

const spell = (subscriber: Subscriber) =>
  'userId' in subscriber ? `${subscriber.userId}.${subscriber.sessionId}` : `a${subscriber.accountId}.${subscriber.sessionId}`;

/**
 * Signs a subscription: `key:hmac` over socket and channel as the protocol says. With a person it is `key:hmac:person.session`, both signed as
 * well, so that any node knows whose subscription it is; only the endpoint in the process reads that form.
 */
export function signSubscription(key: string, secret: string, socketId: string, channel: string, subscriber?: Subscriber): string {
  if (subscriber === undefined) return `${key}:${hmac(secret, `${socketId}:${channel}`)}`;
  const whose = spell(subscriber);
  return `${key}:${hmac(secret, `${socketId}:${channel}:${whose}`)}:${whose}`;
}

/** Returns the subscriber of a signed subscription: a person, `anonymous` for the protocol's plain form, null when the signature is wrong. */
export function verifySubscription(key: string, secret: string, socketId: string, channel: string, auth: unknown): Subscriber | 'anonymous' | null {
  if (typeof auth !== 'string') return null;
  const [, realm, id, sessionId] = /^[^:]*:[^:]*:(a?)([1-9]\d{0,15})\.([0-9a-f-]{36})$/.exec(auth) ?? [];
  const named = id === undefined || sessionId === undefined ? undefined : { id: Number(id), sessionId };
  const subscriber = named && (realm === 'a' ? { accountId: named.id, sessionId: named.sessionId } : { userId: named.id, sessionId: named.sessionId });
  return sameText(auth, signSubscription(key, secret, socketId, channel, subscriber)) ? (subscriber ?? 'anonymous') : null;
}

/** Seconds a signed request to the REST interface stays valid. */
const requestValiditySeconds = 600;

/** Is a server's request signed rightly: path, sorted query, body digest, and not too old? `url` is path and query as received. */
export function verifyRequest(credentials: { readonly key: string; readonly secret: string }, method: string, url: string, body: string, now: Date): boolean {
  const address = URL.parse(url, 'http://localhost');
  if (!address) return false;
  const { pathname, searchParams } = address;
  const signature = searchParams.get('auth_signature') ?? '';
  searchParams.delete('auth_signature');
  if (!sameText(searchParams.get('auth_key') ?? '', credentials.key) || searchParams.get('auth_version') !== '1.0') return false;
  if (!sameText(searchParams.get('body_md5') ?? '', createHash('md5').update(body).digest('hex'))) return false;
  const timestamp = searchParams.get('auth_timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > requestValiditySeconds) return false;
  const query = [...searchParams].map(([name, value]) => [name.toLowerCase(), value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return sameText(hmac(credentials.secret, [method, pathname, query.map(([name, value]) => `${name}=${value}`).join('&')].join('\n')), signature);
}
