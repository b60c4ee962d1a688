/**
 * What the carrier tells of port-in requests. Its body is JSON, so the signature covers the address, which carries the body's hash. It is taken as a nudge: how a
 * request stands is asked of the carrier itself, so that copies, order and a lost one change nothing.
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import twilio from 'twilio';
import * as z from 'zod/mini';
import { db } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

const bodyBytes = 64_000;
const Told = z.object({ port_in_request_sid: z.string().check(z.regex(/^KW[0-9a-fA-F]{32}$/)) });

function toldOf(body: string): z.output<typeof Told> | null {
  try {
    return Told.parse(JSON.parse(body));
  } catch {
    return null;
  }
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
    const told = toldOf(body);
    if (told)
      await tenancy.identity(async () => {
        const { rows } = await sql<{ company_id: number; port_id: number }>`select * from port_of_carrier(${told.port_in_request_sid})`.execute(db());
        const [port] = rows;
        if (port)
          await jobs.enqueue('ports.follow', { companyId: Number(port.company_id), portId: Number(port.port_id) }, { key: `port-${port.port_id}-told` });
      });
    return reply.code(204).send();
  });
}
