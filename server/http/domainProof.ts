/** Two small answers for domains of tenants: the proof that a host leads here, and the certificates a proxy in front may ask for. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';
import type { Services } from '../services.ts';
import { AppError } from './errors.ts';
import { proofPath } from './hosts.ts';
import { isLoopback } from './loopback.ts';

const purpose = 'domain-proof';
const opening = 'keyline-domain ';

/** True when a page is the proof of this installation for a host. */
export const isProof = (sealer: Sealer, host: string, page: string): boolean =>
  page.startsWith(opening) && sealer.verify(purpose, page.slice(opening.length).trim()) === host;

const isSecret = (given: unknown, secret: string): boolean => {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Headers of a request that a proxy passed on for a client. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/** Allows a proxy on this machine that asks on its own behalf, and any client that has the secret. */
function mayAsk(request: FastifyRequest, { tlsSecret }: Config, key: unknown): boolean {
  if (tlsSecret !== null && isSecret(key, tlsSecret)) return true;
  return isLoopback(request.socket.remoteAddress ?? '') && forwarding.every((name) => request.headers[name] === undefined);
}

/** Certificates a minute: handshakes for proved domains must not use up the quota of the authority. */
const asksPerMinute = 60;
const Domain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Registers `GET /.well-known/keyline-domain` and `GET /internal/tls/allowed?domain=`, which Caddy asks before it fetches a certificate: 200 only for a proved domain. */
export function registerDomainProof(app: FastifyInstance, { config, sealer, tenantHosts }: Pick<Services, 'config' | 'sealer' | 'tenantHosts'>): void {
  app.get(proofPath, async (request, reply) => {
    if (!request.tenantHost) throw new AppError('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${opening}${sealer.sign(purpose, request.tenantHost.host)}`);
  });
  const count = app.createRateLimit({ max: Math.ceil(asksPerMinute * config.rateFactor), timeWindow: 60_000 });
  app.get<{ Querystring: { domain?: unknown; key?: unknown } }>('/internal/tls/allowed', async (request, reply) => {
    const { domain, key } = request.query;
    if (!mayAsk(request, config, key)) throw new AppError('not_found');
    const isAllowed = typeof domain === 'string' && Domain.test(domain) && (await tenantHosts.find(domain)) !== null;
    if (!isAllowed) throw new AppError('not_found', { message: 'No verified domain' });
    // Counts allowed names only: handshakes for any other name come through the same proxy and would use up the limit.
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw new AppError('too_many_requests', { retryAfter: counted.ttl / 1_000 });
    return reply.header('cache-control', 'no-store').send({ allowed: true });
  });
}
