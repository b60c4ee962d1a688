/** The one way to the carrier's host: sends the official SDK's requests to a configurable address and says how a request failed. */
import twilio from 'twilio';
import { errorCatalogue } from '#contract/core/errors.ts';
import type { Config } from '../config.ts';

/** Milliseconds the carrier has to answer. */
export const requestTimeoutMs = 10_000;

/** The request never reached the carrier: nothing was written, so it may be made again. */
export class CarrierUnreachableError extends Error {}
/** The installation has no account at a carrier: nothing was asked. */
export class CarrierNotConfiguredError extends Error {
  constructor() {
    super(errorCatalogue.not_configured.message);
  }
}
/** Throws `CarrierNotConfiguredError` for an installation without an account. */
export function assertConfigured({ accountSid, authToken }: Pick<Config['carrier'], 'accountSid' | 'authToken'>): void {
  if (accountSid === '' || authToken === '') throw new CarrierNotConfiguredError();
}
/** The carrier asked to slow down. */
export class CarrierRateLimitedError extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super('The carrier asks to slow down');
    this.afterMs = afterMs;
  }
}

/** Failures before the first byte of the request was written: no address, no connection, no trust in the certificate. */
const beforeFirstByte =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*|ERR_SSL_.*)$/;

/** Checks whether a request failed before its first byte was written, so that nothing can have been taken. */
export const isBeforeFirstByte = (error: unknown): boolean => beforeFirstByte.test(getSocketErrorCode(error));

/** The milliseconds that an answer of 429 asks for; a second where it names none. */
export function parseRetryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000;
}

function getSocketErrorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

type RequestOptions = Parameters<twilio.RequestClient['request']>[0];

/** The SDK's HTTP client, with the host of `baseUrl` in place of the SDK's own; null keeps the SDK's. */
export class CarrierHttp extends twilio.RequestClient {
  readonly baseUrl: string | null;

  constructor(baseUrl: string | null) {
    super({ timeout: requestTimeoutMs });
    this.baseUrl = baseUrl;
  }

  override async request<TData>(options: RequestOptions) {
    const response = await this.ask(options);
    if (response.status === 429) throw new CarrierRateLimitedError(parseRetryAfterMs(response));
    const body = (await response.text()) as TData;
    return { statusCode: response.status, body, headers: Object.fromEntries(response.headers), toString: () => `HTTP ${response.status}` };
  }

  private async ask({ method, uri, username, password, headers, params, data }: RequestOptions): Promise<Response> {
    const asked = new URL(uri);
    const url = this.baseUrl === null ? asked : new URL(asked.pathname + asked.search, this.baseUrl);
    for (const [name, value] of pairs(params)) url.searchParams.append(name, value);
    const isJson = Object.entries(headers ?? {}).some(([name, value]) => name.toLowerCase() === 'content-type' && value === 'application/json');
    const body = method !== 'post' ? null : isJson ? JSON.stringify(data ?? {}) : new URLSearchParams(pairs(data));
    try {
      return await fetch(url, {
        method: method.toUpperCase(),
        headers: { ...headers, authorization: formatBasicAuth(username ?? '', password ?? '') },
        ...(body === null ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
    } catch (error) {
      if (isBeforeFirstByte(error)) throw new CarrierUnreachableError('The carrier cannot be reached', { cause: error });
      throw error;
    }
  }
}

/** The value of a Basic authorization header. */
export const formatBasicAuth = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Form fields; a list becomes repeated fields, as the carrier reads them. */
function pairs(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((entry) => [name, String(entry)]) : [[name, value instanceof Date ? value.toISOString() : String(value)]];
  });
}
