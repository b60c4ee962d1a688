/** Hangs the realtime endpoint onto the app. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** The sockets from the first request on; what other nodes tell from the moment the app is ready. */
export function registerRealtime(app: FastifyInstance, { realtime }: Services): void {
  realtime.register(app);
  app.addHook('onReady', () => realtime.start());
}
