/**
 * Bringing numbers in, at the carrier: Twilio's Porting API. Reading goes by the official SDK's resources; a request is posted by the SDK's own client in the
 * wire's spelling, since its typed form names fields the API does not know. Papers go to the Documents API, which the SDK does not have.
 */
import twilio from 'twilio';
import * as z from 'zod/mini';
import { type PortNumberStatus, type PortStatus, portNumberStatuses, portStatuses } from '#contract/porting/enums.ts';
import type { Config } from '../config.ts';
import { assertConfigured, CarrierNotConfiguredError, CarrierRateLimitedError, CarrierUnreachableError, formatBasicAuth, requestTimeoutMs } from './http.ts';

/** Answer of the carrier about one number. */
interface PortableAnswer {
  readonly portable: boolean;
  readonly pinRequired: boolean;
  readonly reason: string | null;
}

/** Order sent to the carrier: numbers, papers, and the account they belong to. The account's number and PIN are in the clear here alone. */
interface PortOrder {
  readonly numbers: readonly string[];
  readonly pin: string | null;
  /** The carrier's ids of the papers; they tell later whose request it is. */
  readonly documentSids: readonly string[];
  readonly customerName: string;
  readonly accountNumber: string;
  readonly authorizedName: string;
  readonly authorizedEmail: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly targetDate: string | null;
}

/** Result of the order. `unknown`: the carrier may have taken it; only its list decides. */
export type PortOutcome =
  | { readonly kind: 'taken'; readonly carrierSid: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'retriable'; readonly afterMs: number }
  | { readonly kind: 'unknown'; readonly message: string };

/** A request as it stands with the carrier. A status that is none of ours is null. */
export interface CarrierPortStatus {
  readonly status: PortStatus | null;
  readonly reason: string | null;
  readonly numbers: readonly {
    readonly number: string;
    readonly status: PortNumberStatus | null;
    readonly portDate: Date | null;
    readonly reason: string | null;
  }[];
}

/** The carrier will not have a paper; the words are the carrier's. */
export class PortDocumentRejectedError extends Error {}

/** The port: what the domain asks of the carrier about numbers of other carriers. All reject when the carrier cannot say. */
export interface CarrierPorting {
  /** Checks whether a number can come. What the carrier does not take for a number, or does not know, cannot. */
  portability(number: string): Promise<PortableAnswer>;
  /** Hands a paper over; the carrier's id of it. Rejects with `PortDocumentRejectedError` when the carrier will not have it, whenever it is asked, and with `CarrierNotConfiguredError`. */
  upload(paper: { readonly name: string; readonly kind: 'letter' | 'bill'; readonly contentType: string; readonly bytes: Uint8Array }): Promise<string>;
  ask(order: PortOrder): Promise<PortOutcome>;
  /** The request that carries these papers, in the carrier's own list of what was made since; null when there is none. Rejects where the list is too long to know. */
  findByDocuments(documentSids: readonly string[], since: Date): Promise<string | null>;
  standing(carrierSid: string): Promise<CarrierPortStatus>;
}

const documentsOrigin = 'https://numbers-upload.twilio.com';
const requestsUri = 'https://numbers.twilio.com/v1/Porting/PortIn';
/** The one type the interface knows for port-in requests; the name says which paper it is. */
const documentType = 'utility_bill';
const documentNames = { letter: 'Letter of authorization', bill: 'Bill of the losing carrier' } as const;
/** Requests of the carrier's list that are looked through. */
const listMost = 200;
/** Clocks differ. */
const clockSkewMs = 60_000;

const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const word = maybe(z.string());
const Standing = z.object({
  port_in_request_sid: z.string(),
  port_in_request_status: word,
  order_cancellation_reason: word,
  documents: maybe(z.array(z.string())),
  phone_numbers: maybe(
    z.array(
      z.object({
        phone_number: z.string(),
        port_in_phone_number_status: word,
        port_date: word,
        rejection_reason: word,
        not_portability_reason: word,
      }),
    ),
  ),
});
const Taken = z.object({ port_in_request_sid: z.string() });
const Trouble = z.object({ message: z.string() });
const Paper = z.object({ sid: z.string() });

const spelled = (status: string | null | undefined) =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
const date = (text: string | null | undefined) => {
  const at = text ? new Date(text) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
};

/** A reply of the carrier as it came, read. */
function parsePortStatus(raw: unknown): { readonly documents: readonly string[]; readonly standing: CarrierPortStatus } {
  const read = Standing.parse(raw);
  const status = portStatuses.find((known) => known === spelled(read.port_in_request_status)) ?? null;
  const numbers = (read.phone_numbers ?? []).map((each) => ({
    number: each.phone_number,
    status: portNumberStatuses.find((known) => known === spelled(each.port_in_phone_number_status)) ?? null,
    portDate: date(each.port_date),
    reason: each.rejection_reason ?? each.not_portability_reason ?? null,
  }));
  return { documents: read.documents ?? [], standing: { status, reason: read.order_cancellation_reason ?? null, numbers } };
}

