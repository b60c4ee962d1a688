/**
 * Webhooks of the carrier: the signature is checked, the webhook is stored as it came, answered at once. Texts and recordings are applied afterwards by a job;
 * a call's webhook is answered with the call's instructions, so it is applied at once, and again by a sweep if the process died before the reply.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import twilio from 'twilio';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { readStatusToken } from '../callbackUrls.ts';
import { emptyTwiml, formatHangupTwiml, rejectTwiml } from '../twiml.ts';
import { createAppliedMarker } from './appliedMarker.ts';
import { handleCallEvent, readVoice } from './callWebhooks.ts';
import { findCallEntry } from './directory.ts';
import { registerFaxWebhook } from './faxes.ts';
import { webhookApply } from './jobs.ts';
import { handleOptKeyword } from './optOutKeywords.ts';
import { IncomingMessage, type WebhookKind } from './payloads.ts';
import { registerPortingWebhook } from './porting.ts';
import { store, toStorablePayload } from './store.ts';

type Payload = Record<string, unknown>;
const bodyBytes = 64_000;

/** Adds the carrier's webhooks to the app. */
export function registerWebhooks(app: FastifyInstance, services: Services): void {
  app.register((scope) => registerPortingWebhook(scope, services));
  app.register((scope) => registerFaxWebhook(scope, services));
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: bodyBytes }, (_request, body, done) =>
        done(null, readForm(String(body))),
      );
      scope.addHook('preHandler', async (request, reply) => {
        if (!isCarriers(services, request)) return reply.code(403).send('The signature does not match');
      });
      const on = (path: string, kind: WebhookKind, answer: (payload: Payload, keptAt: Date | null) => Promise<string> = async () => emptyTwiml) =>
        scope.post(path, async (request, reply) => {
          const payload = getPayload(request);
          return xml(reply, await answer(payload, await keep(services, kind, payload)));
        });
      on('/messages/incoming', 'message.incoming', async (payload, at) => {
        const message = at !== null ? IncomingMessage.safeParse(payload).data : undefined;
        if (message && at !== null) await handleOptKeyword(services, { from: message.From, to: message.To, body: message.Body, at });
        return emptyTwiml;
      });
      on('/messages/status/:token', 'message.status');
      on('/calls/recording/:token', 'call.recording');
      const applied = createAppliedMarker(services);
      scope.addHook('onClose', () => applied.flush());
      const hear = (path: string, kind: WebhookKind) =>
        scope.post(path, async (request, reply) => {
          const { id, twiml } = await hearCall(services, kind, getPayload(request));
          if (id !== null) applied.add(id);
          return xml(reply, twiml);
        });
      hear('/calls/incoming', 'call.incoming');
      hear('/calls/keys', 'call.keys');
      hear('/calls/dialed', 'call.dialed');
      hear('/calls/waiting', 'call.waiting');
      hear('/calls/dequeued', 'call.dequeued');
      hear('/calls/led', 'call.led');
      hear('/calls/recorded', 'call.recorded');
      hear('/calls/status', 'call.status');
      hear('/calls/phone/:token', 'call.phone');
      hear('/calls/screen/:token', 'call.screen');
      hear('/calls/accepted/:token', 'call.accepted');
    },
    { prefix: '/webhooks/carrier' },
  );
}

/** Form fields; a field that came twice is a list, since the signature covers both. */
function readForm(body: string): Record<string, string | string[]> {
  const form = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, form.getAll(name)]).map(([name, all]) => [name, Array.isArray(all) && all.length === 1 ? all[0] : all]),
  );
}

function isCarriers({ config }: Services, request: FastifyRequest): boolean {
  const signature = request.headers['x-twilio-signature'];
  const fields = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  if (config.carrier.authToken === '') return false;
  return typeof signature === 'string' && twilio.validateRequest(config.carrier.authToken, signature, config.publicUrl + request.url, fields);
}

function getPayload(request: FastifyRequest): Payload {
  const fields = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const params = typeof request.params === 'object' && request.params !== null ? { ...request.params } : {};
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return toStorablePayload({ ...fields, ...query, ...('token' in params ? { token: params.token } : {}) });
}

const xml = (reply: FastifyReply, body: string) => reply.type('text/xml').send(body);

/** Stores a webhook with the job that applies it; when that was, null for a copy of one that is there. */
async function keep({ tenancy, jobs, sealer }: Services, kind: WebhookKind, payload: Payload): Promise<Date | null> {
  const foreign = kind === 'message.status' && readStatusToken(sealer, String(payload.token)) === null;
  return tenancy.identity(async () => {
    const stored = await store(kind, payload, foreign ? 'The address is not one we gave' : null);
    if (stored !== null && !foreign) await jobs.enqueue(webhookApply, { webhookId: stored.id });
    return stored?.received_at ?? null;
  });
}

/** Stores what was told of a call, gives it to the call's flow, and answers. `id`: the stored webhook, now applied. */
async function hearCall(services: Services, kind: WebhookKind, payload: Payload): Promise<{ readonly id: number | null; readonly twiml: string }> {
  const told = readVoice(services, kind, payload);
  const quarantined = told === null ? 'The call cannot be read' : null;
  const { id, entry } = await services.tenancy.identity(async () => {
    // Safe in the database, if not yet on its disk: what is answered is, since the call's own commit comes behind it.
    const [number] = await Promise.all([
      told?.kind === 'caller' ? findCallEntry(told.event) : null,
      sql`set local synchronous_commit = off`.execute(currentTransaction()),
    ]);
    const stored = await store(kind, payload, quarantined ?? (told?.kind === 'caller' && !number ? 'The number is not ours' : null));
    return { id: stored?.id ?? null, entry: number };
  });
  if (told === null) return { id: null, twiml: formatHangupTwiml() };
  const twiml = await handleCallEvent(services, kind, told, entry);
  return { id, twiml: twiml ?? rejectTwiml() };
}
