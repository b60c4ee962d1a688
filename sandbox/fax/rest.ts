/** The fax vendor's REST interface, in Telnyx's shapes: faxes, their list, documents. */

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { hangUp } from '../carrier/replies.ts';
import { magicFaxes, ordinaryFax } from './magic.ts';
import { type FaxNumbersRest, registerFaxNumberRoutes } from './numbersRest.ts';
import type { FaxOffice, LedgerFax } from './office.ts';
import { rejectFax } from './replies.ts';

interface FaxRest {
  readonly apiKey: string;
  readonly connectionId: string;
  readonly office: FaxOffice;
  readonly numbers: Omit<FaxNumbersRest, 'connectionId'>;
}

const NewFax = z.object({
  connection_id: z.string(),
  from: z.string(),
  to: z.string(),
  media_url: z.string(),
  webhook_url: z.optional(z.string()),
  client_state: z.optional(z.string()),
});

const List = z.object({
  'filter[from][eq]': z.optional(z.string()),
  'filter[to][eq]': z.optional(z.string()),
  'filter[direction][eq]': z.optional(z.string()),
  'filter[created_at][gte]': z.optional(z.string()),
});

/** Registers the interface; what lies under `/v2` asks for the key. */
export async function registerFaxRoutes(app: FastifyInstance, rest: FaxRest): Promise<void> {
  const { office } = rest;
  app.get<{ Params: { id: string; version: string } }>('/fax/documents/:id/:version.pdf', async ({ params }, reply) => {
    const document = office.findDocument(params.id, params.version);
    return document ? reply.type('application/pdf').send(Buffer.from(document)) : reply.code(403).send('The address has expired');
  });
  await app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${rest.apiKey}`) return rejectFax(reply, 401, '10009', 'Authentication failed');
      });
      registerFaxNumberRoutes(scope, { ...rest.numbers, connectionId: rest.connectionId });
      faxesRoutes(scope, rest);
    },
    { prefix: '/v2' },
  );
}

function faxesRoutes(app: FastifyInstance, { office, connectionId }: FaxRest): void {
  const busy = new Set<string>();
  const resource = (fax: LedgerFax) => ({
    record_type: 'fax',
    id: fax.id,
    connection_id: connectionId,
    direction: fax.direction,
    from: fax.from,
    to: fax.to,
    media_url: fax.direction === 'inbound' ? office.getAddress(fax) : fax.mediaUrl,
    quality: 'high',
    status: fax.status,
    failure_reason: fax.failureReason,
    page_count: fax.pages,
    ...(fax.clientState === null ? {} : { client_state: fax.clientState }),
    created_at: fax.createdAt.toISOString(),
    updated_at: fax.createdAt.toISOString(),
  });
  app.post('/faxes', async (request, reply) => {
    const asked = NewFax.safeParse(request.body).data;
    if (!asked) return rejectFax(reply, 422, '10004', 'Missing required parameter');
    if (asked.connection_id !== connectionId) return rejectFax(reply, 422, '10015', 'Invalid connection ID');
    const fate = magicFaxes.find(({ number }) => number === asked.to) ?? ordinaryFax;
    if (fate.reply.kind === 'refuse') return rejectFax(reply, 422, fate.reply.code, fate.reply.message);
    // A link to the document is signed anew for each try.
    const name = `${asked.from} ${asked.to}`;
    if (fate.reply.kind === 'busyOnce' && !busy.delete(name)) {
      busy.add(name);
      return rejectFax(reply.header('retry-after', '1'), 429, '10011', 'Too many requests');
    }
    if (fate.reply.kind === 'fail' && !fate.reply.isTaken) return rejectFax(reply, 500, '10007', 'Unexpected error');
    const { from, to, media_url: mediaUrl, client_state: clientState = null, webhook_url: webhookUrl = null } = asked;
    const fax = office.accept({ from, to, mediaUrl, clientState, webhookUrl });
    office.play(fax, fate).catch(() => {});
    if (fate.reply.kind === 'fail') return rejectFax(reply, 500, '10007', 'Unexpected error');
    if (fate.reply.kind === 'drop') return hangUp(request, reply);
    return reply.code(202).send({ data: resource(fax) });
  });
  app.get('/faxes', async (request) => {
    const asked = List.parse(request.query);
    const isWanted = (fax: LedgerFax) =>
      (asked['filter[from][eq]'] ?? fax.from) === fax.from &&
      (asked['filter[to][eq]'] ?? fax.to) === fax.to &&
      (asked['filter[direction][eq]'] ?? fax.direction) === fax.direction &&
      new Date(asked['filter[created_at][gte]'] ?? 0) <= fax.createdAt;
    const found = office.list().filter(isWanted);
    return { data: found.map(resource), meta: { page_number: 1, page_size: 100, total_pages: 1, total_results: found.length } };
  });
  app.get<{ Params: { id: string } }>('/faxes/:id', async ({ params }, reply) => {
    const fax = office.find(params.id);
    return fax ? { data: resource(fax) } : rejectFax(reply, 404, '10005', 'Resource not found');
  });
  app.post<{ Params: { id: string } }>('/faxes/:id/actions/refresh', async ({ params }, reply) => {
    const fax = office.find(params.id);
    if (fax?.direction !== 'inbound') return rejectFax(reply, 404, '10005', 'Resource not found');
    office.renewAddress(fax);
    return reply.code(202).send({ data: { result: 'ok' } });
  });
}
