/** The session's cookie, and the token that proves a change was made by our own page. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { keyed, randomId, sameText } from './secrets.ts';

/** Cookie of the session's secret: never readable by a page. */
export const sessionCookie = 'keyline_session';
/** Cookie a page reads and hands back in `x-xsrf-token`. */
export const csrfCookie = 'XSRF-TOKEN';
const csrfHeader = 'x-xsrf-token';

const base = (services: Services) => ({ path: '/', sameSite: 'lax' as const, secure: services.config.publicUrl.startsWith('https:') });

/** What the request's session cookie says, if anything. */
export const sessionSecret = (request: FastifyRequest): string | null => request.cookies[sessionCookie] ?? null;

/** True when the caller speaks by bearer token: cookies are not looked at, so no other page can speak for it. */
export const isBearer = (request: FastifyRequest) => /^bearer /i.test(request.headers.authorization ?? '');

const bind = (services: Services, nonce: string, secret: string | null) => keyed(services, 'csrf', `${nonce}.${secret ?? ''}`);

/** Hands the page a new CSRF token, bound to the session of `secret` (null: to nobody's). */
export function setCsrfCookie(reply: FastifyReply, services: Services, secret: string | null): void {
  const nonce = randomId();
  reply.setCookie(csrfCookie, `${nonce}.${bind(services, nonce, secret)}`, base(services));
}

/** Hands the browser a session, and the CSRF token that goes with it. `maxAge` in seconds. */
export function setSessionCookie(reply: FastifyReply, services: Services, secret: string, maxAge: number): void {
  reply.setCookie(sessionCookie, secret, { ...base(services), httpOnly: true, maxAge });
  setCsrfCookie(reply, services, secret);
}

/** Takes the session away from the browser. */
export function clearSessionCookie(reply: FastifyReply, services: Services): void {
  reply.clearCookie(sessionCookie, { ...base(services), httpOnly: true });
  setCsrfCookie(reply, services, null);
}

function isSameOrigin(request: FastifyRequest, services: Services): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === new URL(services.config.publicUrl).origin || origin === `${request.protocol}://${request.host}`;
}

/**
 * Refuses (`csrf`, 419) a change that our own page did not make: it must come from the same origin and carry the token of its XSRF-TOKEN
 * cookie, made here for exactly this session cookie. For every method but GET and HEAD, and for GETs that change something.
 */
export function checkCsrf(request: FastifyRequest, services: Services): void {
  if (isBearer(request)) return;
  const given = request.headers[csrfHeader];
  const kept = request.cookies[csrfCookie];
  if (typeof given !== 'string' || kept === undefined || !isSameOrigin(request, services)) throw new Refusal('csrf');
  const [nonce = '', mark = ''] = given.split('.');
  if (!sameText(given, kept) || !sameText(mark, bind(services, nonce, sessionSecret(request)))) throw new Refusal('csrf');
}
