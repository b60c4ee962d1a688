/** Enters a company that the person did not have a moment ago. */
import { queryOptions } from '@tanstack/react-query';
import type { CompanySlim } from '#contract/entities.ts';
import { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The person's own companies, as the switcher has them. */
export const ownCompanies = (app: App) =>
  queryOptions({
    queryKey: keys.me('own-companies'),
    queryFn: async ({ signal }): Promise<readonly CompanySlim[]> => (await app.api.call(routes.me.companies, { signal })).data,
    staleTime: 0,
  });

/** Takes over a newer list and enters `wanted`, else the first, where no company is open. */
export function enterNewCompany(app: App, companies: readonly CompanySlim[], wanted?: number): void {
  const next = companies.find(({ id }) => id === wanted) ?? companies[0];
  if (!next) return;
  app.set({ companies });
  app.companySwitch.send({ type: 'company.chosen', company: { id: next.id, name: next.name } });
}
