/** The names under which this installation is reached. A request for another host is refused, so that a foreign name pointed at our address (DNS rebinding) is no origin of ours. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from './errors.ts';
import { formatTenantUrl, type TenantHost, type TenantHosts } from './tenantHosts.ts';

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
/** Load balancers ask by address; vendors are known by their signature over the public URL, whatever the proxy calls us. */
const isForAnyHost = (path: string) => /^\/(health|ready|webhooks\/.*|internal\/tls\/allowed)(\?|$)/.test(path);
/** Path that proves a host leads here (`server/http/domainProof.ts`); asked before people are sent there. */
export const proofPath = '/.well-known/keyline-domain';

/** Paths a tenant's host serves: the proof always, everything once its domain is in use; a host for the API serves the API alone. */
function isServedAt({ isSynced, isApi }: TenantHost, url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path === proofPath || (isSynced && (!isApi || path.startsWith('/api/')));
}

/** True for an `Origin` of a tenant's own pages. */
export const isTenantOrigin = (config: Config, { host, isApi }: TenantHost, origin: string): boolean => !isApi && origin === formatTenantUrl(config, host);

interface Hosts {
  /** True for a `Host` header that names this installation; the port is not compared, proxies and containers change it. */
  isOwnHost(host: string | undefined): boolean;
  /** True for an `Origin` of our own pages. `port`: where the request came in. */
  isOwnOrigin(origin: string, port: number | undefined): boolean;
}

type Settings = Pick<Config, 'publicUrl' | 'hosts' | 'port' | 'trustedProxies'>;

/**
 * Reads the list from the configuration: the public URL, `KEYLINE_HOSTS`, and localhost with its two addresses. Under a public URL with https
 * localhost is no origin, and a host only where a proxy of ours may call us so.
 */
function createHosts({ publicUrl, hosts, port, trustedProxies }: Settings): Hosts {
  const own = new URL(publicUrl);
  const isHttps = own.protocol === 'https:';
  const named = hosts.map((host) => host.toLowerCase());
  const local = isHttps && trustedProxies === 0 ? [] : loopback;
  const hostnames = new Set([own.hostname, ...local, ...named.map((host) => host.replace(/:\d+$/, ''))]);
  const origins = new Set([own.origin, ...named.flatMap((host) => (isHttps ? [`https://${host}`] : [`https://${host}`, `http://${host}`]))]);
  const ownPorts = new Set([port, Number(own.port || 80)]);
  return {
    isOwnHost: (host) => host !== undefined && hostnames.has(host.toLowerCase().replace(/:\d+$/, '')),
    isOwnOrigin(origin, arrivedAt) {
      if (origins.has(origin)) return true;
      if (isHttps) return false;
      const url = URL.parse(origin);
      if (url?.protocol !== 'http:' || url.origin !== origin || !loopback.includes(url.hostname)) return false;
      const at = Number(url.port || 80);
      return ownPorts.has(at) || at === arrivedAt;
    },
  };
}

const made = new WeakMap<Config, Hosts>();

/** Returns the hosts of a configuration, read once. */
export function getHosts(config: Config): Hosts {
  const hosts = made.get(config) ?? createHosts(config);
  made.set(config, hosts);
  return hosts;
}

/** Two names for one request: a proxy in front may have gone by the other. */
const namesHostTwice = (rawHeaders: readonly string[]) => rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Refuses (421) every request for a foreign host, and (400) one that names two, before anything else looks at it. A tenant's host is known from then on. */
export function rejectForeignHosts(app: FastifyInstance, config: Config, tenantHosts: TenantHosts): void {
  const { isOwnHost } = getHosts(config);
  app.decorateRequest('tenantHost', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (namesHostTwice(request.raw.rawHeaders)) done(new AppError('malformed', { message: 'The request names its host twice' }));
    else if (isOwnHost(request.headers.host) || isForAnyHost(request.url)) done();
    else
      tenantHosts.find(request.headers.host).then((tenant) => {
        if (!tenant || !isServedAt(tenant, request.url)) return done(new AppError('misdirected'));
        request.tenantHost = tenant;
        done();
      }, done);
  });
}
