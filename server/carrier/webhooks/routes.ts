/** What the carrier posts to us: its signature is checked, it is stored as it came, answered at once, and applied afterwards by a job. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import twilio from 'twilio';
import { db } from '../../db/tenancy.ts';
import { normalisePhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { readStatusToken } from '../addresses.ts';
import { answerCall, dialled, goodbye } from './answers.ts';
import { directoryEntry } from './directory.ts';
import { hearOptWord } from './optWords.ts';
import { CallEvent, dedupeKey, IncomingMessage, type WebhookKind } from './payloads.ts';

type Payload = Record<string, unknown>;
const empty = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const bodyBytes = 64_000;

/** Adds the carrier's webhooks to the app. */
export function registerWebhooks(app: FastifyInstance, services: Services): void {
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: bodyBytes }, (_request, body, done) =>
        done(null, readForm(String(body))),
      );
      scope.addHook('preHandler', async (request, reply) => {
        if (!isCarriers(services, request)) return reply.code(403).send('The signature does not match');
      });
      const on = (path: string, kind: WebhookKind, answer: (payload: Payload, isNew: boolean) => Promise<string> = async () => empty) =>
        scope.post(path, async (request, reply) => {
          const payload = payloadOf(request);
          const isNew = await keep(services, kind, payload);
          return xml(reply, await answer(payload, isNew));
        });
      on('/messages/incoming', 'message.incoming', async (payload, isNew) => {
        const message = isNew ? IncomingMessage.safeParse(payload).data : undefined;
        if (message) await hearOptWord(services, { from: message.From, to: message.To, body: message.Body, at: new Date() });
        return empty;
      });
      on('/messages/status/:token', 'message.status');
      on('/calls/incoming', 'call.incoming', async (payload) => answerCall(services, await calledNumber(services, payload), callerOf(payload)));
      on('/calls/dialed', 'call.dialed', async (payload) => dialled(services, CallEvent.safeParse(payload).data));
      on('/calls/recorded', 'call.recorded', async () => goodbye());
      on('/calls/recording', 'call.recording');
      on('/calls/status', 'call.status');
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

function payloadOf(request: FastifyRequest): Payload {
  const fields = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const params = typeof request.params === 'object' && request.params !== null ? { ...request.params } : {};
  return { ...fields, ...('token' in params ? { token: params.token } : {}) };
}

const xml = (reply: FastifyReply, body: string) => reply.type('text/xml').send(body);

/** Stores a webhook with the job that applies it; false when it is a copy of one that is there. */
async function keep({ tenancy, jobs, sealer }: Services, kind: WebhookKind, payload: Payload): Promise<boolean> {
  const foreign = kind === 'message.status' && readStatusToken(sealer, String(payload.token)) === null;
  return tenancy.identity(async () => {
    const stored = await db()
      .insertInto('carrier_webhooks')
      .values({ kind, dedupe_key: dedupeKey(kind, payload), payload: JSON.stringify(payload), quarantined: foreign ? 'The address is not one we gave' : null })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored && !foreign) await jobs.enqueue('webhook.apply', { webhookId: stored.id });
    return stored !== undefined;
  });
}

function callerOf(payload: Payload): string | null {
  const call = CallEvent.safeParse(payload).data;
  return call ? normalisePhone(call.From) : null;
}

async function calledNumber(services: Services, payload: Payload) {
  const call = CallEvent.safeParse(payload).data;
  return call ? services.tenancy.identity(() => directoryEntry(call.To)) : null;
}
