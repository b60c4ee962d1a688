/** Records of the name server, as tests and people put them in. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DnsRecord, type NameServer } from './server.ts';

/** `POST /control/dns` puts a record in place of another, `GET /control/dns` lists them. */
export async function registerDnsRoutes(app: FastifyInstance, { nameServer }: { readonly nameServer: Pick<NameServer, 'put' | 'list'> }): Promise<void> {
  app.get('/control/dns', async () => ({ data: nameServer.list() }));
  app.post('/control/dns', async (request, reply) => {
    const read = DnsRecord.safeParse(request.body ?? {});
    if (!read.success) return reply.code(422).send({ message: z.prettifyError(read.error) });
    nameServer.put(read.data);
    return { data: nameServer.list() };
  });
}
