/** The list of companies as commands reach it. */

import { watchPerson } from '#commands/auth/personKey.ts';
import type { CompanyListServices } from '#commands/companies/types.ts';
import { type ServiceDeps, updateFilter } from '../../panes/index.ts';
import { fetchCompanies } from '../../shared/companies.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { companyView } from './data.ts';
import { enterNewCompany } from './enterNewCompany.ts';
import { changeCompany } from './settings.ts';

/** Commands over the list of companies, as the app provides them. */
export function createCompanyListServices({ app, workspace }: ServiceDeps): CompanyListServices {
  let tried: { readonly name: string; readonly key: string } | null = null;
  registerStore('company tried', () => {
    tried = null;
  });
  return {
    create: async ({ name, timezone }) => {
      const isHere = watchPerson(() => app.get().user);
      const key = tried?.name === name ? tried.key : crypto.randomUUID();
      tried = { name, key };
      const { id } = await app.api.call('companies.create', { body: { key, companyInfo: { name, timezone }, skipNumber: true } });
      const companies = isHere() ? await fetchCompanies(app) : null;
      if (companies === null) return { changed: false };
      enterNewCompany(app, companies, id);
      // Only now: a retry after a list that did not come is still the same company.
      tried = null;
      return { message: `Company “${name}” created` };
    },
    change: (changes, told) => changeCompany(app, changes, told),
    filter: (changes) => {
      companyView.set(updateFilter(companyView.get(), changes));
      workspace.open('companies');
    },
  };
}
