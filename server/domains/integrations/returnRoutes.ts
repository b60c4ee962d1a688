/**
 * The way back from a consent page (AMB-49): `GET /oauth/{provider}/return`, a navigation of the browser with the cookie of its session. It completes the connection in
 * the company that began it, and sends the browser on to the list, whose address says how it ended and has neither code nor state.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ReportProvider, type ReturnOutcome, reportProviders } from '#contract/integrations/enums.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { assertActive, assertOfHost, findMembership } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { findAuthUser } from '../auth/sessions.ts';
import { completeConnection } from './connections.ts';
import { takeTransaction } from './transactions.ts';

const Part = z.string().check(z.minLength(1), z.maxLength(1_000));
const Return = z.object({ state: Part, code: z.optional(Part), error: z.optional(z.string()) });
type Return = z.output<typeof Return>;
const returnsPerMinute = 60;

/** Outcome of a connection, and the company it was for; null where that is unknown. */
interface Ending {
  readonly outcome: ReturnOutcome;
  readonly slug: string | null;
}

const findSlug = (companyId: number) => currentTransaction().selectFrom('companies').select('slug').where('id', '=', companyId).executeTakeFirst();

/** Converts a refusal of ours to the outcome that the address names. */
function toOutcome(error: unknown): ReturnOutcome {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'conflict') return 'other';
  if (error.code === 'upstream') return 'silent';
  return error.code === 'invalid' ? 'refused' : 'forbidden';
}

async function complete(services: Services, provider: ReportProvider, authUser: AuthUser, { state, code }: Return): Promise<Ending> {
  const taken = await takeTransaction(services, authUser, provider, state).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'link_expired') return null;
    throw error;
  });
  if (taken === null) return { outcome: 'expired', slug: null };
  const { membership, slug } = await services.tenancy.identity(async () => ({
    membership: await findMembership(authUser.userId, taken.companyId),
    slug: (await findSlug(taken.companyId))?.slug ?? null,
  }));
  // The right may be lost by now.
  if (!membership?.may('integrations.manage')) return { outcome: 'forbidden', slug: null };
  try {
    assertActive(membership);
    assertOfHost(authUser, taken.companyId);
    if (code === undefined) return { outcome: 'denied', slug };
    await completeConnection(services, { membership, authUser }, provider, { code, verifier: taken.verifier });
    return { outcome: 'connected', slug };
  } catch (error) {
    return { outcome: toOutcome(error), slug };
  }
}

async function finish(services: Services, provider: ReportProvider, request: FastifyRequest): Promise<Ending> {
  const read = Return.safeParse(request.query);
  const found = await services.tenancy.identityReading(() => findAuthUser(request, services));
  if (!read.success || found === null) return { outcome: 'expired', slug: null };
  return complete(services, provider, found.caller, read.data);
}

/** Adds the route. */
export function registerReturnRoutes(app: FastifyInstance, services: Services): void {
  const count = app.createRateLimit({ max: Math.ceil(returnsPerMinute * services.config.rateFactor), timeWindow: 60_000 });
  app.get<{ Params: { provider: string } }>('/oauth/:provider/return', async (request, reply) => {
    const provider = reportProviders.find((each) => each === request.params.provider);
    if (provider === undefined) throw new AppError('not_found');
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw new AppError('too_many_requests', { retryAfter: counted.ttl / 1_000 });
    const { outcome, slug } = await finish(services, provider, request);
    const place = slug === null ? '/integrations' : `/${encodeURIComponent(slug)}/integrations`;
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${place}?${new URLSearchParams({ connection: provider, outcome })}`, 303);
  });
}
