/** The fax port on Telnyx. With `fax.baseUrl` it speaks to whatever speaks the same wire there. */
import * as z from 'zod/mini';
import type { FoundMessage, SendOutcome } from '../carrier/carrier.ts';
import { CarrierRateLimitedError, CarrierUnreachableError } from '../carrier/http.ts';
import { fetchWithin } from '../carrier/media.ts';
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';
import type { AttemptRef, FaxVendor } from './fax.ts';
import { createVendorRequest, telnyxUrl, VendorRejectedError } from './http.ts';
import { createFaxNumbers } from './numbers.ts';
import { isSignedBy, readPublicKey } from './signature.ts';

const Fax = z.object({
  id: z.string().check(z.maxLength(80)),
  status: z.optional(z.string()),
  failure_reason: z.optional(z.nullable(z.string())),
  client_state: z.optional(z.nullable(z.string())),
  media_url: z.optional(z.nullable(z.string())),
});
const One = z.object({ data: Fax });
const Many = z.object({ data: z.array(Fax) });

const notReachedAfterMs = 2_000;
/** Clocks differ: how far before an attempt its fax may seem to lie in the vendor's list. */
const clockSkewMs = 60_000;
/** A page has some 50 kB: hundreds of them fit, and come in time over a line of 400 kB a second. */
const most = { bytes: 25_000_000, ms: 60_000 } as const;
/** Hosts of Telnyx that store inbound documents; requested without our key. */
const documentHosts = /^([a-z0-9-]+\.)*(telnyx\.com|s3([.-][a-z0-9-]+)?\.amazonaws\.com)$/;
/** Answers to a refresh that mean that the document is gone; any other refusal is of the request, and passes. */
const lost: ReadonlySet<number> = new Set([404, 410, 422]);
const purpose = 'fax-attempt';

const toFoundMessage = (fax: z.output<typeof Fax>): FoundMessage => ({
  carrierSid: fax.id,
  status: fax.status ?? 'queued',
  errorCode: fax.failure_reason ?? null,
});

/** Maps a failed request to send to an outcome: only a request that surely was not accepted may be retried automatically. */
function toSendOutcome(error: unknown): SendOutcome {
  if (error instanceof CarrierRateLimitedError) return { kind: 'retriable', afterMs: error.afterMs };
  if (error instanceof CarrierUnreachableError) return { kind: 'retriable', afterMs: notReachedAfterMs };
  if (error instanceof VendorRejectedError) return { kind: 'refused', errorCode: error.code, message: error.message };
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

/** Makes the fax vendor of an installation. */
export function createTelnyx(config: NonNullable<Config['fax']>, publicUrl: string, sealer: Sealer): FaxVendor {
  const ask = createVendorRequest(config);
  const key = readPublicKey(config.publicKey);
  const home = new URL(config.baseUrl ?? telnyxUrl).origin;
  const isAllowed = (url: URL) =>
    url.origin === home || (config.baseUrl === null && url.protocol === 'https:' && url.port === '' && documentHosts.test(url.hostname));
  const authorization = (url: URL) => (url.origin === home ? `Bearer ${config.apiKey}` : null);
  const stateOf = ({ companyId, attemptId }: AttemptRef) => Buffer.from(sealer.sign(purpose, [companyId, attemptId]), 'utf8').toString('base64');
  const readState: FaxVendor['readState'] = (clientState) => {
    const value = sealer.verify(purpose, Buffer.from(clientState, 'base64').toString('utf8'));
    if (!Array.isArray(value)) return null;
    const [companyId, attemptId]: unknown[] = value;
    return typeof companyId === 'number' && typeof attemptId === 'string' ? { companyId, attemptId } : null;
  };
  const look = async (vendorId: string) => {
    try {
      return One.parse(await ask('GET', `/faxes/${encodeURIComponent(vendorId)}`)).data;
    } catch (error) {
      if (error instanceof VendorRejectedError && error.status === 404) return null;
      throw error;
    }
  };
  return {
    numbers: createFaxNumbers(ask, config.connectionId),
    readState,
    async send({ from, to, documentUrl, ...attempt }) {
      try {
        const body = {
          connection_id: config.connectionId,
          from,
          to,
          media_url: documentUrl,
          quality: 'high',
          webhook_url: `${publicUrl}/webhooks/fax`,
          client_state: stateOf(attempt),
        };
        return { kind: 'accepted', carrierSid: One.parse(await ask('POST', '/faxes', { body })).data.id };
      } catch (error) {
        return toSendOutcome(error);
      }
    },
    async findByAttempt({ attemptId, from, to, since }) {
      const query = {
        'filter[direction][eq]': 'outbound',
        'filter[from][eq]': from,
        'filter[to][eq]': to,
        'filter[created_at][gte]': new Date(since.getTime() - clockSkewMs).toISOString(),
        'page[size]': '100',
      };
      const listed = Many.parse(await ask('GET', '/faxes', { query })).data;
      const found = listed.find(({ client_state: state }) => typeof state === 'string' && readState(state)?.attemptId === attemptId);
      return found ? toFoundMessage(found) : null;
    },
    async findFax(vendorId) {
      const fax = await look(vendorId);
      return fax ? toFoundMessage(fax) : null;
    },
    async fetchDocument({ vendorId, url }) {
      const rules = { isAllowed, authorization, ...most };
      const fetched = url === null ? null : await fetchWithin(url, rules);
      if (fetched !== null) return fetched;
      // An address lives for minutes: a job that came late asks for another.
      try {
        await ask('POST', `/faxes/${encodeURIComponent(vendorId)}/actions/refresh`);
      } catch (error) {
        if (error instanceof VendorRejectedError && lost.has(error.status)) return null;
        throw error;
      }
      const again = (await look(vendorId))?.media_url ?? null;
      return again === null ? null : fetchWithin(again, rules);
    },
    isSigned: (webhook) => isSignedBy(key, webhook, Date.now()),
  };
}
