/** The carrier's REST interface, in Twilio's shapes: messages, their list, media, recordings. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { type CallsRest, registerCallRoutes } from './callsRest.ts';
import { createSid, type Ledger, type LedgerFile, type LedgerMessage } from './ledger.ts';
import { type MagicRecipient, magicNumbers, ordinary } from './magic.ts';
import { type NumbersRest, registerNumberRoutes } from './numbersRest.ts';
import type { Pace } from './pace.ts';
import { type PortingRest, registerPortingRoutes } from './portingRest.ts';
import { type RegistrationRest, registerRegistrationRoutes } from './registrationRest.ts';
import { hangUp, reject } from './replies.ts';

interface CarrierRest {
  readonly accountSid: string;
  readonly authToken: string;
  readonly ledger: Ledger;
  readonly numbers: NumbersRest;
  readonly porting: PortingRest;
  readonly registration: RegistrationRest;
  readonly calls: CallsRest;
  readonly pace: Pace;
  /** Called when a message was taken: plays its callbacks, and perhaps an answer. */
  onTaken(message: LedgerMessage, fate: Pick<MagicRecipient, 'reports'>, isMagic: boolean): void;
}

const many = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.transform((value) => (value === undefined ? [] : [value].flat())),
);

const NewMessage = z.object({ To: z.string(), From: z.string(), Body: z._default(z.string(), ''), StatusCallback: z.optional(z.string()), MediaUrl: many });

const base = '/2010-04-01/Accounts/:account';

type AccountRoute = { Params: { account: string; sid: string } };

/** Registers the REST interface. */
export async function registerCarrierRoutes(app: FastifyInstance, carrier: CarrierRest): Promise<void> {
  const busy = new Set<string>();
  app.addHook('preHandler', async (request, reply) => {
    const expected = `Basic ${Buffer.from(`${carrier.accountSid}:${carrier.authToken}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return reject(reply, 401, 20003, 'Authenticate');
  });
  registerNumberRoutes(app, carrier.numbers);
  await registerPortingRoutes(app, carrier.porting);
  registerRegistrationRoutes(app, carrier.registration);
  registerCallRoutes(app, carrier.calls);
  app.post<AccountRoute>(`${base}/Messages.json`, async (request, reply) => {
    const asked = NewMessage.safeParse(request.body).data;
    if (!asked) return reject(reply, 400, 21602, 'A message needs To, From and Body');
    if (asked.Body === '' && asked.MediaUrl.length === 0) return reject(reply, 400, 21602, 'Message body is required');
    if (!carrier.pace.take(asked.From)) {
      reply.header('retry-after', '1');
      return reject(reply, 429, 20429, 'Too many requests');
    }
    const magic = magicNumbers.find(({ number }) => number === asked.To);
    const fate = magic ?? ordinary;
    if (fate.reply.kind === 'refuse') return reject(reply, 400, fate.reply.code, fate.reply.message);
    if (fate.reply.kind === 'busyOnce' && !busy.delete(asked.To + asked.Body)) {
      busy.add(asked.To + asked.Body);
      reply.header('retry-after', String(fate.reply.retryAfterSeconds));
      return reject(reply, 429, 20429, 'Too many requests');
    }
    if (fate.reply.kind === 'fail' && !fate.reply.isTaken) return reject(reply, 500, 20500, 'Internal server error');
    const media = await Promise.all(asked.MediaUrl.map(fetchMedia));
    if (!media.every((file) => file !== null)) return reject(reply, 400, 21620, 'Invalid media URL(s)');
    const message = carrier.ledger.add({
      sid: createSid(asked.MediaUrl.length > 0 ? 'MM' : 'SM'),
      from: asked.From,
      to: asked.To,
      body: asked.Body,
      direction: 'outbound-api',
      statusCallback: asked.StatusCallback ?? null,
      media,
      status: 'queued',
    });
    carrier.onTaken(message, fate, magic !== undefined);
    if (fate.reply.kind === 'fail') return reject(reply, 500, 20500, 'Internal server error');
    if (fate.reply.kind === 'drop') return hangUp(request, reply);
    return reply.code(201).send(toResource(carrier, message, media.length));
  });
  app.get<AccountRoute & { Querystring: { To?: string; From?: string; PageSize?: string } }>(`${base}/Messages.json`, async ({ query }) => {
    const size = Math.min(Number(query.PageSize ?? 50) || 50, 1_000);
    const messages = carrier.ledger.list({ from: query.From, to: query.To }).slice(0, size);
    const uri = `/2010-04-01/Accounts/${carrier.accountSid}/Messages.json`;
    return {
      messages: messages.map((message) => toResource(carrier, message, message.media.length)),
      page: 0,
      page_size: size,
      start: 0,
      end: Math.max(0, messages.length - 1),
      uri,
      first_page_uri: uri,
      next_page_uri: null,
      previous_page_uri: null,
    };
  });
  app.get<AccountRoute>(`${base}/Messages/:sid`, async ({ params }, reply) => {
    const message = carrier.ledger.find(params.sid.replace(/\.json$/, ''));
    return message ? toResource(carrier, message, message.media.length) : reject(reply, 404, 20404, 'The requested resource was not found');
  });
  app.get<AccountRoute & { Params: { media: string } }>(`${base}/Messages/:sid/Media/:media`, async ({ params }, reply) =>
    sendFile(carrier, params.media, reply),
  );
  app.get<AccountRoute>(`${base}/Recordings/:sid`, async ({ params }, reply) => sendFile(carrier, params.sid.replace(/\.(wav|mp3)$/, ''), reply));
}

/** Fetches what is to be sent along, as the carrier does; null when it cannot. */
async function fetchMedia(url: string): Promise<LedgerFile | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return null;
    return { sid: createSid('ME'), contentType: response.headers.get('content-type') ?? 'application/octet-stream', bytes: await response.bytes() };
  } catch {
    return null;
  }
}

function sendFile({ ledger }: CarrierRest, sid: string, reply: FastifyReply) {
  const file = ledger.findFile(sid);
  return file ? reply.type(file.contentType).send(Buffer.from(file.bytes)) : reject(reply, 404, 20404, 'The requested resource was not found');
}

function toResource({ accountSid }: CarrierRest, message: LedgerMessage, mediaCount: number) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`;
  const at = message.createdAt.toUTCString().replace('GMT', '+0000');
  return {
    sid: message.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    from: message.from,
    to: message.to,
    body: message.body,
    direction: message.direction,
    status: message.status,
    error_code: message.errorCode,
    error_message: message.errorCode === null ? null : `Error ${message.errorCode}`,
    num_media: String(mediaCount),
    num_segments: '1',
    messaging_service_sid: null,
    price: null,
    price_unit: 'USD',
    date_created: at,
    date_sent: at,
    date_updated: at,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}
