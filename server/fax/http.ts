/** Telnyx's wire: JSON with a bearer key, refusals as a list of errors; and how a request failed. */
import * as z from 'zod/mini';
import { CarrierRateLimitedError, CarrierUnreachableError, isBeforeFirstByte, parseRetryAfterMs, requestTimeoutMs } from '../carrier/http.ts';
import type { Config } from '../config.ts';

/** The vendor said no. */
export class VendorRejectedError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const Refused = z.object({ errors: z.array(z.object({ code: z.coerce.string(), title: z.optional(z.string()), detail: z.optional(z.string()) })) });

/** A request: `query` and `body` as the vendor names them. */
interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export type VendorRequest = (method: 'GET' | 'POST' | 'DELETE', path: string, asked?: Asked) => Promise<unknown>;

/** Address of Telnyx, unless the configuration names another. */
export const telnyxUrl = 'https://api.telnyx.com';

/** Makes requests; rejects with `CarrierRateLimitedError`, `CarrierUnreachableError`, `VendorRejectedError`, or another error where the outcome is unknown. */
export function createVendorRequest({ apiKey, baseUrl }: NonNullable<Config['fax']>): VendorRequest {
  return async (method, path, { query = {}, body } = {}) => {
    const url = new URL(`${baseUrl ?? telnyxUrl}/v2${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch((error: unknown) => {
      throw isBeforeFirstByte(error) ? new CarrierUnreachableError('The fax vendor cannot be reached', { cause: error }) : error;
    });
    if (response.status === 429) throw new CarrierRateLimitedError(parseRetryAfterMs(response));
    const text = await response.text();
    if (response.status >= 400 && response.status < 500) throw toRejection(response.status, text);
    if (!response.ok) throw new Error(`The fax vendor answered ${response.status}`);
    return text === '' ? null : JSON.parse(text);
  };
}

function toRejection(status: number, text: string): VendorRejectedError {
  const [first] = Refused.safeParse(parsed(text)).data?.errors ?? [];
  return new VendorRejectedError(status, first?.code ?? String(status), first?.detail ?? first?.title ?? `The fax vendor answered ${status}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
