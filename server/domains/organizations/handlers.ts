/** Organizations over HTTP (spec 2.7 Companies and organizations). */

import type { routes } from '#contract/index.ts';
import type { Organization } from '#contract/organizations/entities.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { listCompanyAccess, loadSlimCompanies } from '../companies/companyAccess.ts';
import { fillFields } from './fields.ts';
import { listOrganizations } from './queries.ts';

/** The organizations of a person; `filled` gives those they administer what stands in their custom fields. */
async function listed(services: Services, userId: number) {
  const { all, administered, companyIds } = await services.tenancy.identity(async () => ({
    ...(await listOrganizations(userId)),
    companyIds: (await listCompanyAccess(userId)).filter(({ organizationId }) => organizationId !== null).map(({ id }) => id),
  }));
  const filled = async (some: readonly Organization[]) => {
    const whole = await fillFields(
      services,
      userId,
      companyIds,
      some.filter(({ id }) => administered.has(id)),
    );
    return some.map((organization) => whole.find(({ id }) => id === organization.id) ?? organization);
  };
  return { all, filled };
}

export const handlers: Handlers<typeof routes.organizations> = {
  list: async ({ query, authUser, services }) => {
    const { all, filled } = await listed(services, authUser.userId);
    return { data: await filled(all.slice(0, query.perPage)), meta: { total: all.length } };
  },

  get: async ({ params, authUser, services }) => {
    const { all, filled } = await listed(services, authUser.userId);
    const [found] = await filled(all.filter((organization) => organization.id === params.id));
    if (!found) throw new AppError('not_found');
    return found;
  },

  companies: async ({ params, authUser, services }) => {
    const reach = await services.tenancy.identity(() => listCompanyAccess(authUser.userId));
    const within = reach.filter((company) => company.organizationId === params.id);
    const slim = await loadSlimCompanies(services, authUser.userId, within);
    const statuses = new Map(within.map((company) => [company.id, company.status]));
    return { data: slim.map((company) => ({ ...company, status: statuses.get(company.id) ?? 'active' })), meta: { total: slim.length } };
  },
};
