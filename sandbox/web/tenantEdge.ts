/** The edge in front of the app: has a certificate for each host whose switch is on, and passes the request on with its host, as a proxy does. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

const Switch = z.object({ host: z.string().check(z.minLength(1), z.maxLength(253)), isUp: z.boolean() });

interface TenantEdge {
  /** Passes a request for a host on to the app; 503 where the host has no certificate. */
  pass(host: string, path: string, reply: FastifyReply): Promise<FastifyReply>;
}

const ask = (url: URL, host: string) =>
  new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    request(url, { headers: { host } }, (message) => {
      text(message).then((body) => resolve({ status: message.statusCode ?? 502, type: message.headers['content-type'] ?? 'text/plain', body }), reject);
    })
      .on('error', reject)
      .end();
  });

/** Makes the edge with its switch, `POST /tls`: certificates are there until one is turned off. */
export function createTenantEdge(app: FastifyInstance, getAppUrl: () => string): TenantEdge {
  const down = new Set<string>();
  app.post('/tls', async (given, reply) => {
    const read = Switch.safeParse(given.body ?? {});
    if (!read.success) return reply.code(422).send({ message: z.prettifyError(read.error) });
    if (read.data.isUp) down.delete(read.data.host);
    else down.add(read.data.host);
    return { down: [...down] };
  });
  return {
    async pass(host, path, reply) {
      if (down.has(host)) return reply.code(503).send('No certificate');
      const { status, type, body } = await ask(new URL(path, getAppUrl()), host);
      return reply.code(status).type(type).send(body);
    },
  };
}
