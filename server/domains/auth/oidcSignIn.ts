/** Outside sign-in by OpenID Connect (FLOW-014 to FLOW-018). What comes back must have left from this very browser. */
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import * as z from 'zod/mini';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit } from './audit.ts';
import { completeSignIn } from './cookieSignIn.ts';
import { isAllowedHere } from './demo.ts';
import { type Claims, fetchClaimsByCode, getProvider, loadConfiguration, verifyIdToken } from './oidc.ts';
import type { PasswordCheck } from './password.ts';
import { createSecret } from './secrets.ts';
import { fromNow } from './sessions.ts';
import { enterByToken } from './tokens.ts';

/** Ties a sign-in under way to the browser it began in. */
const browserCookie = 'keyline_provider';
const stateSeconds = 600;
const purpose = 'provider';

const Kept = z.object({ provider: z.string(), nonce: z.string(), verifier: z.string(), browser: z.string() });

/** Returns the URL to which a provider sends the browser back. */
const returnUrl = (provider: string, services: Services) => `${services.config.publicUrl}/sign-in/callback/${encodeURIComponent(provider)}`;

/** Refuses at a tenant's host: the provider sends the browser back to the installation's own, whose session would not hold there. */
function assertOwnHost({ tenantHost }: FastifyRequest, { config }: Services): void {
  if (tenantHost) throw new AppError('forbidden', { message: `Sign in with a provider at ${config.publicUrl}/sign-in. It isn’t available at this address.` });
}

/** GET /sanctum/client/providers: none at a tenant's host. */
export const providers: Handler<typeof routes.auth.providers> = async ({ request, services }) => ({
  data: (request.tenantHost ? [] : services.config.providers).map(({ id, name }) => ({ id, name })),
});

/** GET /sanctum/client/provider/{provider}/redirect */
export const providerRedirect: Handler<typeof routes.auth.providerRedirect> = async ({ params, request, reply, services }) => {
  assertOwnHost(request, services);
  const provider = getProvider(params.provider, services);
  const configuration = await loadConfiguration(provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const browser = request.cookies[browserCookie] ?? createSecret();
  const kept: z.output<typeof Kept> = {
    provider: provider.id,
    nonce,
    verifier: services.sealer.seal(purpose, verifier),
    browser: services.sealer.hash(browser),
  };
  await services.tenancy.identity(() =>
    currentTransaction()
      .insertInto('challenges')
      .values({ id_hash: services.sealer.hash(state), kind: 'provider', data: JSON.stringify(kept), expires_at: fromNow(stateSeconds) })
      .execute(),
  );
  reply.setCookie(browserCookie, browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.publicUrl.startsWith('https:'),
    maxAge: stateSeconds,
  });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(provider.id, services),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href };
};

/**
 * Takes a sign-in under way, once: by its state, or without one where this browser has exactly one with this provider. Null when it is unknown, old, used, another
 * provider's or another browser's, or when it is not clear which one is meant.
 */
function takeState(state: string | undefined, provider: string, request: FastifyRequest, services: Services) {
  const cookie = request.cookies[browserCookie];
  if (cookie === undefined) return null;
  const browser = services.sealer.hash(cookie);
  const isPending = sql<boolean>`kind = 'provider' and used_at is null and expires_at > now() and data ->> 'provider' = ${provider} and data ->> 'browser' = ${browser}`;
  const onlyPending = async () => {
    const [only, ...more] = await currentTransaction().selectFrom('challenges').select('id_hash').where(isPending).limit(2).execute();
    return only && more.length === 0 ? only.id_hash : null;
  };
  return services.tenancy.identity(async () => {
    const idHash = state === undefined ? await onlyPending() : services.sealer.hash(state);
    if (idHash === null) return null;
    const row = await currentTransaction()
      .updateTable('challenges')
      .set({ used_at: sql`now()` })
      .where('id_hash', '=', idHash)
      .where(isPending)
      .returning('data')
      .executeTakeFirst();
    const kept = Kept.safeParse(row?.data).data;
    const verifier = kept ? services.sealer.open(purpose, kept.verifier) : null;
    return kept && verifier !== null ? { nonce: kept.nonce, verifier } : null;
  });
}

