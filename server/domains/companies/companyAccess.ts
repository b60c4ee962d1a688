/** Companies a person may enter, with their role and numbers: members by their role, administrators of an organization in all of its companies. */
import { sql } from 'kysely';
import type { CompanySlim } from '#contract/companies/entities.ts';
import { hasPermission, type Permission, type Role } from '#contract/core/permissions.ts';
import { formatLogoUrl, selectAccent } from '../../access/branding.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { hasUnmutedItems } from '../notifications/silenced.ts';

export interface CompanyAccess {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
  readonly accent: string;
  readonly ownAccent: string | null;
  readonly logoUrl: string | null;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly status: 'active' | 'suspended' | 'closed';
  readonly linksEnabled: boolean;
  readonly isOnboardingRequired: boolean;
  readonly awaitsApproval: boolean;
  readonly role: Role;
  /** Numbers the person works; null: all. */
  readonly numberIds: readonly number[] | null;
}

/** A person who asks, and the company whose host they are at (`AuthUser`). */
export type Asker = Pick<AuthUser, 'userId' | 'onlyCompanyId'>;

/** All companies that a person reaches, by name. Runs in an identity transaction. */
export async function listCompanyAccess({ userId, onlyCompanyId }: Asker): Promise<CompanyAccess[]> {
  const rows = await currentTransaction()
    .selectFrom('companies')
    .leftJoin('organizations', 'organizations.id', 'companies.organization_id')
    .leftJoin('memberships', (join) => join.onRef('memberships.company_id', '=', 'companies.id').on('memberships.user_id', '=', userId))
    .leftJoin('organization_users', (join) =>
      join.onRef('organization_users.organization_id', '=', 'companies.organization_id').on('organization_users.user_id', '=', userId),
    )
    .select([
      'companies.id',
      'companies.name',
      'companies.slug',
      'companies.timezone',
      'companies.logo_key',
      'organizations.logo_key as organization_logo_key',
      selectAccent('companies', 'organizations').as('accent'),
      'companies.accent as own_accent',
      'companies.organization_id',
      'companies.account_status',
      'companies.links_enabled',
      'companies.is_onboarding_required',
      'companies.awaits_approval',
      'organizations.name as organization_name',
      'memberships.role',
      'memberships.number_ids',
      'organization_users.id as administers',
    ])
    .where((eb) => eb.or([eb('memberships.user_id', 'is not', null), eb('organization_users.id', 'is not', null)]))
    .$if(onlyCompanyId !== null, (query) => query.where('companies.id', '=', onlyCompanyId))
    .orderBy('companies.name')
    .orderBy('companies.id')
    .execute();
  return rows.map((row) => {
    const administers = row.administers !== null && row.role !== 'owner';
    return {
      id: row.id,
      name: row.name,
      slug: row.slug,
      timezone: row.timezone,
      accent: row.accent,
      ownAccent: row.own_accent,
      logoUrl: formatLogoUrl({
        id: row.id,
        logoKey: row.logo_key,
        organizationId: row.organization_id,
        organizationLogoKey: row.organization_logo_key,
      }),
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      status: row.account_status,
      linksEnabled: row.links_enabled,
      isOnboardingRequired: row.is_onboarding_required,
      awaitsApproval: row.awaits_approval,
      role: administers || row.role === null ? 'administrator' : row.role,
      numberIds: administers ? null : row.number_ids,
    };
  });
}

/** Refuses ids of companies that are not the person's. Runs in an identity transaction. */
export async function checkReach(asker: Asker, ids: readonly number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const own = new Set((await listCompanyAccess(asker)).map(({ id }) => id));
  if (!ids.every((id) => own.has(id))) throw new AppError('invalid', { field, message: 'You don’t belong to this company' });
}

/** Companies in which the person may do this. */
export const companiesWithPermission = (reach: readonly CompanyAccess[], permission: Permission) =>
  reach.filter((company) => hasPermission(company.role, permission));

/** For queries over several companies: those where the person works some numbers only, and all of these numbers. */
export function listRestrictions(reach: readonly CompanyAccess[]): { readonly companies: number[]; readonly numbers: number[] } {
  const limited = reach.filter((company) => company.numberIds !== null);
  return { companies: limited.map((company) => company.id), numbers: limited.flatMap((company) => company.numberIds ?? []) };
}

/** Companies as the switcher shows them, with the unread conversations of each that the person may read. Opens a transaction of all of them. */
export async function loadSlimCompanies(services: Services, userId: number, reach: readonly CompanyAccess[]): Promise<CompanySlim[]> {
  const unread = await countUnread(services, userId, companiesWithPermission(reach, 'conversations.read'));
  return reach.map((company) => ({
    id: company.id,
    name: company.name,
    slug: company.slug,
    timezone: company.timezone,
    accent: company.accent,
    ownAccent: company.ownAccent,
    logoUrl: company.logoUrl,
    status: company.status,
    organizationId: company.organizationId,
    organizationName: company.organizationName,
    actAs: company.role,
    unreadCount: unread.get(company.id) ?? 0,
    linksEnabled: company.linksEnabled,
    isOnboardingRequired: company.isOnboardingRequired,
    awaitsApproval: company.awaitsApproval,
  }));
}

async function countUnread(services: Services, userId: number, readable: readonly CompanyAccess[]): Promise<ReadonlyMap<number, number>> {
  const ids = readable.map((company) => company.id);
  if (ids.length === 0) return new Map();
  const limited = listRestrictions(readable);
  const rows = await services.tenancy.company(ids, userId, () =>
    currentTransaction()
      .selectFrom('conversations')
      .select((eb) => ['company_id', eb.fn.countAll<number>().as('count')])
      .where(sql<boolean>`company_id = any (${ids}::bigint[])`)
      .where('unread_count', '>', 0)
      .where('is_archived', '=', false)
      .where(hasUnmutedItems(userId))
      .where(sql<boolean>`(company_id <> all (${limited.companies}::bigint[]) or number_id = any (${limited.numbers}::bigint[]))`)
      .groupBy('company_id')
      .execute(),
  );
  return new Map(rows.map((row) => [row.company_id, Number(row.count)]));
}
