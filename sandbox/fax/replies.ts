/** Refusals of the fax vendor's API. */
import type { FastifyReply } from 'fastify';

/** Refuses as the vendor does. */
export const rejectFax = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply.code(status).send({ errors: [{ code, title: detail, detail }] });
