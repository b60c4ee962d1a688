/** Rows of the tenant and its domain, in the open transaction of the company. */
import { type Selectable, sql } from 'kysely';
import { tenantLimits } from '#contract/tenant/limits.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

export type DomainRow = Selectable<Database['custom_domains']>;

/** The company's domain, if it has one. */
export const findDomain = (): Promise<DomainRow | undefined> =>
  currentTransaction().selectFrom('custom_domains').selectAll().where('company_id', '=', companyId()).executeTakeFirst();

/** Finds a domain of the company by its id. Refuses another one alike a missing one. */
export async function getDomain(id: number): Promise<DomainRow> {
  const row = await currentTransaction().selectFrom('custom_domains').selectAll().where('company_id', '=', companyId()).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, locked for a change. */
export async function lockDomain(id: number): Promise<DomainRow> {
  const row = await currentTransaction()
    .selectFrom('custom_domains')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** True when another company has proved a domain. */
export async function isTaken(domain: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select is_domain_taken(${domain}) as taken`.execute(currentTransaction());
  return rows[0]?.taken === true;
}

const claimMs = tenantLimits.claimHours * 3_600_000;
/** End of a claim unless it is verified before. */
export const getClaimEnd = ({ claimed_at: claimedAt }: Pick<DomainRow, 'claimed_at'>): Date => new Date(claimedAt.getTime() + claimMs);
export const isExpired = (row: Pick<DomainRow, 'claimed_at' | 'verified_at'>): boolean => row.verified_at === null && getClaimEnd(row).getTime() <= Date.now();

/** Ends the sessions at the hosts of the company's domain. */
export const endHostSessions = () => sql`select end_host_sessions()`.execute(currentTransaction());

export type SenderRow = Selectable<Database['email_senders']>;

/** The company's sender, if it has one. */
export const findSenderRow = (): Promise<SenderRow | undefined> =>
  currentTransaction().selectFrom('email_senders').selectAll().where('company_id', '=', companyId()).executeTakeFirst();

/** The row of the tenant's settings, made where there is none and locked: changes of settings and domain come one after another. */
export async function lockTenant() {
  await currentTransaction()
    .insertInto('tenants')
    .values({ company_id: companyId() })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
  return currentTransaction().selectFrom('tenants').selectAll().where('company_id', '=', companyId()).forUpdate().executeTakeFirstOrThrow();
}