/** Account of the claims: linked before, or linked now by an email the provider has verified. Null for everyone else. */
function findUser(provider: string, claims: Claims, request: FastifyRequest, services: Services): Promise<PasswordCheck | null> {
  const accounts = currentTransaction()
    .selectFrom('users as u')
    .select(['u.id', 'u.mfa_enabled_at'])
    .where('u.disabled_at', 'is', null)
    .where(isAllowedHere('u', services));
  return (async () => {
    const linked = await accounts
      .innerJoin('user_identities as i', 'i.user_id', 'u.id')
      .where('i.provider', '=', provider)
      .where('i.subject', '=', claims.subject)
      .executeTakeFirst();
    if (linked) return { id: linked.id, hasMfa: linked.mfa_enabled_at !== null };
    const found = claims.email === null ? undefined : await accounts.where('u.email', '=', claims.email).executeTakeFirst();
    if (!found) return null;
    const link = await currentTransaction()
      .insertInto('user_identities')
      .values({ provider, subject: claims.subject, user_id: found.id })
      .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!link) return null;
    await audit({ action: 'identity.linked', userId: found.id, detail: { provider } }, request);
    return { id: found.id, hasMfa: found.mfa_enabled_at !== null };
  })();
}

async function prove(provider: string, claims: Claims, request: FastifyRequest, services: Services): Promise<PasswordCheck> {
  const proved = await services.tenancy.identity(() => findUser(provider, claims, request, services));
  if (!proved) throw new AppError('provider_failed');
  return proved;
}

/** Runs a sign-in with a provider; one that fails is a failed login (RULE-174). */
async function noting<T>(provider: string, request: FastifyRequest, services: Services, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await services.tenancy.identity(() => audit({ action: 'login.failed', userId: null, detail: { how: 'provider', provider } }, request));
    throw error;
  }
}

/** POST /sanctum/client/provider/{provider}/callback. Refuses the return to a sign-in that is used, old, unknown or another browser's alike (410). */
export const providerCallback: Handler<typeof routes.auth.providerCallback> = async ({ params, body, request, reply, services }) => {
  assertOwnHost(request, services);
  const provider = getProvider(params.provider, services);
  const proved = await noting(provider.id, request, services, async () => {
    const kept = await takeState(body.state, provider.id, request, services);
    if (!kept) throw new AppError('link_expired');
    const url = new URL(returnUrl(provider.id, services));
    const { code, state } = body;
    url.search = new URLSearchParams({ code, ...(state === undefined ? {} : { state }) }).toString();
    return prove(provider.id, await fetchClaimsByCode(provider, { url, ...(state === undefined ? {} : { state }), ...kept }), request, services);
  });
  return completeSignIn({ userId: proved.id, hasMfa: proved.hasMfa, remember: false, how: 'provider' }, request, reply, services);
};

/** POST /sanctum/client/provider/{provider}/token: an id token signs in once. */
export const providerToken: Handler<typeof routes.auth.providerToken> = async ({ params, body, request, services }) => {
  const provider = getProvider(params.provider, services);
  const proved = await noting(provider.id, request, services, async () => {
    const claims = await verifyIdToken(provider, body.idToken);
    const isFresh = await services.tenancy.identity(async () => {
      const used = {
        id_hash: services.sealer.hash(body.idToken),
        kind: 'provider' as const,
        used_at: sql<Date>`now()`,
        expires_at: new Date(claims.expiresAt * 1_000),
      };
      return currentTransaction()
        .insertInto('challenges')
        .values(used)
        .onConflict((conflict) => conflict.column('id_hash').doNothing())
        .returning('id_hash')
        .executeTakeFirst();
    });
    if (!isFresh) throw new AppError('provider_failed');
    return prove(provider.id, claims, request, services);
  });
  return enterByToken(proved, body.deviceName, request, services);
};
