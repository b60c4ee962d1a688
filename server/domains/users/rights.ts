/** Rights a person may confer or take away: those they hold themselves (SAFETY.md, "the inviter must hold all that is conferred"). */

import { sql } from 'kysely';
import { hasPermission, listPermissions, type Role } from '#contract/core/permissions.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';

/** Refuses a role that holds a permission the caller has not. */
export function checkRole(membership: Membership, role: Role): void {
  if (listPermissions(role).some((permission) => !membership.may(permission)))
    throw new AppError('forbidden', { message: `Your role doesn’t include all permissions of ${role}. Ask an owner.` });
}

const toOwn = ({ numberIds }: Membership) => (numberIds === null ? null : new Set(numberIds));

/** Those of these numbers that the company has, without removed ones. */
async function findKept(numberIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where(sql<boolean>`id = any (${numberIds}::bigint[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Refuses numbers of a new list that are not the company’s, or not the caller’s; null stands for all. */
export async function checkNumbers(membership: Membership, numberIds: readonly number[] | null): Promise<void> {
  const own = toOwn(membership);
  if (numberIds === null) {
    if (own !== null) throw new AppError('forbidden', { field: 'numbers', message: 'You don’t have access to all numbers. Choose from yours.' });
    return;
  }
  const kept = await findKept(numberIds);
  const foreign = numberIds.findIndex((id) => !kept.has(id) || (own !== null && !own.has(id)));
  if (foreign >= 0) throw new AppError('invalid', { field: `numbers.${foreign}`, message: 'Number not found, or you don’t have access' });
}

/** Drops removed numbers from a list that somebody has already, and refuses it where the caller does not work the others; null stands for all. */
export async function keepNumbers(membership: Membership, numberIds: readonly number[] | null): Promise<number[] | null> {
  const own = toOwn(membership);
  const kept = numberIds === null ? null : await findKept(numberIds);
  const list = numberIds?.filter((id) => kept?.has(id)) ?? null;
  if (own !== null && (list === null || list.some((id) => !own.has(id))))
    throw new AppError('forbidden', { message: 'You don’t have access to all of these numbers. Ask an owner.' });
  return list;
}

/** Numbers as a row keeps them: each once; null, all numbers, for an empty list. */
export const toNumberIds = (numbers: readonly number[]): number[] | null => (numbers.length === 0 ? null : [...new Set(numbers)]);

/** True for an administrator of the open company’s organization. */
export async function administersOrganization(userId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce(administers_organization(${userId}::bigint, organization_id), false) as is from companies where id = ${companyId()}`.execute(
    currentTransaction(),
  );
  return rows[0]?.is ?? false;
}

interface Grant {
  readonly role: Role;
  readonly number_ids: readonly number[] | null;
}

/** True while a person still holds what they have given another: as a member with the right and the numbers, or as administrator of the organization. Holds their membership until the transaction ends. */
export async function holdsGrant(userId: number, grant: Grant): Promise<boolean> {
  const person = await currentTransaction().selectFrom('users').select('id').where('id', '=', userId).where('disabled_at', 'is', null).executeTakeFirst();
  const membership = await currentTransaction()
    .selectFrom('memberships')
    .select(['role', 'number_ids'])
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  const isAdministrator = membership?.role !== 'owner' && (await administersOrganization(userId));
  const held: Grant | undefined = isAdministrator ? { role: 'administrator', number_ids: null } : membership;
  if (!person || !held) return false;
  const { role, number_ids: own } = held;
  const kept = grant.number_ids === null ? null : await findKept(grant.number_ids);
  const works = own === null || (grant.number_ids?.every((id) => !kept?.has(id) || own.includes(id)) ?? false);
  return works && listPermissions(grant.role).every((permission) => hasPermission(role, permission));
}
