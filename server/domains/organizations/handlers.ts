/** Organizations over HTTP (spec 2.7 Companies and organizations). */

import type { routes } from '#contract/index.ts';
import type { Organization } from '#contract/organizations/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { noLogo, sendLogo, storeLogo } from '../../files/logos.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { type Asker, listCompanyAccess, loadSlimCompanies } from '../companies/companyAccess.ts';
import { addAdministrator, brandOrganization, changeSettings, removeAdministrator, renameOrganization, setAccountStatus } from './commands.ts';
import { fillFields } from './fields.ts';
import { listOrganizations } from './queries.ts';
import { listReachedUsers } from './users.ts';

/** One organization as its person sees it. */
async function readOne(services: Services, asker: Asker, id: number): Promise<Organization> {
  const { all, filled } = await listed(services, asker);
  const [found] = await filled(all.filter((organization) => organization.id === id));
  if (!found) throw new AppError('not_found');
  return found;
}

/** The organizations of a person; `filled` gives those they administer what stands in their custom fields. */
async function listed(services: Services, asker: Asker) {
  const { userId } = asker;
  const { all, administered, companyIds } = await services.tenancy.identity(async () => ({
    ...(await listOrganizations(asker)),
    companyIds: (await listCompanyAccess(asker)).filter(({ organizationId }) => organizationId !== null).map(({ id }) => id),
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
    const { all, filled } = await listed(services, authUser);
    return { data: await filled(all.slice(0, query.perPage)), meta: { total: all.length } };
  },

  get: ({ params, authUser, services }) => readOne(services, authUser, params.id),

  companies: async ({ params, authUser, services }) => {
    const reach = await services.tenancy.identity(() => listCompanyAccess(authUser));
    const within = reach.filter((company) => company.organizationId === params.id);
    const slim = await loadSlimCompanies(services, authUser.userId, within);
    return { data: slim, meta: { total: slim.length } };
  },

  update: async ({ params, body, authUser, services, request }) => {
    await renameOrganization({ services, authUser, address: request.ip }, params.id, body.name);
    return readOne(services, authUser, params.id);
  },

  updateSettings: async ({ params, body, authUser, services, request }) => {
    await changeSettings({ services, authUser, address: request.ip }, params.id, body);
    return readOne(services, authUser, params.id);
  },

  brand: async ({ params, body, files, authUser, services, request }) => {
    const logo = await storeLogo(services.files, files, `organizations/${params.id}`);
    await brandOrganization({ services, authUser, address: request.ip }, params.id, body, logo);
    return readOne(services, authUser, params.id);
  },

  logo: async ({ params, services, reply }) => {
    const row = await services.tenancy.identityReading(() =>
      currentTransaction().selectFrom('organizations').select(['logo_key', 'logo_type']).where('id', '=', params.id).executeTakeFirst(),
    );
    return sendLogo(services.files, row ?? noLogo, reply);
  },

  setStatus: async ({ params, body, authUser, services, request }) => {
    await setAccountStatus({ services, authUser, address: request.ip }, params.orgId, params.accountId, body.status);
    const reach = await services.tenancy.identityReading(() => listCompanyAccess(authUser));
    const [company] = await loadSlimCompanies(
      services,
      authUser.userId,
      reach.filter(({ id }) => id === params.accountId),
    );
    if (!company) throw new AppError('not_found');
    return company;
  },

  users: async ({ query, authUser, services }) => {
    const data = await services.tenancy.identityReading(() =>
      listReachedUsers(authUser, { organizationId: query.business_unit_id, companyIds: query.company_ids }),
    );
    return { data, meta: { total: data.length } };
  },

  addUser: async ({ params, body, authUser, services, request }) => {
    await addAdministrator({ services, authUser, address: request.ip }, params.id, body.userId);
    const added = (await readOne(services, authUser, params.id)).users.find(({ userId }) => userId === body.userId);
    if (!added) throw new AppError('conflict');
    return added;
  },

  removeUser: async ({ params, authUser, services, request }) => {
    await removeAdministrator({ services, authUser, address: request.ip }, params.id);
    return undefined;
  },
};
