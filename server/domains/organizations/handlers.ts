/** Organizations over HTTP (spec 2.7 Companies and organizations). */
import type { routes } from '#contract/index.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { reachOf, slimCompanies } from '../companies/reach.ts';
import { organizationsOf } from './queries.ts';

export const handlers: Handlers<typeof routes.organizations> = {
  list: async ({ query, caller, services }) => {
    const all = await services.tenancy.identity(() => organizationsOf(caller.userId));
    return { data: all.slice(0, query.perPage), meta: { total: all.length } };
  },

  get: async ({ params, caller, services }) => {
    const all = await services.tenancy.identity(() => organizationsOf(caller.userId));
    const found = all.find((organization) => organization.id === params.id);
    if (!found) throw new Refusal('not_found');
    return found;
  },

  companies: async ({ params, caller, services }) => {
    const reach = await services.tenancy.identity(() => reachOf(caller.userId));
    const within = reach.filter((company) => company.organizationId === params.id);
    const slim = await slimCompanies(services, caller.userId, within);
    const statuses = new Map(within.map((company) => [company.id, company.status]));
    return { data: slim.map((company) => ({ ...company, status: statuses.get(company.id) ?? 'active' })), meta: { total: slim.length } };
  },
};
