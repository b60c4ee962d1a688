/** The person signed in, as the app knows them (spec 2.3 Session.currentUser). */
import type { CurrentUser } from '#contract/auth/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

/** First and last name; the e-mail where there is none. */
export const formatUserName = (person: { first_name: string; last_name: string; email: string }) =>
  `${person.first_name} ${person.last_name}`.trim() || person.email;

/**
 * Holds a person's row until the transaction ends. There is one order of locks in all of signing in: the person, then their sessions and challenges, then
 * throttles. Another order could wait for itself.
 */
export async function lockPerson(userId: number | null | undefined): Promise<void> {
  if (typeof userId === 'number') await currentTransaction().selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The person of a session, read in the open transaction. Throws 401 when the session is gone. */
export async function loadCurrentUser(sessionId: string): Promise<CurrentUser> {
  const row = await currentTransaction()
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as staff', 'staff.id', 's.impersonator_id')
    .select(['s.id as session_id', 's.impersonator_id', 's.mfa_at'])
    .select([
      'u.id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.timezone',
      'u.support_pins',
      'u.read_whats_new_at',
      'u.created_at',
      'u.is_staff',
      'u.mfa_enabled_at',
      'u.iap_id',
    ])
    .select(['staff.first_name as staff_first', 'staff.last_name as staff_last', 'staff.email as staff_email'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw new AppError('unauthenticated');
  const staff = { first_name: row.staff_first ?? '', last_name: row.staff_last ?? '', email: row.staff_email ?? '' };
  return {
    id: row.id,
    email: row.email,
    name: formatUserName(row),
    firstName: row.first_name,
    lastName: row.last_name,
    timezone: row.timezone,
    supportPins: row.support_pins,
    readWhatsNewAt: row.read_whats_new_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isStaff: row.is_staff,
    hasMfa: row.mfa_enabled_at !== null,
    mfaFreshUntil: row.mfa_at === null ? null : new Date(row.mfa_at.getTime() + limits.mfaFreshSeconds * 1_000).toISOString(),
    isAdmin: row.impersonator_id !== null,
    impersonatedBy: row.impersonator_id === null ? null : { id: row.impersonator_id, name: formatUserName(staff) },
    sessionId: row.session_id,
    iapId: row.iap_id,
  };
}
