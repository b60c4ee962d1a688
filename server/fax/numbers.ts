/** Numbers that can fax, at the vendor: looking for them, buying, finding and letting them go. */
import * as z from 'zod/mini';
import { CarrierRateLimitedError, CarrierUnreachableError } from '../carrier/http.ts';
import type { BuyOutcome, NumberQuery, NumberVendor } from '../carrier/numbers.ts';
import { VendorRejectedError, type VendorRequest } from './http.ts';

const Free = z.object({
  data: z.array(
    z.object({
      phone_number: z.string(),
      region_information: z._default(z.array(z.object({ region_type: z.string(), region_name: z.string() })), []),
      cost_information: z.optional(z.object({ monthly_cost: z.coerce.number(), currency: z.optional(z.string()) })),
    }),
  ),
});
const Orders = z.object({
  data: z.array(z.object({ phone_numbers: z._default(z.array(z.object({ phone_number: z.string(), status: z.optional(z.string()) })), []) })),
});
const Ordered = z.object({
  data: z.object({ phone_numbers: z._default(z.array(z.object({ phone_number: z.string(), status: z.optional(z.string()) })), []) }),
});
const Owned = z.object({
  data: z.array(z.object({ id: z.coerce.string(), phone_number: z.string(), customer_reference: z.optional(z.nullable(z.string())) })),
});

/** Prices are asked for once in this long. */
const pricesMs = 3_600_000;
/** Milliseconds until an order is looked at again that the vendor is still working on. */
const pendingAfterMs = 3_000;
/** Somebody else has it. */
const gone = new Set(['85001', '85006']);

/** A pattern of ten places with `*`, or digits that may stand anywhere, as the vendor's filters say it. */
function toPatternQuery(contains: string | null): Record<string, string> {
  if (contains === null) return {};
  const digits = contains.replaceAll('*', '');
  if (!contains.includes('*')) return { 'filter[phone_number][contains]': digits };
  // Only the last four digits are looked at there; the search looks at the rest itself.
  if (contains.startsWith('****')) return { 'filter[phone_number][ends_with]': digits.slice(-4) };
  return { 'filter[phone_number][starts_with]': digits };
}

const toQuery = ({ areaCode, contains, limit }: Pick<NumberQuery, 'areaCode' | 'contains' | 'limit'>): Record<string, string> => ({
  'filter[country_code]': 'US',
  'filter[phone_number_type]': 'local',
  'filter[features][]': 'fax',
  'filter[limit]': String(limit),
  ...(areaCode === null ? {} : { 'filter[national_destination_code]': areaCode }),
  ...toPatternQuery(contains),
});

function toBuyOutcome(error: unknown): BuyOutcome {
  if (error instanceof CarrierRateLimitedError) return { kind: 'retriable', afterMs: error.afterMs };
  if (error instanceof CarrierUnreachableError) return { kind: 'retriable', afterMs: 2_000 };
  if (error instanceof VendorRejectedError) return gone.has(error.code) ? { kind: 'gone' } : { kind: 'refused', errorCode: error.code, message: error.message };
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

/** The port on requests of this installation; what is bought answers to `connectionId`. */
export function createFaxNumbers(ask: VendorRequest, connectionId: string): NumberVendor {
  let known: { readonly at: number; readonly local: number } | null = null;
  const listed = async (query: Record<string, string>) => Free.parse(await ask('GET', '/available_phone_numbers', { query })).data;
  const prices: NumberVendor['prices'] = async () => {
    if (known === null || Date.now() - known.at >= pricesMs) {
      const [first] = await listed(toQuery({ areaCode: null, contains: null, limit: 1 }));
      const local = first?.cost_information?.monthly_cost;
      if (local === undefined || !Number.isFinite(local)) throw new Error('The fax vendor names no price for numbers');
      known = { at: Date.now(), local };
    }
    return { local: known.local, tollFree: known.local };
  };
  const idOf = async (number: string) => {
    const found = Owned.parse(await ask('GET', '/phone_numbers', { query: { 'filter[phone_number]': number } })).data;
    return found.find(({ phone_number }) => phone_number === number) ?? null;
  };
  /** Finds the outcome of the order with our tag; null when there is none. */
  const ordered = async (number: string, tag: string): Promise<BuyOutcome | null> => {
    const orders = Orders.parse(await ask('GET', '/number_orders', { query: { 'filter[customer_reference]': tag } })).data;
    const line = orders.flatMap((order) => order.phone_numbers).find(({ phone_number }) => phone_number === number);
    return line ? settled(number, line.status) : null;
  };
  const settled = async (number: string, status: string | undefined): Promise<BuyOutcome> => {
    if (status === 'failure') return { kind: 'gone' };
    const owned = await idOf(number);
    return owned ? { kind: 'bought', carrierSid: owned.id } : { kind: 'retriable', afterMs: pendingAfterMs };
  };
  return {
    prices,
    async search(query) {
      const { local } = await prices();
      const found = await listed(toQuery(query));
      return found
        .filter(({ cost_information: cost }) => cost?.monthly_cost === local)
        .map(({ phone_number: number, region_information: regions }) => {
          const named = (type: string) => regions.find(({ region_type }) => region_type === type)?.region_name ?? null;
          return { number, locality: named('location') ?? named('rate_center'), region: named('state'), smsCapable: false };
        });
    },
    async buy({ number, tag }) {
      try {
        const before = await ordered(number, tag);
        if (before !== null) return before;
        const body = { phone_numbers: [{ phone_number: number }], connection_id: connectionId, customer_reference: tag };
        const order = Ordered.parse(await ask('POST', '/number_orders', { body })).data;
        return await settled(number, order.phone_numbers.find(({ phone_number }) => phone_number === number)?.status);
      } catch (error) {
        return toBuyOutcome(error);
      }
    },
    async owned(number) {
      const found = await idOf(number);
      return found ? { carrierSid: found.id, tag: found.customer_reference ?? '' } : null;
    },
    async release(carrierSid) {
      try {
        await ask('DELETE', `/phone_numbers/${encodeURIComponent(carrierSid)}`);
      } catch (error) {
        if (!(error instanceof VendorRejectedError && error.status === 404)) throw error;
      }
    },
  };
}
