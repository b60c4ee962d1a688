/** Organizations of the user, the companies and users of one; they belong to the user, not to a company. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Organization } from '#contract/organizations/entities.ts';
import { type App, useApp } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore, useStore } from '../../store/store.ts';

/** The organization whose companies and users are shown; null until one was chosen. */
export const shownOrganization = createStore<number | null>(null);
registerStore('view: organization', () => shownOrganization.set(null));

/** All that is read of organizations. */
export const organizationKeys = keys.me('organizations');

/** Organizations the user administers or has companies in, by name. */
export const createOrganizationsQuery = (app: App) =>
  queryOptions({
    queryKey: keys.me('organizations', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('organizations.list', { query: {}, signal })).data,
  });

/** The companies of an organization that the user may see. */
export const createOrganizationCompaniesQuery = (app: App, id: number) =>
  queryOptions({
    queryKey: keys.me('organizations', 'companies', id),
    queryFn: async ({ signal }) => (await app.api.call('organizations.companies', { params: { id }, signal })).data,
  });

/** Users of an organization and its companies. */
export const createOrganizationUsersQuery = (app: App, id: number) =>
  queryOptions({
    queryKey: keys.me('organizations', 'users', id),
    queryFn: async ({ signal }) => (await app.api.call('organizations.users', { query: { business_unit_id: id }, signal })).data,
  });

/** The organization that is shown: the chosen one, else the first the user administers, else the first. */
export function useShownOrganization(): { readonly organization: Organization | undefined; readonly isLoading: boolean } {
  const app = useApp();
  const chosen = useStore(shownOrganization);
  const { data, isPending } = useQuery(createOrganizationsQuery(app));
  const organization = data?.find(({ id }) => id === chosen) ?? data?.find(({ isAdministered }) => isAdministered) ?? data?.[0];
  return { organization, isLoading: isPending };
}