const toWire = (order: PortOrder, accountSid: string) => ({
  account_sid: accountSid,
  documents: order.documentSids,
  phone_numbers: order.numbers.map((number) => ({ phone_number: number, ...(order.pin === null ? {} : { pin: order.pin }) })),
  losing_carrier_information: {
    customer_type: 'Business',
    customer_name: order.customerName,
    account_number: order.accountNumber,
    authorized_representative: order.authorizedName,
    authorized_representative_email: order.authorizedEmail,
    address: { street: order.street, city: order.city, state: order.state, zip: order.zip, country: 'USA' },
  },
  ...(order.targetDate === null ? {} : { target_port_in_date: order.targetDate }),
});

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return null;
  }
}

const json = { 'Content-Type': 'application/json', Accept: 'application/json' };

type Client = () => ReturnType<typeof twilio>;

/** Answers that say nothing about what was asked, only about the moment or the account. */
const passing: ReadonlySet<number> = new Set([401, 403, 408, 429]);
const isAboutIt = (status: number) => status >= 400 && status < 500 && !passing.has(status);
const troubleOf = (body: unknown) => Trouble.safeParse(body).data?.message;

async function portability(client: Client, number: string): Promise<PortableAnswer> {
  try {
    const found = await client().numbers.v1.portingPortabilities(number).fetch();
    return { portable: found.portable, pinRequired: found.pinAndAccountNumberRequired === true, reason: found.notPortableReason || null };
  } catch (error) {
    if (!(error instanceof twilio.RestException) || !isAboutIt(error.status)) throw error;
    return { portable: false, pinRequired: false, reason: error.message || 'The carrier can’t port this number' };
  }
}

async function upload({ accountSid, authToken, baseUrl }: Config['carrier'], { name, kind, contentType, bytes }: Parameters<CarrierPorting['upload']>[0]) {
  assertConfigured({ accountSid, authToken });
  const form = new FormData();
  form.append('document_type', documentType);
  form.append('friendly_name', `${documentNames[kind]}: ${name}`);
  form.append('File', new Blob([new Uint8Array(bytes)], { type: contentType }), name);
  const answer = await fetch(new URL('/v1/Documents', baseUrl ?? documentsOrigin), {
    method: 'POST',
    headers: { authorization: formatBasicAuth(accountSid, authToken) },
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(2 * requestTimeoutMs),
  });
  if (isAboutIt(answer.status)) throw new PortDocumentRejectedError(troubleOf(await answer.json().catch(() => null)) ?? `The carrier does not take ${name}`);
  if (!answer.ok) throw new Error(`The carrier answered ${answer.status} for a document`);
  return Paper.parse(await answer.json()).sid;
}

async function requestPort(client: Client, accountSid: string, order: PortOrder): Promise<PortOutcome> {
  try {
    const { statusCode, body } = await client().request({ method: 'post', uri: requestsUri, headers: json, data: toWire(order, accountSid) });
    if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', carrierSid: Taken.parse(parsed(body)).port_in_request_sid };
    if (statusCode >= 400 && statusCode < 500) return { kind: 'refused', message: troubleOf(parsed(body)) ?? `The carrier answered ${statusCode}` };
    return { kind: 'unknown', message: `The carrier answered ${statusCode}` };
  } catch (error) {
    if (error instanceof CarrierRateLimitedError) return { kind: 'retriable', afterMs: error.afterMs };
    if (error instanceof CarrierUnreachableError) return { kind: 'retriable', afterMs: 2_000 };
    if (error instanceof CarrierNotConfiguredError) return { kind: 'refused', message: error.message };
    return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
  }
}

async function readRequest(client: Client, sid: string): Promise<ReturnType<typeof parsePortStatus>> {
  const { statusCode, body } = await client().request({ method: 'get', uri: `${requestsUri}/${sid}`, headers: json });
  if (statusCode !== 200) throw new Error(`The carrier answered ${statusCode} for a port-in request`);
  return parsePortStatus(parsed(body));
}

async function findByDocuments(client: Client, documentSids: readonly string[], since: Date): Promise<string | null> {
  const createdAfter = new Date(since.getTime() - clockSkewMs).toISOString();
  const listed = await client().numbers.v1.portingAllPortIns.list({ createdAfter, limit: listMost });
  for (const { portInRequestSid } of listed) {
    const { documents } = await readRequest(client, portInRequestSid);
    if (documentSids.some((sid) => documents.includes(sid))) return portInRequestSid;
  }
  if (listed.length >= listMost) throw new Error('The carrier has more port-in requests than are looked through: it cannot be known whether one is ours');
  return null;
}

/** The port on an SDK client of this installation. */
export function createCarrierPorting(config: Config, client: Client): CarrierPorting {
  let isTold = false;
  /** The account tells one address of all its requests; saying so again changes nothing. */
  const sayWhereWeAre = async () => {
    if (isTold) return;
    await client().numbers.v1.portingWebhookConfigurations.create({ port_in_target_url: `${config.publicUrl}/webhooks/carrier/porting` });
    isTold = true;
  };
  return {
    portability: (number) => portability(client, number),
    upload: (paper) => upload(config.carrier, paper),
    async ask(order) {
      // If the carrier cannot send events, the poll every ten minutes finds out.
      await sayWhereWeAre().catch(() => undefined);
      return requestPort(client, config.carrier.accountSid, order);
    },
    findByDocuments: (documentSids, since) => findByDocuments(client, documentSids, since),
    standing: async (carrierSid) => (await readRequest(client, carrierSid)).standing,
  };
}
