/** Security headers of the app's pages, and of its API. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';
import { getHosts } from './hosts.ts';
import type { Web } from './staticFiles.ts';
import { formatTenantUrl } from './tenantHosts.ts';

/** Returns the hosts of the browser's socket when it is not this server. */
function sockets({ realtime }: Config): string[] {
  if (realtime.driver === 'embedded') return [];
  const host = realtime.host ?? `ws-${realtime.cluster}.pusher.com`;
  return [`${realtime.tls ? 'wss' : 'ws'}://${host}${realtime.port === null ? '' : `:${realtime.port}`}`];
}

/** Lists our own socket, for browsers whose 'self' does not include it. */
const ownSockets = ({ publicUrl }: Config) => [publicUrl.replace(/^http/, 'ws')];

/** Announces TLS for a year; for subdomains only at our own host, because those of a tenant's domain belong to the tenant. */
const shared = ({ publicUrl }: Config, isOwn: boolean) => ({
  strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: isOwn } : false,
  referrerPolicy: { policy: 'same-origin' as const },
  crossOriginEmbedderPolicy: false,
  // As frame-ancestors says.
  xFrameOptions: { action: 'deny' as const },
});

/** Lists the carrier's sockets for calls in the app: its own edges, or the sandbox. */
function listVoiceSockets({ voice, carrier, sandboxUrl }: Config): string[] {
  if (voice === null) return [];
  if (carrier.baseUrl !== null && sandboxUrl !== null) return [new URL(sandboxUrl).origin.replace(/^http/, 'ws')];
  return ['wss://*.twilio.com'];
}

/** The content policy: our own files, our own socket, and the sandbox where there is one. */
function createPolicy(config: Config, web: Web, isOwn: boolean): HelmetOptions {
  const sandbox = config.sandboxUrl === null ? [] : [new URL(config.sandboxUrl).origin];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's development page carries an inline preamble.
        scriptSrc: web === 'vite' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Panels, virtual rows and notices place themselves by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...ownSockets(config), ...sockets(config), ...listVoiceSockets(config), ...sandbox],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...sandbox],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    ...shared(config, isOwn),
  };
}

/** Computes the headers helmet sets on an answer. Computed once for each host: no header of ours depends on anything else of the request. */
function listHeaders(options: HelmetOptions): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(answer.req, answer, (error: unknown) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Answers of the API are no pages: as one, they may load nothing and stand in no frame. What only matters to pages is left out. */
const machinePolicy = (config: Config, isOwn: boolean): HelmetOptions => ({
  ...shared(config, isOwn),
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Puts the security headers on every answer. */
export function registerHeaders(app: FastifyInstance, config: Config, web: Web): void {
  const { isOwnHost } = getHosts(config);
  const listBoth = (at: Config, isOwn: boolean) => ({
    pages: { ...listHeaders(createPolicy(at, web, isOwn)), 'permissions-policy': 'microphone=(self)' },
    api: listHeaders(machinePolicy(at, isOwn)),
  });
  const own = listBoth(config, true);
  /** Headers for unknown hosts that are answered (load balancers, proxies, vendors). A tenant's host may be among them. */
  const others = listBoth(config, false);
  /** By host; hosts of proved domains alone come here. */
  const ofTenants = new Map<string, ReturnType<typeof listBoth>>();
  const find = (host: string) => {
    const headers = ofTenants.get(host) ?? listBoth({ ...config, publicUrl: formatTenantUrl(config, host) }, false);
    ofTenants.set(host, headers);
    return headers;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { pages, api } = request.tenantHost ? find(request.tenantHost.host) : isOwnHost(request.headers.host) ? own : others;
    reply.headers(request.url.startsWith('/api/') ? api : pages);
    done();
  });
}
