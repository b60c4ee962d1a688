/** What a load balancer asks: is the process there, and can it work. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { db } from '../db/tenancy.ts';
import type { Services } from '../services.ts';

/** `/health`: the process answers. `/ready`: the database does, too; 503 when not. */
export function registerHealth(app: FastifyInstance, { tenancy, config }: Services): void {
  app.get('/health', async () => ({ status: 'ok', version: config.version }));
  app.get('/ready', async () => {
    await tenancy.identity(() => sql`select 1`.execute(db()));
    return { status: 'ready' };
  });
}
