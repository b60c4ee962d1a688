/** Short-lived token that authenticates a user to `/realtime/auth` only (spec 2.9, `GET /user/beam-token`). */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { routes } from '#contract/index.ts';
import type { Services } from '../../services.ts';

/** Seconds. */
export const pushTokenTtlSeconds = 300;
const purpose = 'beam';
const Beam = z.object({ userId: z.number(), sessionId: z.string() });
type Beam = z.output<typeof Beam>;

/** A token for the push channel; it dies with its session. */
export const signPushToken = (beam: Beam, services: Services) => services.sealer.sign(purpose, beam, Date.now() + pushTokenTtlSeconds * 1_000);

/** Whose push token this is; null where it is none, has expired, or stands on a call it is not meant for. */
export function verifyPushToken(token: string, request: FastifyRequest, services: Services): Beam | null {
  if (!request.routeOptions.url?.endsWith(routes.auth.channelAuth.path)) return null;
  return Beam.safeParse(services.sealer.verify(purpose, token)).data ?? null;
}
