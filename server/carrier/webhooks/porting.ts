/**
 * Webhooks of port-in requests. The body is JSON, so the signature covers the address, which carries the body's hash. An event is stored as it came and applied
 * afterwards, as the others are, and only triggers a poll: the status of a request is requested from the carrier itself, so that copies, order and a lost one
 * change nothing.
 */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import twilio from 'twilio';
import { currentTransaction } from '../../db/tenancy.ts';
import { formatPortKey } from '../../domains/porting/createPortRequest.ts';
import { portsFollow } from '../../domains/porting/jobs.ts';
import type { Services } from '../../services.ts';
import { webhookApply } from './jobs.ts';
import type { PortEvent } from './payloads.ts';
import { readJson, store } from './store.ts';

const bodyBytes = 64_000;

/** Has the request followed that was told of; false when there is none, or it is over. */
export async function applyPortEvent({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>, { port_in_request_sid: sid }: PortEvent): Promise<boolean> {
  return tenancy.identity(async () => {
    const { rows } = await sql<{ company_id: number; port_id: number }>`select * from port_of_carrier(${sid})`.execute(currentTransaction());
    const [port] = rows;
    if (!port) return false;
    await jobs.enqueue(portsFollow, { companyId: port.company_id, portId: port.port_id }, { key: `${formatPortKey(port.port_id)}-told` });
    return true;
  });
}

/** Adds it; `scope` is the carrier's. */
export async function registerPortingWebhook(scope: FastifyInstance, { config, tenancy, jobs }: Services): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: bodyBytes }, (_request, body, done) => done(null, String(body)));
  scope.post('/webhooks/carrier/porting', async (request, reply) => {
    const signature = request.headers['x-twilio-signature'];
    const body = typeof request.body === 'string' ? request.body : '';
    const { authToken } = config.carrier;
    const isCarriers =
      authToken !== '' && typeof signature === 'string' && twilio.validateRequestWithBody(authToken, signature, config.publicUrl + request.url, body);
    if (!isCarriers) return reply.code(403).send('The signature does not match');
    const payload = readJson(body);
    if (payload === null) return reply.code(400).send('Too deeply nested');
    await tenancy.identity(async () => {
      const stored = await store('port.told', payload, null);
      if (stored !== null) await jobs.enqueue(webhookApply, { webhookId: stored.id });
    });
    return reply.code(204).send();
  });
}
