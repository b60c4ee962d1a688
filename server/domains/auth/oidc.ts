/** OpenID Connect providers: what is known of them, and what they say of a person. Their failures are upstream's (502), their refusals 422. */
import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import * as z from 'zod/mini';
import { AppError } from '../../http/errors.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Services } from '../../services.ts';

/** Claims of a provider about a user, verified. `email` only when the provider itself has verified it. */
export interface Claims {
  readonly subject: string;
  readonly email: string | null;
}

const timeoutSeconds = 10;
const freshMs = 3_600_000;
/** An id token a device brings must be this young, in seconds. */
const tokenAgeSeconds = 600;

interface Known {
  readonly configuration: Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly at: number;
}
const known = new WeakMap<object, Promise<Known>>();

/** The configured provider of this name; 404 when there is none. */
export function getProvider(id: string, services: Services) {
  const provider = services.config.providers.find((one) => one.id === id);
  if (!provider) throw new AppError('not_found');
  return provider;
}
type Provider = ReturnType<typeof getProvider>;

async function discover(provider: Provider): Promise<Known> {
  const issuer = new URL(provider.issuer);
  const configuration = await discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: isLoopback(issuer.hostname) ? [allowInsecureRequests] : [],
  });
  const jwks = configuration.serverMetadata().jwks_uri;
  if (jwks === undefined) throw new Error('The provider names no keys');
  return { configuration, keys: createRemoteJWKSet(new URL(jwks), { timeoutDuration: timeoutSeconds * 1_000 }), at: Date.now() };
}

async function loadKnownProvider(provider: Provider): Promise<Known> {
  const asked = known.get(provider);
  const found = await asked?.catch(() => null);
  if (found && Date.now() - found.at < freshMs) return found;
  const fresh = discover(provider);
  known.set(provider, fresh);
  return fresh.catch((cause: unknown) => {
    throw new AppError('upstream', { cause });
  });
}

/** Returns the configuration with which openid-client calls a provider. */
export const loadConfiguration = async (provider: Provider) => (await loadKnownProvider(provider)).configuration;

function toProviderError(cause: unknown): AppError {
  const isRefused = cause instanceof AuthorizationResponseError || (cause instanceof ResponseBodyError && cause.status < 500);
  const isUnproved = cause instanceof ClientError && !['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_PARSE_ERROR'].includes(cause.code ?? '');
  return new AppError(isRefused || isUnproved ? 'provider_failed' : 'upstream', { cause });
}

const Said = z.object({ sub: z.string(), email: z.optional(z.string()), email_verified: z.optional(z.boolean()) });
const toClaims = (said: z.output<typeof Said>): Claims => ({
  subject: said.sub,
  email: said.email !== undefined && said.email_verified === true ? said.email.toLowerCase() : null,
});

/** URL the user came back to, and the data stored when they left. */
interface Return {
  readonly url: URL;
  /** Absent where the return named none; then this browser's cookie bound it. */
  readonly state?: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Trades the code of a return for claims: state, nonce, PKCE and the id token's signature are checked. */
export async function fetchClaimsByCode(provider: Provider, back: Return): Promise<Claims> {
  const { configuration } = await loadKnownProvider(provider);
  // The state already binds the return to this provider; some providers insist on naming themselves as well.
  back.url.searchParams.set('iss', configuration.serverMetadata().issuer);
  try {
    const tokens = await authorizationCodeGrant(configuration, back.url, {
      ...(back.state === undefined ? {} : { expectedState: back.state }),
      expectedNonce: back.nonce,
      pkceCodeVerifier: back.verifier,
      idTokenExpected: true,
    });
    const said = Said.parse(tokens.claims());
    if (said.email !== undefined) return toClaims(said);
    return toClaims(Said.parse(await fetchUserInfo(configuration, tokens.access_token, said.sub)));
  } catch (cause) {
    throw toProviderError(cause);
  }
}

/**
 * Reads the claims of an id token that a device brings; `expiresAt` in seconds since the epoch. Checked against the provider's keys, issuer, audience and age.
 */
export async function verifyIdToken(provider: Provider, idToken: string): Promise<Claims & { readonly expiresAt: number }> {
  const { configuration, keys } = await loadKnownProvider(provider);
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: provider.clientId,
      maxTokenAge: tokenAgeSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    });
    return { ...toClaims(Said.parse(payload)), expiresAt: payload.exp ?? 0 };
  } catch (cause) {
    const isRefused = cause instanceof joseErrors.JOSEError && !(cause instanceof joseErrors.JWKSTimeout) && cause.code !== 'ERR_JOSE_GENERIC';
    throw new AppError(isRefused || cause instanceof z.core.$ZodError ? 'provider_failed' : 'upstream', { cause });
  }
}
