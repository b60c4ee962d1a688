/** Numbers over the carrier's REST interface, in Twilio's shapes: what is free, what the account has, prices. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { defaultAreas, findAreaState, findBuyReply, type Inventory, type NumberSettings, type OwnedNumber, tollFreeCodes } from './inventory.ts';
import { hangUp, reject } from './replies.ts';

/** Dependencies of these routes: the account, and the inventory of numbers. */
export interface NumbersRest {
  readonly accountSid: string;
  readonly inventory: Inventory;
  /** Called when a number was sold or given back. */
  changed(numbers: { readonly sold?: string; readonly released?: string }): void;
}

const Query = z.object({
  AreaCode: z.optional(z.string()),
  Contains: z.optional(z.string()),
  PageSize: z._default(z.coerce.number(), 50),
});
const Change = z.object({
  FriendlyName: z.optional(z.string()),
  VoiceUrl: z.optional(z.string()),
  SmsUrl: z.optional(z.string()),
  StatusCallback: z.optional(z.string()),
});
const Order = z.object({ ...Change.shape, PhoneNumber: z.string() });
const base = '/2010-04-01/Accounts/:account';
const maxResults = 100;
type Params = { Params: { account: string; kind: string; sid: string } };

/** US dollars a month. */
const monthlyPrices = { local: '1.15', tollFree: '2.15' } as const;

const rejectNotFound = (reply: FastifyReply) => reject(reply, 404, 20404, 'The requested resource was not found');
const pattern = /^[*0-9A-Za-z+]{2,12}$/;

/** The fields of a number that were named; the others stay as they are. */
function pickSettings({
  FriendlyName: friendlyName,
  VoiceUrl: voiceUrl,
  SmsUrl: smsUrl,
  StatusCallback: statusCallback,
}: z.output<typeof Change>): Partial<NumberSettings> {
  return Object.fromEntries(Object.entries({ friendlyName, voiceUrl, smsUrl, statusCallback }).filter(([, value]) => value !== undefined));
}

