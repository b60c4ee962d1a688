/** What the audit log keeps of signing in: who, from where, whether it worked. Never a secret, never a code. */
import type { FastifyRequest } from 'fastify';
import { db } from '../../db/tenancy.ts';

/** The login events of the spec (2.4), and what else happens to an account. */
export type AuthAction =
  | 'login.success'
  | 'login.failed'
  | 'login.logout'
  | 'login.password_changed'
  | 'mfa.enabled'
  | 'mfa.disabled'
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
  await db()
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
