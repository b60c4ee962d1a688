/** Makes the server from its configuration. `build()` makes, `start` listens; tests use what was built. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { limits } from '#contract/core/limits.ts';
import { registerWebhooks } from './carrier/webhooks/routes.ts';
import type { Config } from './config.ts';
import { createServices } from './createServices.ts';
import { getSessionCookieName } from './domains/auth/cookies.ts';
import { registerVisitorRoutes } from './domains/dni/visitorRoutes.ts';
import { registerReturnRoutes } from './domains/integrations/returnRoutes.ts';
import { registerApi } from './http/api.ts';
import type { AccessPolicy } from './http/authorize.ts';
import { abortSlowBodies } from './http/bodies.ts';
import { headersMs, keepAliveMs, limitConnections, lookMs, requestMs } from './http/connections.ts';
import { registerDomainProof } from './http/domainProof.ts';
import { registerErrorHandler } from './http/errorHandler.ts';
import { AppError } from './http/errors.ts';
import { registerHeaders } from './http/headers.ts';
import { registerHealth } from './http/health.ts';
import { rejectForeignHosts } from './http/hosts.ts';
import { loggerOptions, logRequests } from './http/logging.ts';
import { serveWeb, type Web } from './http/staticFiles.ts';
import { isWebSocketUpgrade } from './http/upgrades.ts';
import { registerRealtime } from './realtime/register.ts';
import type { Services } from './services.ts';
import { allWebhooks, allWork, handlers } from './work.ts';

export interface Overrides {
  /** Ports in place of the configured ones. */
  readonly services?: Partial<Services>;
  /** Source of the app's pages: `dist/`, Vite, or none. By default `dist/` in production. */
  readonly web?: Web;
  /** Access policy in place of memberships: with it the tests show that the database alone keeps companies apart. */
  readonly doors?: AccessPolicy;
  /** Destination of log lines in place of standard output. */
  readonly logTo?: { write(line: string): void };
}

export interface ServerInstance {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Ends requests, sockets, jobs and connections, in this order. */
  close(): Promise<void>;
}

/** Bodies of JSON and forms; a list of 10,000 ids fits several times. */
const bodyBytes = 1_048_576;

/** Users or addresses that each limit of requests remembers: with fewer, many at once would be counted anew all the time. */
const rememberedCounts = 100_000;

async function registerPlugins(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: bodyBytes });
  await app.register(rateLimit, {
    global: false,
    cache: rememberedCounts,
    // The remaining allowance is not disclosed until it is used up.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => new AppError('too_many_requests', { retryAfter: ttl / 1_000 }),
  });
  await app.register(multipart, {
    limits: {
      fileSize: limits.mediaBytes,
      files: limits.mediaFiles,
      fields: 50,
      fieldSize: 100_000,
      fieldNameSize: 100,
      parts: 60 + limits.mediaFiles,
      headerPairs: 50,
    },
  });
}

/** An empty body is no body; one with `__proto__` is refused, as what cannot be read always is. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: bodyBytes }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, typeof body === 'string' ? body : body.toString('utf8'), done);
  });
}

/** Longest that each part may take to start: on a busy machine the queue of jobs alone takes longer than the ten seconds that Fastify gives. */
const startMs = 60_000;

/** Builds the server. The order of registration below is the order in which a request passes. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<ServerInstance> {
  const web = overrides.web ?? (config.production ? 'dist' : 'none');
  const app = Fastify({
    logger: loggerOptions(config, overrides.logTo),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    pluginTimeout: startMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookMs, shouldUpgradeCallback: isWebSocketUpgrade },
    routerOptions: { maxParamLength: 700 },
  });
  const { services, close: closeServices } = await createServices(config, app.log, overrides.services);
  registerErrorHandler(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.decorate('sessionCookie', getSessionCookieName(config));
  limitConnections(app, config);
  logRequests(app);
  rejectForeignHosts(app, config, services.tenantHosts);
  abortSlowBodies(app);
  registerHeaders(app, config, web);
  await registerPlugins(app);
  readJson(app);
  registerHealth(app, services);
  registerDomainProof(app, services);
  registerApi(app, services, handlers, overrides.doors);
  registerWebhooks(app, services, allWebhooks);
  registerReturnRoutes(app, services);
  registerVisitorRoutes(app, services, web === 'dist');
  registerRealtime(app, services);
  for (const { register } of allWork) register(services);
  await serveWeb(app, web, services);
  app.addHook('onReady', () => services.jobs.start());
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      await services.realtime.close();
      await app.close();
      await closeServices();
    })();
    return closing;
  };
  return { app, services, close };
}