/** Registers them; what guards the messages guards these. */
export function registerNumberRoutes(app: FastifyInstance, rest: NumbersRest): void {
  const { inventory } = rest;
  const busy = new Set<string>();
  app.get<Params>(`${base}/AvailablePhoneNumbers/US/:kind`, async ({ params, query }, reply) => {
    const asked = Query.safeParse(query).data;
    const kind = params.kind.replace(/\.json$/, '');
    if (!asked || (kind !== 'Local' && kind !== 'TollFree')) return rejectNotFound(reply);
    if (asked.Contains !== undefined && !pattern.test(asked.Contains)) return reject(reply, 400, 21604, 'The pattern is not valid');
    const areas = asked.AreaCode !== undefined ? [asked.AreaCode] : kind === 'TollFree' ? tollFreeCodes : defaultAreas;
    const isThere = (area: string) => (kind === 'TollFree' ? tollFreeCodes.some((code) => code === area) : findAreaState(area) !== null);
    const found = inventory.search({ areas: areas.filter(isThere), contains: asked.Contains ?? null, limit: Math.min(asked.PageSize, maxResults) });
    const uri = `/2010-04-01/Accounts/${rest.accountSid}/AvailablePhoneNumbers/US/${kind}.json`;
    return { uri, available_phone_numbers: found.map((national) => registerAvailableRoutes(national, kind)) };
  });
  app.post<Params>(`${base}/IncomingPhoneNumbers.json`, async (request, reply) => {
    const order = Order.safeParse(request.body).data;
    if (!order) return reject(reply, 400, 21452, 'PhoneNumber is required');
    const fate = findBuyReply(order.PhoneNumber);
    if (fate.kind === 'refuse') return reject(reply, 400, fate.code, fate.message);
    if (fate.kind === 'taken') inventory.markTaken(order.PhoneNumber);
    if ((fate.kind === 'busyOnce' || (fate.kind === 'fail' && !fate.isSold)) && !busy.has(order.PhoneNumber)) {
      busy.add(order.PhoneNumber);
      if (fate.kind === 'fail') return reject(reply, 500, 20500, 'Internal server error');
      reply.header('retry-after', '1');
      return reject(reply, 429, 20429, 'Too many requests');
    }
    const sold = inventory.sell(order.PhoneNumber, { friendlyName: '', voiceUrl: '', smsUrl: '', statusCallback: '', ...pickSettings(order) });
    if (!sold) return reject(reply, 400, 21422, `${order.PhoneNumber} is not available`);
    rest.changed({ sold: sold.number });
    if (fate.kind === 'drop') return hangUp(request, reply);
    if (fate.kind === 'fail' && fate.isSold) return reject(reply, 500, 20500, 'Internal server error');
    return reply.code(201).send(registerIncomingRoutes(rest, sold));
  });
  app.get<Params & { Querystring: { PhoneNumber?: string } }>(`${base}/IncomingPhoneNumbers.json`, async ({ query }) => {
    const found = inventory.find({ number: query.PhoneNumber?.replace(' ', '+') });
    const uri = `/2010-04-01/Accounts/${rest.accountSid}/IncomingPhoneNumbers.json`;
    return {
      incoming_phone_numbers: found.map((each) => registerIncomingRoutes(rest, each)),
      page: 0,
      page_size: 50,
      start: 0,
      end: found.length,
      uri,
      first_page_uri: uri,
      next_page_uri: null,
      previous_page_uri: null,
    };
  });
  app.post<Params>(`${base}/IncomingPhoneNumbers/:sid`, async ({ params, body }, reply) => {
    const change = Change.safeParse(body ?? {}).data;
    const handed = change && inventory.update(params.sid.replace(/\.json$/, ''), pickSettings(change));
    if (!handed) return rejectNotFound(reply);
    rest.changed({ sold: handed.number });
    return registerIncomingRoutes(rest, handed);
  });
  app.delete<Params>(`${base}/IncomingPhoneNumbers/:sid`, async ({ params }, reply) => {
    const sid = params.sid.replace(/\.json$/, '');
    const [held] = inventory.find({ sid });
    if (!held || !inventory.release(sid)) return rejectNotFound(reply);
    rest.changed({ released: held.number });
    return reply.code(204).send();
  });
  app.get('/v1/PhoneNumbers/Countries/US', async () => ({
    country: 'United States',
    iso_country: 'US',
    price_unit: 'USD',
    phone_number_prices: [
      { number_type: 'local', base_price: monthlyPrices.local, current_price: monthlyPrices.local },
      { number_type: 'toll free', base_price: monthlyPrices.tollFree, current_price: monthlyPrices.tollFree },
    ],
    url: 'https://pricing.twilio.com/v1/PhoneNumbers/Countries/US',
  }));
}

function registerAvailableRoutes(national: string, kind: 'Local' | 'TollFree') {
  const region = findAreaState(national.slice(0, 3));
  return {
    friendly_name: `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
    phone_number: `+1${national}`,
    lata: null,
    locality: null,
    rate_center: null,
    latitude: null,
    longitude: null,
    region: kind === 'TollFree' ? null : region,
    postal_code: null,
    iso_country: 'US',
    address_requirements: 'none',
    beta: false,
    capabilities: { voice: true, sms: true, mms: kind === 'Local', fax: false },
  };
}

function registerIncomingRoutes({ accountSid }: NumbersRest, owned: OwnedNumber) {
  const at = owned.boughtAt.toUTCString().replace('GMT', '+0000');
  return {
    sid: owned.sid,
    account_sid: accountSid,
    friendly_name: owned.friendlyName,
    phone_number: owned.number,
    voice_url: owned.voiceUrl,
    voice_method: 'POST',
    sms_url: owned.smsUrl,
    sms_method: 'POST',
    status_callback: owned.statusCallback,
    status_callback_method: 'POST',
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    address_requirements: 'none',
    api_version: '2010-04-01',
    beta: false,
    origin: 'twilio',
    status: 'in-use',
    date_created: at,
    date_updated: at,
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${owned.sid}.json`,
  };
}
