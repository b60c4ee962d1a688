/**
 * The way in of webhooks: the signature is checked, the webhook is stored as it came, answered at once. A job applies it afterwards; one whose sender waits
 * for instructions is applied before it is answered, and again by a sweep if the process died before the reply.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import twilio from 'twilio';
import type { Services } from '../../services.ts';
import { emptyTwiml } from '../twiml.ts';
import { createAppliedMarker } from './appliedMarker.ts';
import { createGatherer } from './gatherer.ts';
import { webhookApply } from './jobs.ts';
import { readJson, store, toStorablePayload } from './store.ts';
import type { Payload, Sender, Webhook } from './webhook.ts';

const bodyBytes = 64_000;

/** Format and signature of a sender's bodies, and the reply to them. */
interface SenderRules {
  readonly contentType: string;
  /** Reads a body before its signature is checked. */
  parse(body: string): unknown;
  isSigned(services: Services, request: FastifyRequest): boolean;
  /** Returns what is stored; null for a body that is nested beyond reason. */
  toPayload(request: FastifyRequest): Payload | null;
  /** Answers a webhook that is stored. */
  answer(reply: FastifyReply): FastifyReply;
}

const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '');
const xml = (reply: FastifyReply, body: string) => reply.type('text/xml').send(body);

const json: Pick<SenderRules, 'contentType' | 'parse' | 'toPayload'> = {
  contentType: 'application/json',
  parse: (body) => body,
  toPayload: (request) => readJson(textOf(request)),
};

const senders: Readonly<Record<Sender, SenderRules>> = {
  'carrier.form': {
    contentType: 'application/x-www-form-urlencoded',
    parse: readForm,
    isSigned({ config }, request) {
      const signature = request.headers['x-twilio-signature'];
      const fields = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
      if (config.carrier.authToken === '') return false;
      return typeof signature === 'string' && twilio.validateRequest(config.carrier.authToken, signature, config.publicUrl + request.url, fields);
    },
    toPayload: getFields,
    answer: (reply) => xml(reply, emptyTwiml),
  },
  // The signature covers the address, which carries the body's hash.
  'carrier.json': {
    ...json,
    isSigned({ config }, request) {
      const signature = request.headers['x-twilio-signature'];
      const { authToken } = config.carrier;
      return (
        authToken !== '' &&
        typeof signature === 'string' &&
        twilio.validateRequestWithBody(authToken, signature, config.publicUrl + request.url, textOf(request))
      );
    },
    answer: (reply) => reply.code(204).send(),
  },
  fax: {
    ...json,
    isSigned({ fax }, request) {
      const { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp } = request.headers;
      return typeof signature === 'string' && typeof timestamp === 'string' && fax?.isSigned({ body: textOf(request), signature, timestamp }) === true;
    },
    answer: (reply) => reply.code(200).send({}),
  },
  cards: {
    ...json,
    isSigned({ cards }, request) {
      const { 'stripe-signature': signature } = request.headers;
      return typeof signature === 'string' && cards?.isSigned(textOf(request), signature) === true;
    },
    answer: (reply) => reply.code(200).send({}),
  },
};

/** Adds the webhooks to the app. */
export function registerWebhooks(app: FastifyInstance, services: Services, webhooks: readonly Webhook[]): void {
  for (const [from, list] of Map.groupBy(webhooks, (webhook) => webhook.from)) app.register((scope) => registerSender(scope, services, senders[from], list));
}

async function registerSender(scope: FastifyInstance, services: Services, sender: SenderRules, webhooks: readonly Webhook[]): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(sender.contentType, { parseAs: 'string', bodyLimit: bodyBytes }, (_request, body, done) => done(null, sender.parse(String(body))));
  scope.addHook('preHandler', async (request, reply) => {
    if (!sender.isSigned(services, request)) return reply.code(403).send('The signature does not match');
  });
  const applied = createAppliedMarker(services);
  scope.addHook('onClose', () => applied.flush());
  for (const webhook of webhooks) {
    const gatherer = webhook.gather ? createGatherer(services, webhook, webhook.gather) : null;
    scope.post(webhook.path, async (request, reply) => {
      const payload = sender.toPayload(request);
      if (payload === null) return reply.code(400).send('Too deeply nested');
      if (webhook.answer) {
        const { id, twiml } = await webhook.answer(services, payload);
        if (id !== null) applied.add(id);
        return xml(reply, twiml);
      }
      if (gatherer !== null) {
        await gatherer.add(payload);
        return sender.answer(reply);
      }
      const receivedAt = await keep(services, webhook, payload);
      if (receivedAt !== null) await webhook.receive?.(services, { payload, receivedAt });
      return sender.answer(reply);
    });
  }
}

/** Form fields; a field that came twice is a list, since the signature covers both. */
function readForm(body: string): Record<string, string | string[]> {
  const form = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, form.getAll(name)]).map(([name, all]) => [name, Array.isArray(all) && all.length === 1 ? all[0] : all]),
  );
}

function getFields(request: FastifyRequest): Payload {
  const fields = typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
  const params = typeof request.params === 'object' && request.params !== null ? { ...request.params } : {};
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return toStorablePayload({ ...fields, ...query, ...('token' in params ? { token: params.token } : {}) });
}

/** Stores a webhook with the job that applies it; when that was, null for a copy of one that is there. */
async function keep(services: Services, webhook: Webhook, payload: Payload): Promise<Date | null> {
  const fault = webhook.findFault?.(services, payload) ?? null;
  return services.tenancy.identity(async () => {
    const stored = await store(webhook, payload, fault);
    if (stored !== null && fault === null) await services.jobs.enqueue(webhookApply, { webhookId: stored.id });
    return stored?.received_at ?? null;
  });
}
