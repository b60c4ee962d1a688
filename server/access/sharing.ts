/** Rows that the companies of an organization share: who may share them, and which a company sees. Runs in the open transaction of a company. */
import { type RawBuilder, sql } from 'kysely';
import { companyId, currentTransaction, type PendingChange, recordChange } from '../db/tenancy.ts';
import { assertOwnHost } from '../http/authorize.ts';
import { AppError } from '../http/errors.ts';
import type { AuthUser } from '../http/handlers.ts';

/** Editor of shared records, and the company whose host they are at (`AuthUser`). */
export type SharingUser = Pick<AuthUser, 'userId' | 'onlyCompanyId' | 'apiKey'>;

const unitColumn = { tags: 'tags.organization_id', greetings: 'greetings.business_unit_id' } as const;

/** A condition: the row is the open company's, or shared by its organization with all of its companies. */
export const isOwnOrShared = (table: keyof typeof unitColumn): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${table}.company_id`)} = ${companyId()}
  or ${sql.ref(unitColumn[table])} = (select organization_id from companies where companies.id = ${companyId()})
)`;

/** Rejects an organization that is not the company's. */
export async function checkOrganization(organizationId: number | undefined): Promise<void> {
  if (organizationId === undefined) return;
  const company = await currentTransaction().selectFrom('companies').select('organization_id').where('id', '=', companyId()).executeTakeFirst();
  if (company?.organization_id !== organizationId)
    throw new AppError('invalid', { field: 'business_unit_id', message: 'This organization doesn’t own the company' });
}

/** Rejects a person who does not administer the organization, and everybody at a company's own host or with an API key: what stands there is of all its companies, not of the one that is open. */
export async function checkAdministers(organizationId: number, user: SharingUser, things = 'custom fields'): Promise<void> {
  assertOwnHost(user);
  const { userId } = user;
  const { rows } = await sql<{ may: boolean }>`select administers_organization(${userId}::bigint, ${organizationId}::bigint) as may`.execute(
    currentTransaction(),
  );
  if (!rows[0]?.may) throw new AppError('forbidden', { message: `Only organization administrators can change shared ${things}` });
}

/** Rejects sharing with an organization that is not the company's, or by a person who does not administer it. `things`: the kind of rows, in words; `was`: with which it is shared already. */
export async function checkSharing(things: 'tags' | 'greetings', asked: number | undefined, was: number | null, user: SharingUser): Promise<void> {
  await checkOrganization(asked);
  for (const id of new Set([asked ?? null, was])) if (id !== null) await checkAdministers(id, user, things);
}

/** Tells the open company of a change, and where the row is shared the other companies of its organization. */
export async function publishSharing(organizationId: number | null | undefined, change: PendingChange): Promise<void> {
  if (organizationId === null || organizationId === undefined) return recordChange(change);
  const { rows } = await sql<{ id: number }>`select sharing_companies(${organizationId}::bigint) as id`.execute(currentTransaction());
  for (const { id } of rows) recordChange(change, Number(id));
}
