/** Bringing numbers in over the carrier's REST interface, in the shapes of Twilio's Porting and Documents APIs. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { tollFreeCodes } from './inventory.ts';
import { createSid } from './ledger.ts';
import { findPortFate, type PortInRequest, type Ports } from './ports.ts';
import { hangUp, reject } from './replies.ts';

/** Dependencies of these routes: the account, and its port-in requests. */
export interface PortingRest {
  readonly accountSid: string;
  readonly ports: Ports;
}

const filled = z.string().check(z.minLength(1));
const Order = z.object({
  account_sid: filled,
  documents: z.array(z.string()).check(z.minLength(1)),
  phone_numbers: z.array(z.object({ phone_number: filled, pin: z.optional(z.string()) })).check(z.minLength(1), z.maxLength(1_000)),
  losing_carrier_information: z.object({
    customer_type: z.enum(['Individual', 'Business']),
    customer_name: filled,
    account_number: z.optional(z.string()),
    authorized_representative: filled,
    authorized_representative_email: z.email(),
    address: z.object({ street: filled, city: filled, state: filled, zip: filled, country: filled }),
  }),
  target_port_in_date: z.optional(z.nullable(z.iso.date())),
});
const Webhook = z.object({ port_in_target_url: z.url() });
const documentBytes = 10_000_000;

const host = 'https://numbers.twilio.com/v1';
const rejectNotFound = (reply: FastifyReply) => reject(reply, 404, 20404, 'The requested resource was not found');
const isTollFree = (number: string) => tollFreeCodes.some((code) => number.startsWith(`+1${code}`));

/** Returns the reason a number cannot be ported; null: it can be ported. */
function createRefusal(ports: Ports, number: string): { readonly code: number; readonly message: string } | null {
  const fate = findPortFate(number);
  if (fate.kind === 'unportable') return fate;
  if (isTollFree(number)) return { code: 22136, message: 'Toll-free numbers can’t be ported through this API' };
  if (ports.isOpen(number)) return { code: 22132, message: 'The number is in an open port-in request' };
  return null;
}

function toResource({ accountSid }: PortingRest, port: PortInRequest) {
  return {
    port_in_request_sid: port.sid,
    url: `${host}/Porting/PortIn/${port.sid}`,
    account_sid: accountSid,
    notification_emails: [],
    target_port_in_date: port.targetDate,
    target_port_in_time_range_start: null,
    target_port_in_time_range_end: null,
    port_in_request_status: port.status,
    order_cancellation_reason: null,
    losing_carrier_information: port.information,
    phone_numbers: port.numbers.map((each) => ({
      phone_number: each.number,
      port_in_phone_number_sid: each.sid,
      port_in_phone_number_status: each.status,
      number_type: 'LOCAL',
      portable: true,
      not_portability_reason: null,
      not_portability_reason_code: null,
      port_date: each.portDate,
      rejection_reason: each.rejection?.message ?? null,
      rejection_reason_code: each.rejection?.code ?? null,
    })),
    documents: port.documents,
    date_created: port.createdAt.toISOString(),
    support_ticket_id: null,
    signature_request_url: null,
  };
}

function portabilityRoute(app: FastifyInstance, { ports }: PortingRest): void {
  app.get<{ Params: { number: string } }>('/v1/Porting/Portability/PhoneNumber/:number', async ({ params: { number } }) => {
    const why = createRefusal(ports, number);
    return {
      phone_number: number,
      account_sid: null,
      portable: why === null,
      pin_and_account_number_required: findPortFate(number).kind === 'needsPin',
      not_portable_reason: why?.message ?? null,
      not_portable_reason_code: why?.code ?? null,
      number_type: isTollFree(number) ? 'TOLL-FREE' : 'LOCAL',
      country: 'US',
      url: `${host}/Porting/Portability/PhoneNumber/${number}`,
    };
  });
}

function documentRoute(app: FastifyInstance, { ports }: PortingRest): void {
  app.post('/v1/Documents', async (request, reply) => {
    const part = await request.file();
    if (!part) return reject(reply, 400, 20001, 'File is required');
    const bytes = await part.toBuffer();
    const type = part.fields.document_type;
    if (!['application/pdf', 'image/png', 'image/jpeg'].includes(part.mimetype)) return reject(reply, 400, 20001, 'The file type is not supported');
    const sid = createSid('RD');
    const kind = type && 'value' in type ? String(type.value) : '';
    ports.saveDocument(sid, { type: kind, bytes: bytes.length });
    return reply.code(201).send({ sid, document_type: kind, mime_type: part.mimetype, friendly_name: part.filename, status: 'uploaded' });
  });
}

