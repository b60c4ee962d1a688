/** Organizations (business units): whole to those who administer them; to others only their name and the companies they have there. */
import { sql } from 'kysely';
import type { Organization } from '#contract/organizations/entities.ts';
import { accountStatuses } from '#contract/organizations/enums.ts';
import { formatOrganizationLogoUrl } from '../../access/branding.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { type Asker, type CompanyAccess, listCompanyAccess } from '../companies/companyAccess.ts';

/** Organizations a person administers or has companies in, by name, custom fields not yet filled in (`fillFields`), and the ids of those they administer. Runs in an identity transaction. */
export async function listOrganizations(asker: Asker): Promise<{ readonly all: Organization[]; readonly administered: ReadonlySet<number> }> {
  const reach = await listCompanyAccess(asker);
  // At a company's own host nobody administers its organization.
  const administered = await currentTransaction()
    .selectFrom('organization_users')
    .select('organization_id')
    .where('user_id', '=', asker.onlyCompanyId === null ? asker.userId : null)
    .execute();
  const own = new Set(administered.map((row) => row.organization_id));
  const ids = [...new Set([...own, ...reach.flatMap((company) => company.organizationId ?? [])])];
  if (ids.length === 0) return { all: [], administered: own };
  const organizations = await currentTransaction()
    .selectFrom('organizations')
    .select(['id', 'name', 'timezone', 'links_enabled', 'accent', 'logo_key'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const people = await loadUsers([...own]);
  const all = organizations.map(({ id, name, timezone, links_enabled: linksEnabled, accent, logo_key: logoKey }) => {
    const companies = reach.filter((company) => company.organizationId === id);
    return {
      id,
      name,
      companyCount: companies.length,
      eavAttributeValues: [],
      accountStatuses: countStatuses(companies),
      users: own.has(id) ? (people.get(id) ?? []) : [],
      isAdministered: own.has(id),
      settings: { timezone, linksEnabled },
      branding: { accent, logoUrl: formatOrganizationLogoUrl(id, logoKey) },
    };
  });
  return { all, administered: own };
}

function countStatuses(companies: readonly CompanyAccess[]): Organization['accountStatuses'] {
  return accountStatuses.map((status) => ({ status, count: companies.filter((company) => company.status === status).length })).filter(({ count }) => count > 0);
}

async function loadUsers(organizationIds: readonly number[]): Promise<ReadonlyMap<number, Organization['users']>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await currentTransaction()
    .selectFrom('organization_users')
    .innerJoin('users', 'users.id', 'organization_users.user_id')
    .select([
      'organization_users.id',
      'organization_users.organization_id',
      'users.id as user_id',
      'users.email',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('name'),
    ])
    .where('organization_users.organization_id', 'in', organizationIds)
    .orderBy('name')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.organization_id)].map(([id, members]) => [
      id,
      members.map((row) => ({ id: row.id, userId: row.user_id, name: row.name, email: row.email, eavAttributeValues: [] })),
    ]),
  );
}
