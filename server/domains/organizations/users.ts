/** Users of an organization and of its companies (CALL-104): those of companies that the asker administers (AMB-132). */
import type { ReachedUser } from '#contract/organizations/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { type Asker, companiesWithPermission, listCompanyAccess } from '../companies/companyAccess.ts';

interface Asked {
  readonly organizationId?: number | undefined;
  /** Only of these companies; ids the asker may not see find nobody. */
  readonly companyIds?: readonly number[] | undefined;
}

/** Runs in an identity transaction. */
export async function listReachedUsers(asker: Asker, { organizationId, companyIds = [] }: Asked): Promise<ReachedUser[]> {
  const reach = companiesWithPermission(await listCompanyAccess(asker), 'users.manage').filter(
    (company) => (organizationId === undefined || company.organizationId === organizationId) && (companyIds.length === 0 || companyIds.includes(company.id)),
  );
  const administers =
    organizationId === undefined
      ? undefined
      : await currentTransaction()
          .selectFrom('organization_users')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('user_id', '=', asker.userId)
          .executeTakeFirst();
  const names = new Map(reach.map(({ id, name }) => [id, name]));
  const memberships = await loadMemberships([...names.keys()]);
  const rows = administers && organizationId !== undefined ? await loadAdministrators(organizationId) : [];
  const adminRows = new Map(rows.map((row) => [row.user_id, row.id]));
  // Administrators of the organization alone are no users of named companies.
  const people = new Map([...memberships, ...(companyIds.length > 0 ? [] : rows)].map((row) => [row.user_id, row]));
  const companiesOf = Map.groupBy(memberships, (row) => row.user_id);
  return [...people.values()]
    .map((row) => ({
      id: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      companies: (companiesOf.get(row.user_id) ?? []).map(({ company_id: id, role }) => ({ id, name: names.get(id) ?? '', role })),
      organizationUserId: adminRows.get(row.user_id) ?? null,
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

async function loadMemberships(companyIds: readonly number[]) {
  if (companyIds.length === 0) return [];
  return currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.user_id', 'memberships.company_id', 'memberships.role', 'users.email', 'users.first_name', 'users.last_name'])
    .where('memberships.company_id', 'in', companyIds)
    .orderBy('memberships.company_id')
    .execute();
}

const loadAdministrators = (organizationId: number) =>
  currentTransaction()
    .selectFrom('organization_users')
    .innerJoin('users', 'users.id', 'organization_users.user_id')
    .select(['organization_users.id', 'organization_users.user_id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('organization_users.organization_id', '=', organizationId)
    .execute();
