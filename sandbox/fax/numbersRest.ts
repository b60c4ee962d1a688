/** Numbers that can fax over the vendor's REST interface, in Telnyx's shapes: what is free, orders, what the account has. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { defaultAreas, findAreaState, findBuyReply, type Inventory } from '../carrier/inventory.ts';
import { hangUp } from '../carrier/replies.ts';
import { rejectFax } from './replies.ts';

/** Dependencies of these routes; the inventory is shared with the carrier. */
export interface FaxNumbersRest {
  readonly connectionId: string;
  readonly inventory: Inventory;
  readonly pace: number;
  /** Called when a number was sold or given back. */
  changed(numbers: { readonly sold?: string; readonly released?: string }): void;
}

const Query = z.object({
  'filter[national_destination_code]': z.optional(z.string()),
  'filter[phone_number][starts_with]': z.optional(z.string()),
  'filter[phone_number][ends_with]': z.optional(z.string()),
  'filter[phone_number][contains]': z.optional(z.string()),
  'filter[features][]': z.optional(z.string()),
  'filter[limit]': z._default(z.coerce.number(), 20),
});
const NewOrder = z.object({
  phone_numbers: z.array(z.object({ phone_number: z.string() })).check(z.minLength(1)),
  connection_id: z.optional(z.string()),
  customer_reference: z.optional(z.string()),
});

/** US dollars a month. */
const faxMonthlyPrice = '1.30';
/** An order is worked on for so long. */
const workMs = 1_000;
const places = 10;
const repeatStars = (count: number) => '*'.repeat(count);

/** The filters as the shelf looks for them. */
function toPattern(query: z.output<typeof Query>): string | null {
  const { 'filter[phone_number][starts_with]': start, 'filter[phone_number][ends_with]': end, 'filter[phone_number][contains]': part } = query;
  if (start !== undefined) return (repeatStars(3) + start).padEnd(places, '*');
  if (end !== undefined) return repeatStars(places - end.length) + end;
  return part ?? null;
}

interface Order {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly at: number;
}

/** Registers them; what guards the faxes guards these. */
export function registerFaxNumberRoutes(app: FastifyInstance, rest: FaxNumbersRest): void {
  const { inventory } = rest;
  const orders: Order[] = [];
  const busy = new Set<string>();
  /** The vendor's ids are numbers, the shelf's are not. */
  const ids = new Map<string, string>();
  const getId = (sid: string) => {
    const id = ids.get(sid) ?? String(1_293_384_261_000_000_000n + BigInt(ids.size));
    ids.set(sid, id);
    return id;
  };
  const isDone = ({ at }: Order) => Date.now() - at >= workMs * rest.pace;
  const getStatus = (order: Order) => (isDone(order) ? 'success' : 'pending');
  const toResource = (order: Order) => ({
    record_type: 'number_order',
    id: order.id,
    connection_id: rest.connectionId,
    customer_reference: order.reference,
    phone_numbers: [{ record_type: 'number_order_phone_number', id: randomUUID(), phone_number: order.number, status: getStatus(order) }],
    phone_numbers_count: 1,
    status: getStatus(order),
  });
  app.get('/available_phone_numbers', async (request, reply) => {
    const asked = Query.safeParse(request.query).data;
    if (asked?.['filter[features][]'] !== 'fax') return rejectFax(reply, 422, '10004', 'Only numbers that can fax are offered here');
    const area = asked['filter[national_destination_code]'];
    const found = inventory.search({
      areas: area === undefined ? defaultAreas : findAreaState(area) === null ? [] : [area],
      contains: toPattern(asked),
      limit: Math.min(asked['filter[limit]'], 100),
    });
    const data = found.map((national) => ({
      record_type: 'available_phone_number',
      phone_number: `+1${national}`,
      phone_number_type: 'local',
      region_information: [{ region_type: 'state', region_name: findAreaState(national.slice(0, 3)) ?? '' }],
      cost_information: { upfront_cost: '0.00', monthly_cost: faxMonthlyPrice, currency: 'USD' },
      features: [{ name: 'fax' }, { name: 'voice' }],
      quickship: true,
      reservable: true,
    }));
    return { data, meta: { total_results: data.length, best_effort_results: 0 } };
  });
  app.post('/number_orders', async (request, reply) => {
    const asked = NewOrder.safeParse(request.body).data;
    const number = asked?.phone_numbers[0]?.phone_number;
    if (!asked || number === undefined) return rejectFax(reply, 422, '10004', 'Missing required parameter');
    if (asked.connection_id !== rest.connectionId) return rejectFax(reply, 422, '10015', 'Invalid connection ID');
    const fate = findBuyReply(number);
    if (fate.kind === 'refuse') return rejectFax(reply, 403, String(fate.code), fate.message);
    if (fate.kind === 'taken') inventory.markTaken(number);
    if ((fate.kind === 'busyOnce' || (fate.kind === 'fail' && !fate.isSold)) && !busy.has(number)) {
      busy.add(number);
      if (fate.kind === 'fail') return rejectFax(reply, 500, '10007', 'Unexpected error');
      return rejectFax(reply.header('retry-after', '1'), 429, '10011', 'Too many requests');
    }
    const reference = asked.customer_reference ?? '';
    const sold = inventory.sell(number, { friendlyName: reference, voiceUrl: '', smsUrl: '', statusCallback: '' });
    if (!sold) return rejectFax(reply, 422, '85001', `${number} is not available`);
    const order: Order = { id: randomUUID(), number, reference, at: Date.now() };
    orders.push(order);
    rest.changed({ sold: number });
    if (fate.kind === 'drop') return hangUp(request, reply);
    if (fate.kind === 'fail' && fate.isSold) return rejectFax(reply, 500, '10007', 'Unexpected error');
    return { data: toResource(order) };
  });
  app.get<{ Querystring: { 'filter[customer_reference]'?: string } }>('/number_orders', async ({ query }) => {
    const found = orders.filter(({ reference }) => reference === query['filter[customer_reference]']);
    return { data: found.map(toResource), meta: { total_results: found.length, page_number: 1, page_size: 20, total_pages: 1 } };
  });
  app.get<{ Querystring: { 'filter[phone_number]'?: string } }>('/phone_numbers', async ({ query }) => {
    const wanted = query['filter[phone_number]']?.trim().replace(/^(?=\d)/, '+');
    // A number whose order is pending does not belong to the account yet.
    const isThere = (number: string) => !orders.some((order) => order.number === number && !isDone(order));
    const found = inventory.find({ number: wanted }).filter(({ number }) => isThere(number));
    const data = found.map(({ sid, number, friendlyName }) => ({
      record_type: 'phone_number',
      id: getId(sid),
      phone_number: number,
      status: 'active',
      connection_id: rest.connectionId,
      customer_reference: friendlyName,
      phone_number_type: 'local',
    }));
    return { data, meta: { total_results: data.length, page_number: 1, page_size: 20, total_pages: 1 } };
  });
  app.delete<{ Params: { id: string } }>('/phone_numbers/:id', async ({ params }, reply) => {
    const [sid] = [...ids].find(([, id]) => id === params.id) ?? [];
    const [held] = sid === undefined ? [] : inventory.find({ sid });
    if (!held || !inventory.release(held.sid)) return rejectFax(reply, 404, '10005', 'Resource not found');
    rest.changed({ released: held.number });
    return { data: { record_type: 'phone_number', id: params.id, phone_number: held.number, status: 'deleted' } };
  });
}
