/** Numbers at the carrier: looking for them, buying, finding and letting them go, by the official SDK. */
import twilio from 'twilio';
import type { Config } from '../config.ts';
import { CarrierNotConfiguredError, CarrierRateLimitedError, CarrierUnreachableError } from './http.ts';

/** Query for numbers: an area code, digits anchored by `*` in ten places or at any position, toll-free or local. */
export interface NumberQuery {
  readonly kind: 'local' | 'tollFree';
  readonly areaCode: string | null;
  /** `*****75862`, `415555****` or `777`; null: any number. */
  readonly contains: string | null;
  readonly limit: number;
}

/** A number the carrier offers. */
export interface AvailableNumber {
  readonly number: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly smsCapable: boolean;
}

/** Result of a request to buy. `unknown`: the carrier may have taken it; only its own list decides. */
export type BuyOutcome =
  | { readonly kind: 'bought'; readonly carrierSid: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly errorCode: string; readonly message: string }
  | { readonly kind: 'retriable'; readonly afterMs: number }
  | { readonly kind: 'unknown'; readonly message: string };

/** The port: what the domains ask of the carrier about numbers. */
export interface CarrierNumbers {
  /** Numbers that are free now. Rejects when the carrier cannot say. */
  search(query: NumberQuery): Promise<readonly AvailableNumber[]>;
  /** Buys one; `tag` is ours and tells later whose it is. */
  buy(order: { readonly number: string; readonly tag: string }): Promise<BuyOutcome>;
  /** The number in the account, with its tag; null when it is not there. */
  owned(number: string): Promise<{ readonly carrierSid: string; readonly tag: string } | null>;
  /** Takes a number that came over into our hands: it calls and texts us from now on. Null while the account does not have it. */
  adopt(number: string, tag: string): Promise<string | null>;
  /** Gives a number back; one that is gone is gone. */
  release(carrierSid: string): Promise<void>;
  /** US dollars a month. */
  prices(): Promise<{ readonly local: number; readonly tollFree: number }>;
}

/** The part of the port that every vendor of numbers has; none but the carrier takes over numbers from elsewhere. */
export type NumberVendor = Omit<CarrierNumbers, 'adopt'>;

/** Somebody else has it: 21422 not available, 21421 invalid, 21404 not found. */
const gone = new Set([21422, 21421, 21404]);
/** Prices are asked for once in this long. */
const pricesMs = 3_600_000;

const webhook = (config: Config, path: string) => `${config.publicUrl}/webhooks/carrier/${path}`;

function toBuyOutcome(error: unknown): BuyOutcome {
  if (error instanceof CarrierRateLimitedError) return { kind: 'retriable', afterMs: error.afterMs };
  if (error instanceof CarrierUnreachableError) return { kind: 'retriable', afterMs: 2_000 };
  if (error instanceof CarrierNotConfiguredError) return { kind: 'refused', errorCode: 'not_configured', message: error.message };
  if (error instanceof twilio.RestException && error.status >= 400 && error.status < 500) {
    if (error.code !== undefined && gone.has(error.code)) return { kind: 'gone' };
    return { kind: 'refused', errorCode: String(error.code ?? error.status), message: error.message };
  }
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

/** The port on an SDK client of this installation. */
export function createCarrierNumbers(config: Config, client: () => ReturnType<typeof twilio>): CarrierNumbers {
  const ours = {
    voiceUrl: webhook(config, 'calls/incoming'),
    voiceMethod: 'POST',
    statusCallback: webhook(config, 'calls/status'),
    statusCallbackMethod: 'POST',
    smsUrl: webhook(config, 'messages/incoming'),
    smsMethod: 'POST',
  };
  let known: { readonly at: number; readonly prices: { readonly local: number; readonly tollFree: number } } | null = null;
  return {
    async search({ kind, areaCode, contains, limit }) {
      const country = client().availablePhoneNumbers('US');
      const wanted = {
        ...(areaCode === null ? {} : { areaCode: Number(areaCode) }),
        ...(contains === null ? {} : { contains }),
        voiceEnabled: true,
        limit,
        pageSize: limit,
      };
      const found = kind === 'tollFree' ? await country.tollFree.list(wanted) : await country.local.list(wanted);
      return found.map((each) => ({
        number: each.phoneNumber,
        locality: each.locality || null,
        region: each.region || null,
        smsCapable: takesTexts(each.capabilities),
      }));
    },
    async buy({ number, tag }) {
      try {
        const taken = await client().incomingPhoneNumbers.create({
          phoneNumber: number,
          friendlyName: tag,
          ...ours,
        });
        return { kind: 'bought', carrierSid: taken.sid };
      } catch (error) {
        return toBuyOutcome(error);
      }
    },
    async owned(number) {
      const [found] = await client().incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
      return found && found.phoneNumber === number ? { carrierSid: found.sid, tag: found.friendlyName } : null;
    },
    async adopt(number, tag) {
      const [found] = await client().incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
      if (!found || found.phoneNumber !== number) return null;
      await client()
        .incomingPhoneNumbers(found.sid)
        .update({ friendlyName: tag, ...ours });
      return found.sid;
    },
    async release(carrierSid) {
      try {
        await client().incomingPhoneNumbers(carrierSid).remove();
      } catch (error) {
        if (!(error instanceof twilio.RestException && error.status === 404)) throw error;
      }
    },
    async prices() {
      if (known && Date.now() - known.at < pricesMs) return known.prices;
      const { phoneNumberPrices } = await client().pricing.v1.phoneNumbers.countries('US').fetch();
      const of = (type: string) => Number(readPrice(phoneNumberPrices, type));
      const prices = { local: of('local'), tollFree: of('toll free') };
      if (!Number.isFinite(prices.local) || !Number.isFinite(prices.tollFree)) throw new Error('The carrier names no price for numbers');
      known = { at: Date.now(), prices };
      return prices;
    },
  };
}

/** Published in small letters, and sent in capitals by some of the carrier's own hosts. */
const takesTexts = (capabilities: object): boolean => Object.entries(capabilities).some(([name, can]) => name.toLowerCase() === 'sms' && can === true);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The current price of a type, as the wire or the SDK spells it. */
function readPrice(list: unknown, type: string): unknown {
  const entries = Array.isArray(list) ? list.filter(isRecord) : [];
  const found = entries.find((entry) => (entry.number_type ?? entry.numberType) === type);
  return found?.current_price ?? found?.currentPrice;
}
