/** The users of a company with their phones: who answers where. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CompanyUser } from '#contract/users/entities.ts';
import { type App, useApp, useMay } from '../api/app.ts';
import { keys } from '../api/queries.ts';

export const createColleaguesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'users', 'colleagues'),
    queryFn: async ({ signal }) => (await app.api.call('users.ofCompany', { companyId, signal })).data,
  });

const none: readonly CompanyUser[] = [];
/** The users of the company, as far as loaded; none for who may not see them. */
export function useColleagues(companyId: number): readonly CompanyUser[] {
  const app = useApp();
  const may = useMay('users.read');
  const { data } = useQuery({ ...createColleaguesQuery(app, companyId), enabled: may });
  return data ?? none;
}
