/** The session's cookie, and the token that proves a change was made by our own page. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/errors.ts';
import { getHosts, isTenantOrigin } from '../../http/hosts.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Services } from '../../services.ts';
import { computeKeyedHash, createRandomId, isSameText } from './secrets.ts';

const sessionName = 'keyline_session';
/** Name of the cookie of the session's secret, which no page can read. Under https its prefix lets no other host or path set it. */
export const getSessionCookieName = ({ publicUrl }: Pick<Config, 'publicUrl'>) => (publicUrl.startsWith('https:') ? `__Host-${sessionName}` : sessionName);
/** Cookie a page reads and hands back in `x-xsrf-token`. */
const csrfCookie = 'XSRF-TOKEN';
const csrfHeader = 'x-xsrf-token';

const base = (services: Services) => ({ path: '/', sameSite: 'lax' as const, secure: services.config.publicUrl.startsWith('https:') });

declare module 'fastify' {
  interface FastifyInstance {
    /** The name of the session's cookie here. */
    readonly sessionCookie: string;
  }
}

/** Reads the secret of the request's session cookie, if any. */
export const readSessionSecret = (request: FastifyRequest): string | null => request.cookies[request.server.sessionCookie] ?? null;

/** True when the caller speaks by bearer token: cookies are not looked at, so no other page can speak for it. */
export const isBearer = (request: FastifyRequest) => /^bearer /i.test(request.headers.authorization ?? '');

/** Reads the credential the caller speaks by: the bearer token where there is one, else the secret of the session cookie; null: none. */
export const readCredential = (request: FastifyRequest): string | null =>
  isBearer(request) ? (request.headers.authorization ?? '').slice('bearer '.length).trim() : readSessionSecret(request);

const bind = (services: Services, nonce: string, secret: string | null) => computeKeyedHash(services, 'csrf', `${nonce}.${secret ?? ''}`);

/** Hands the page a new CSRF token, bound to the session of `secret` (null: to nobody's). */
export function setCsrfCookie(reply: FastifyReply, services: Services, secret: string | null): void {
  const nonce = createRandomId();
  reply.setCookie(csrfCookie, `${nonce}.${bind(services, nonce, secret)}`, base(services));
}

/** Hands the browser a session, and the CSRF token that goes with it. `maxAge` in seconds. */
export function setSessionCookie(reply: FastifyReply, services: Services, secret: string, maxAge: number): void {
  reply.setCookie(getSessionCookieName(services.config), secret, { ...base(services), httpOnly: true, maxAge });
  setCsrfCookie(reply, services, secret);
}

/** Takes the session away from the browser. */
export function clearSessionCookie(reply: FastifyReply, services: Services): void {
  reply.clearCookie(getSessionCookieName(services.config), { ...base(services), httpOnly: true });
  setCsrfCookie(reply, services, null);
}

function isSameOrigin(request: FastifyRequest, services: Services): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (request.tenantHost) return isTenantOrigin(services.config, request.tenantHost, origin);
  return getHosts(services.config).isOwnOrigin(origin, request.socket.localPort);
}

/**
 * Refuses (`csrf`, 419) a change that our own page did not make: it must come from the same origin and carry the token of its XSRF-TOKEN
 * cookie, made here for exactly this session cookie. For every method but GET and HEAD.
 */
export function checkCsrf(request: FastifyRequest, services: Services): void {
  if (isBearer(request)) return;
  const given = request.headers[csrfHeader];
  const kept = request.cookies[csrfCookie];
  if (typeof given !== 'string' || kept === undefined || !isSameOrigin(request, services)) throw new AppError('csrf');
  const [nonce = '', mark = ''] = given.split('.');
  if (!isSameText(given, kept) || !isSameText(mark, bind(services, nonce, readSessionSecret(request)))) throw new AppError('csrf');
}

/**
 * Refuses (`csrf`, 419) a GET that changes something (CALL-076, CALL-081) where another site may have sent the browser here. No token is asked for: every browser
 * says where a fetch comes from under https and to its own machine, so that there a missing word comes from no browser.
 */
export function checkSameSite(request: FastifyRequest, services: Services): void {
  if (isBearer(request)) return;
  const isTold = services.config.publicUrl.startsWith('https:') || request.protocol === 'https' || isLoopback(request.hostname);
  const isSilent = request.headers['sec-fetch-site'] === undefined && !isTold;
  if (isSilent || !isSameOrigin(request, services)) throw new AppError('csrf');
}
