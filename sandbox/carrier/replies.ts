/** Refusals of the carrier's API, and aborted connections. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Refuses as the carrier does. */
export function reject(reply: FastifyReply, status: number, code: number, message: string) {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

/** Takes the request and never answers. */
export function hangUp(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
