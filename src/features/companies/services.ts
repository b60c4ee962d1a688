/** The list of companies as commands reach it. */
import type { CompanyListServices } from '#commands/companies.services.ts';
import { routes } from '#contract/index.ts';
import { changed, type Surroundings } from '../../panes/index.ts';
import { companyView } from './data.ts';
import { enterNewCompany } from './entering.ts';
import { changeCompany } from './settings.ts';

/** Commands over the list of companies, as the app provides them. */
export function createCompanyListServices({ app, workspace }: Surroundings): CompanyListServices {
  let tried: { readonly name: string; readonly key: string } | null = null;
  return {
    create: async ({ name, timezone }) => {
      const key = tried?.name === name ? tried.key : crypto.randomUUID();
      tried = { name, key };
      const { id } = await app.api.call(routes.companies.create, { body: { key, companyInfo: { name, timezone }, skipNumber: true } });
      tried = null;
      const { data } = await app.api.call(routes.me.companies, {});
      enterNewCompany(app, data, id);
      return { told: `Company “${name}” created` };
    },
    change: (changes, told) => changeCompany(app, changes, told),
    filter: (changes) => {
      companyView.set(changed(companyView.get(), changes));
      workspace.open('companies');
    },
  };
}
