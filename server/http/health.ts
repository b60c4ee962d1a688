/** Health checks for a load balancer: whether the process runs, and whether it can work. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction } from '../db/tenancy.ts';
import type { Services } from '../services.ts';
import { AppError } from './errors.ts';

const freshMs = 2_000;

/** `/health`: the process answers. `/ready`: the database takes a write and the data folder has space, too; 503 when not. Writing is tried at most every 2 s. */
export function registerHealth(app: FastifyInstance, { tenancy, config, space }: Services): void {
  let written: Promise<unknown> | null = null;
  let triedAt = 0;
  /** Writes the row of a throttle that nobody is held by. A database that is full or read-only refuses it. */
  const write = () =>
    tenancy.identity(() =>
      sql`insert into throttles (key, count, window_ends_at) values ('ready', 0, now() + interval '1 day')
          on conflict (key) do update set window_ends_at = excluded.window_ends_at`.execute(currentTransaction()),
    );
  const tryWrite = () => {
    const now = performance.now();
    if (written === null || now - triedAt > freshMs) {
      triedAt = now;
      written = write();
      // A failure is not kept: the next to ask tries again.
      written.catch(() => {
        written = null;
      });
    }
    return written;
  };
  app.get('/health', async () => ({ status: 'ok', version: config.version }));
  app.get('/ready', async () => {
    await tenancy.identity(() => sql`select 1`.execute(currentTransaction()));
    await tryWrite().catch((cause: unknown) => {
      throw new AppError('unavailable', { message: 'The database cannot be written', cause });
    });
    if ((await space.check()) === 'out') throw new AppError('unavailable', { message: 'The data folder has no space left or cannot be written' });
    return { status: 'ready' };
  });
}
