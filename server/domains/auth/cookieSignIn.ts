/** The last step of every sign-in by cookie: a new session, the old one worthless. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { CurrentUser } from '#contract/auth/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { audit, publishLogin } from './audit.ts';
import { saveKnownAddress, saveKnownDevice } from './devices.ts';
import { toCountedAddress } from './rateLimiter.ts';
import { createCookieSession, deleteCookieSession, setSessionCookies } from './sessions.ts';
import { loadCurrentUser } from './users.ts';

/** Methods by which a user was authenticated. */
type SignInMethod = 'password' | 'mfa' | 'provider' | 'signup';

/** Somebody whose first proof holds. */
interface SignInCandidate {
  readonly userId: number;
  readonly hasMfa: boolean;
  readonly remember: boolean;
  readonly how: SignInMethod;
}

/** Removes what has run out of the person's sessions and of everybody's challenges, a little at every sign-in. */
async function sweep(userId: number): Promise<void> {
  await currentTransaction().deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', sql<Date>`now()`).execute();
  await sql`delete from challenges where id_hash in
    (select id_hash from challenges where expires_at < now() - interval '1 day' limit 100 for update skip locked)`.execute(currentTransaction());
}

/** Makes the session in the open transaction; give it to the browser after commit. */
export async function createSignInSession({ userId, remember, how }: Omit<SignInCandidate, 'hasMfa'>, request: FastifyRequest, services: Services) {
  await deleteCookieSession(request, services);
  await sweep(userId);
  await saveKnownAddress(userId, toCountedAddress(request.ip));
  const made = await createCookieSession({ userId, remember, hasProvedMfa: how === 'mfa' }, request, services);
  await audit({ action: 'login.success', userId, sessionId: made.id, detail: { how } }, request);
  publishLogin('success', userId, services, made.id);
  return { made, user: await loadCurrentUser(made.id) };
}

type Entered = { result: 'success'; user: CurrentUser } | { result: 'mfa_required' };

/** Signs in by cookie; where the second factor is on, a pending session that can do nothing but take the code. */
export async function completeSignIn(entrant: SignInCandidate, request: FastifyRequest, reply: FastifyReply, services: Services): Promise<Entered> {
  if (entrant.hasMfa) {
    const pending = await services.tenancy.identity(async () => {
      await deleteCookieSession(request, services);
      return createCookieSession({ userId: entrant.userId, remember: entrant.remember, mfaPending: true }, request, services);
    });
    setSessionCookies(pending, reply, services);
    return { result: 'mfa_required' };
  }
  const { made, user } = await services.tenancy.identity(() => createSignInSession(entrant, request, services));
  setSessionCookies(made, reply, services);
  saveKnownDevice(entrant.userId, request, reply, services);
  return { result: 'success', user };
}