function webhookRoute(app: FastifyInstance, { ports }: PortingRest): void {
  app.post('/v1/Porting/Configuration/Webhook', async ({ body }, reply) => {
    const told = Webhook.safeParse(body).data;
    if (!told) return reject(reply, 400, 20001, 'port_in_target_url is required');
    ports.target = told.port_in_target_url;
    return reply.code(201).send({ url: `${host}/Porting/Configuration/Webhook`, port_in_target_url: ports.target, notifications_of: [] });
  });
}

function orderRoute(app: FastifyInstance, porting: PortingRest): void {
  const { ports, accountSid } = porting;
  const busy = new Set<string>();
  const once = (number: string) => !busy.has(number) && busy.add(number) !== undefined;
  app.post('/v1/Porting/PortIn', async (request, reply) => {
    const order = Order.safeParse(request.body).data;
    if (!order || order.account_sid !== accountSid) return reject(reply, 400, 20001, 'The port-in request is not complete');
    if (!order.documents.some((sid) => ports.findDocument(sid)?.type === 'utility_bill')) return reject(reply, 400, 22103, 'A utility bill is required');
    for (const { phone_number: number, pin } of order.phone_numbers) {
      const fate = findPortFate(number);
      const why = createRefusal(ports, number);
      if (why) return reject(reply, 400, why.code, why.message);
      if (fate.kind === 'refuse') return reject(reply, 400, fate.code, fate.message);
      if (fate.kind === 'needsPin' && !pin) return reject(reply, 400, 22133, 'A PIN is required for this number');
      if (fate.kind === 'busyOnce' && once(number)) return reject(reply.header('retry-after', '1'), 429, 20429, 'Too many requests');
      if (fate.kind === 'fail' && !fate.isTaken && once(number)) return reject(reply, 500, 20500, 'Internal server error');
    }
    const numbers = order.phone_numbers.map(({ phone_number: number }) => number);
    const port = ports.create({
      numbers,
      documents: order.documents,
      information: order.losing_carrier_information,
      targetDate: order.target_port_in_date ?? null,
    });
    const fates = numbers.map(findPortFate);
    if (fates.some(({ kind }) => kind === 'drop')) return hangUp(request, reply);
    if (fates.some((fate) => fate.kind === 'fail' && fate.isTaken)) return reject(reply, 500, 20500, 'Internal server error');
    return reply.code(201).send(toResource(porting, port));
  });
}

function requestRoutes(app: FastifyInstance, porting: PortingRest): void {
  const { ports } = porting;
  app.get<{ Querystring: { CreatedAfter?: string; Size?: string } }>('/v1/Porting/PortIn/PortInRequests', async ({ query }) => {
    const after = query.CreatedAfter === undefined ? 0 : Date.parse(query.CreatedAfter);
    const found = ports.list().filter(({ createdAt }) => createdAt.getTime() >= after);
    return {
      port_in_requests: found.slice(0, 200).map((port) => ({
        port_in_request_sid: port.sid,
        port_in_request_status: port.status,
        status_last_updated_timestamp: null,
        phone_numbers_requested: port.numbers.length,
        phone_numbers_ported: port.numbers.filter(({ status }) => status === 'completed').length,
        suggested_action: null,
      })),
      meta: {
        page: 0,
        page_size: 200,
        first_page_url: `${host}/Porting/PortIn/PortInRequests`,
        next_page_url: null,
        previous_page_url: null,
        url: `${host}/Porting/PortIn/PortInRequests`,
        key: 'port_in_requests',
      },
    };
  });
  app.get<{ Params: { sid: string } }>('/v1/Porting/PortIn/:sid', async ({ params }, reply) => {
    const port = ports.find(params.sid);
    return port ? toResource(porting, port) : rejectNotFound(reply);
  });
}

/** Registers them; what guards the messages guards these. */
export async function registerPortingRoutes(app: FastifyInstance, porting: PortingRest): Promise<void> {
  await app.register(multipart, { limits: { fileSize: documentBytes, files: 1 } });
  for (const routes of [portabilityRoute, documentRoute, webhookRoute, orderRoute, requestRoutes]) routes(app, porting);
}
