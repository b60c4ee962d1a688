/**
 * Routes for websites and visitors: the script, and its sessions and beats. Public and without cookies, from any origin; the pool's list of sites decides who
 * gets a number. Bodies are JSON sent as text, so that browsers ask no preflight.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { dniLimits } from '#contract/dni/limits.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { loadVisitorScript } from '../../web/visitorScript.ts';
import { toCountedAddress, tooManyRequestsError } from '../auth/rateLimiter.ts';
import { beat, findCompanyOfScript, startSession, type VisitorRequest } from './sessions.ts';

const yearSeconds = 31_536_000;
const Key = z.string().check(z.regex(/^[\w-]{16,64}$/));
/** Id that Google Analytics keeps of a browser in `_ga`. */
const GaClientId = z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/));
const page = {
  key: Key,
  url: z.string().check(z.maxLength(1_000)),
  title: z.optional(z.string().check(z.maxLength(300))),
  ga: z.optional(z.nullable(GaClientId)),
};
const SessionBody = z.object({
  ...page,
  session: z.optional(z.nullable(Key)),
  visitor: z.optional(z.nullable(Key)),
  referrer: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
});
const BeatBody = z.object({ ...page, session: Key, isView: z.optional(z.boolean()) });

/** Of any page, as any page may load or ask it: nothing here depends on who the visitor is to us. */
const shareWithAll = (reply: FastifyReply) => reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });

function readBody<T extends z.ZodMiniType>(schema: T, { body }: FastifyRequest): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw new AppError('invalid', { field: 'body', message: 'Send JSON' });
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new AppError('invalid', { field: String(read.error.issues[0]?.path[0] ?? 'body'), message: 'Not as the script sends it' });
  return read.data;
}

/**
 * Requests a minute: of an address, which an office shares, and of a company's sites. They are counted in memory: in the database the count of a site
 * would be one row that all of its visitors wait for.
 */
const perMinute = { address: 600, site: 20_000 } as const;
const minuteMs = 60_000;

/** Admits requests by their address, and by the company whose script they name. One address alone can't use up what the visitors of a site may ask, and a key that no script has is counted nowhere. */
function createGate(app: FastifyInstance, services: Services) {
  const companies = new WeakMap<FastifyRequest, number>();
  const create = (most: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max: Math.ceil(most * services.config.rateFactor), timeWindow: minuteMs, keyGenerator });
  const countAddress = create(perMinute.address, ({ ip }) => toCountedAddress(ip));
  const countSite = create(perMinute.site, (request) => String(companies.get(request)));
  const assert = async (count: typeof countAddress, request: FastifyRequest) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooManyRequestsError(Math.max(1, Math.ceil(counted.ttl / 1_000)));
  };
  return async (request: FastifyRequest, key: string): Promise<VisitorRequest> => {
    await assert(countAddress, request);
    const company = await findCompanyOfScript(services, key);
    companies.set(request, company);
    await assert(countSite, request);
    return toVisitorRequest(request, company);
  };
}

const toVisitorRequest = ({ headers, ip }: FastifyRequest, company: number): VisitorRequest => ({
  company,
  origin: headers.origin ?? '',
  userAgent: (headers['user-agent'] ?? '').slice(0, 500),
  address: toCountedAddress(ip),
});

/** Adds the routes. `isBuilt`: the script was built with the app. */
export function registerVisitorRoutes(app: FastifyInstance, services: Services, isBuilt: boolean): void {
  const admit = createGate(app, services);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(['text/plain', 'application/json'], { parseAs: 'string', bodyLimit: dniLimits.requestBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.addHook('onRequest', async (_request, reply) => void shareWithAll(reply));
    scope.get<{ Params: { key: string } }>('/dni/:key/v1.js', async ({ params }, reply) => {
      if (!Key.safeParse(params.key).success) throw new AppError('not_found');
      const { code } = await loadVisitorScript(isBuilt);
      return reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': `public, max-age=${yearSeconds}, immutable` }).send(code);
    });
    scope.post('/dni/v1/sessions', async (request, reply) => {
      const { key, session, visitor, referrer, ...input } = readBody(SessionBody, request);
      const given = { ...input, session: session ?? undefined, visitor: visitor ?? undefined, referrer: referrer ?? undefined };
      return reply.header('cache-control', 'no-store').send(await startSession(services, await admit(request, key), given));
    });
    scope.post('/dni/v1/beats', async (request, reply) => {
      const { key, ...input } = readBody(BeatBody, request);
      return reply.header('cache-control', 'no-store').send(await beat(services, await admit(request, key), input));
    });
  });
}
