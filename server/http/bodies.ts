/** Bodies that stop coming: a client that says it sends and does not holds a connection, and the handler that reads it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lookMs } from './connections.ts';

/** A body of which fewer bytes came between two looks has stopped. */
const fewestBytes = 2_000;
/** Looks a stopped body may stand still: a reader of ours that waits for the database is slow, too. */
const patience = 4;

interface Coming {
  bytes: number;
  looks: number;
}

const hasBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers 408 and closes where less than `fewestBytes` of a body arrived in each of `patience` looks. */
export function abortSlowBodies(app: FastifyInstance): void {
  const coming = new Map<FastifyRequest, Coming>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) {
      coming.set(request, { bytes: request.raw.socket.bytesRead, looks: 0 });
      request.raw.once('end', () => coming.delete(request)).once('close', () => coming.delete(request));
    }
    done();
  });
  const clock = setInterval(() => {
    for (const [request, state] of coming) {
      const { socket } = request.raw;
      state.looks = socket.bytesRead - state.bytes < fewestBytes ? state.looks + 1 : 0;
      state.bytes = socket.bytesRead;
      if (state.looks < patience) continue;
      coming.delete(request);
      socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
      setTimeout(() => socket.destroy(), 1_000).unref();
    }
  }, lookMs);
  clock.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(clock);
    done();
  });
}
