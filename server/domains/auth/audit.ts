/** Audit log of signing in: user, address, success. Never a secret, never a code. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction, runAfterCommit } from '../../db/tenancy.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';

/** The login events of the spec (2.4), and what else happens to an account. */
type AuthAction =
  | 'login.success'
  | 'login.failed'
  | 'login.logout'
  | 'login.password_changed'
  | 'mfa.enabled'
  | 'mfa.disabled'
  | 'mfa.proved'
  | 'mfa.recovery_used'
  | 'token.reused'
  | 'session.ended'
  | 'account.created'
  | 'identity.linked'
  | 'remote_login.created'
  | 'remote_login.begun'
  | 'remote_login.left';

interface Entry {
  readonly action: AuthAction;
  readonly userId: number | null;
  readonly impersonatorId?: number | null;
  readonly sessionId?: string | null;
  /** Whom it was about, where that is not the person. */
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** Adds a row to the audit log, in the open transaction. */
export async function audit(entry: Entry, request: FastifyRequest): Promise<void> {
  await currentTransaction()
    .insertInto('audit_log')
    .values({
      action: entry.action,
      user_id: entry.userId,
      impersonator_id: entry.impersonatorId ?? null,
      session_id: entry.sessionId ?? null,
      subject: entry.subject ?? null,
      address: request.ip,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}

/** A read of somebody who acts as a person. */
interface Read {
  readonly authUser: AuthUser;
  readonly companyId: number | null;
  /** The route's name, and its path parameters: never what was searched for. */
  readonly route: string;
  readonly params: unknown;
}

/**
 * Notes what is read while staff act as somebody: a row for each route and what it is about, once a minute in a session, so that a page that asks again and again
 * does not bury the trail. In the open transaction, before the answer goes out.
 */
export async function auditRead({ authUser, companyId, route, params }: Read, request: FastifyRequest): Promise<void> {
  const action = `read:${route}`;
  const subject = JSON.stringify(params ?? {});
  await sql`
    insert into audit_log (user_id, impersonator_id, session_id, company_id, action, subject, address)
    select ${authUser.userId}, ${authUser.impersonatorId}, ${authUser.sessionId}::uuid, ${companyId}, ${action}, ${subject}, ${request.ip}
    where not exists (
      select from audit_log where session_id = ${authUser.sessionId}::uuid and action = ${action} and subject = ${subject}
        and company_id is not distinct from ${companyId}::bigint and impersonator_id is not null and at > now() - interval '1 minute'
    )`.execute(currentTransaction());
}

/** Tells a person's browsers of a sign-in that succeeded or failed (RULE-175), once the open transaction has committed. Nothing is told of an unknown account. */
export function publishLogin(event: 'success' | 'failed', userId: number | null, services: Services, sessionId?: string): void {
  if (userId === null) return;
  runAfterCommit(() => services.realtime.user(userId, { kind: 'login-event', event, ...(sessionId === undefined ? {} : { sessionId }) }));
}
