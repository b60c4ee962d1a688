/** An OpenID Connect provider on a laptop: authorization code with PKCE (RFC 7636), discovery, keys, userinfo. Demo people sign in by choosing themselves. */
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { escapeHtml, formatPage } from '../page.ts';

/** Somebody the provider knows. `emailVerified` is true unless said otherwise. */
export interface OidcPerson {
  readonly email: string;
  readonly name: string;
  readonly emailVerified?: boolean;
}

interface OidcOptions {
  /** Clients by id. Any absolute return address is taken: the sandbox serves one laptop. */
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string }[];
  /** The first is the one Enter chooses. */
  readonly people: readonly OidcPerson[];
}

const codeMs = 60_000;
const tokenSeconds = 300;
const keyId = 'sandbox-1';

const Asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string().check(z.regex(/\bopenid\b/)),
  state: z.optional(z.string()),
  nonce: z.optional(z.string()),
  code_challenge: z.string().check(z.minLength(43)),
  code_challenge_method: z.literal('S256'),
  login_hint: z.optional(z.string()),
});
type Asked = z.output<typeof Asked>;

const Exchange = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.optional(z.string()),
  client_secret: z.optional(z.string()),
});

interface Grant {
  readonly asked: Asked;
  readonly person: OidcPerson;
  readonly until: number;
}

/** A person's stable id here. */
const hashSubject = (person: OidcPerson) => createHash('sha256').update(person.email).digest('hex').slice(0, 24);

const createClaims = (person: OidcPerson) => ({ email: person.email, email_verified: person.emailVerified !== false, name: person.name });

function redirectBack(asked: Asked, answer: Readonly<Record<string, string>>): string {
  const url = new URL(asked.redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, ...(asked.state === undefined ? {} : { state: asked.state }) })) url.searchParams.set(name, value);
  return url.href;
}

function formatChoosePage(asked: Asked, people: readonly OidcPerson[]): string {
  const hidden = Object.entries(asked).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`);
  const buttons = people.map(
    ({ name, email }, at) =>
      `<button name="choice" value="${escapeHtml(email)}"${at === 0 ? ' autofocus' : ''}>${escapeHtml(name)} <small>${escapeHtml(email)}</small></button>`,
  );
  return formatPage(
    'Sandbox sign-in: who are you?',
    `<form action="choose">${hidden.join('')}${buttons.join('')}<button name="choice" value="">Do not sign in</button></form>`,
  );
}

/** The client of a token request, by form or by Basic. */
function parseCredentials(request: FastifyRequest, sent: z.output<typeof Exchange>): { id: string; secret: string } {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Basic') return { id: sent.client_id ?? '', secret: sent.client_secret ?? '' };
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decodeURIComponent);
  return { id, secret };
}

const reject = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });

/** Mount under a prefix: `app.register(oidcRoutes, { prefix: '/oidc', clients, people })`; the issuer is the address it is asked at. */
export async function registerOidcRoutes(app: FastifyInstance, { clients, people }: OidcOptions): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, OidcPerson>();
  const issuerOf = (request: FastifyRequest) => `${request.protocol}://${request.host}${app.prefix}`;

  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
  }

  app.get('/.well-known/openid-configuration', async (request) => {
    const issuer = issuerOf(request);
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name', 'nonce'],
      authorization_response_iss_parameter_supported: false,
    };
  });

  app.get('/jwks', async () => ({ keys: [key] }));

  const grant = (asked: Asked, person: OidcPerson) => {
    const code = randomUUID();
    codes.set(code, { asked, person, until: Date.now() + codeMs });
    return redirectBack(asked, { code });
  };
  const read = (request: FastifyRequest) => {
    const asked = Asked.safeParse(request.query).data;
    return asked && clients.some(({ clientId }) => clientId === asked.client_id) ? asked : null;
  };

  app.get('/authorize', async (request, reply) => {
    const asked = read(request);
    if (!asked) return reject(reply, 400, 'invalid_request');
    const hinted = people.find(({ email }) => email === asked.login_hint);
    if (hinted) return reply.redirect(grant(asked, hinted), 302);
    return reply.type('text/html; charset=utf-8').send(formatChoosePage(asked, people));
  });

  app.get<{ Querystring: { choice?: string } }>('/choose', async (request, reply) => {
    const asked = read(request);
    if (!asked) return reject(reply, 400, 'invalid_request');
    const person = people.find(({ email }) => email === request.query.choice);
    return reply.redirect(person ? grant(asked, person) : redirectBack(asked, { error: 'access_denied' }), 302);
  });

  app.post('/token', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const sent = Exchange.safeParse(request.body).data;
    if (!sent) return reject(reply, 400, 'invalid_request');
    const { id, secret } = parseCredentials(request, sent);
    if (!clients.some(({ clientId, clientSecret }) => clientId === id && clientSecret === secret)) return reject(reply, 401, 'invalid_client');
    const granted = codes.get(sent.code);
    codes.delete(sent.code);
    const challenge = createHash('sha256').update(sent.code_verifier).digest('base64url');
    const isGood =
      granted &&
      granted.until > Date.now() &&
      granted.asked.client_id === id &&
      granted.asked.redirect_uri === sent.redirect_uri &&
      granted.asked.code_challenge === challenge;
    if (!isGood) return reject(reply, 400, 'invalid_grant');
    const { person, asked } = granted;
    const accessToken = randomUUID();
    tokens.set(accessToken, person);
    const idToken = await new SignJWT({ ...createClaims(person), ...(asked.nonce === undefined ? {} : { nonce: asked.nonce }) })
      .setProtectedHeader({ alg: 'RS256', kid: keyId })
      .setIssuer(issuerOf(request))
      .setAudience(id)
      .setSubject(hashSubject(person))
      .setIssuedAt()
      .setExpirationTime(`${tokenSeconds}s`)
      .setJti(randomUUID())
      .sign(privateKey);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: tokenSeconds, id_token: idToken, scope: asked.scope };
  });

  app.get('/userinfo', async (request, reply) => {
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!person) return reject(reply, 401, 'invalid_token');
    return { sub: hashSubject(person), ...createClaims(person) };
  });
}
