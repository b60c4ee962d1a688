/** Invitations of the open company, as its managers see them. */
import { sql } from 'kysely';
import type { Invite } from '#contract/invites/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { formatUserName } from '../auth/users.ts';

/** Locks invitations and joins, so that each is counted alone, until the transaction ends. */
export const lockInvitations = () => sql`select pg_advisory_xact_lock(hashtextextended('invites', ${companyId()}::bigint))`.execute(currentTransaction());

/** Invitations that are neither accepted nor removed, newest first; those with these ids where they are given. */
export async function listInvites(ids?: readonly number[]): Promise<Invite[]> {
  const rows = await currentTransaction()
    .selectFrom('invites')
    .leftJoin('users', 'users.id', 'invites.invited_by')
    .selectAll('invites')
    .select(['users.id as inviter', 'users.first_name', 'users.last_name', 'users.email as inviter_email'])
    .select(sql<boolean>`invites.expires_at <= now()`.as('is_expired'))
    .where('invites.company_id', '=', companyId())
    .where('invites.accepted_at', 'is', null)
    .where('invites.removed_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`invites.id = any (${ids ?? []}::bigint[])`))
    .orderBy('invites.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    businessUnitId: row.business_unit_id,
    numbers: [...(row.number_ids ?? [])],
    invitedBy:
      row.inviter === null
        ? null
        : { id: row.inviter, name: formatUserName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '', email: row.inviter_email ?? '' }) },
    isExpired: row.is_expired,
    mailedAt: row.mailed_at?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }));
}

/** One of them. Throws 404 where there is none. */
export async function readInvite(id: number): Promise<Invite> {
  const [invite] = await listInvites([id]);
  if (!invite) throw new AppError('not_found');
  return invite;
}
