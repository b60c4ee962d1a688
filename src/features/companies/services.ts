/** The list of companies as commands reach it. */
import type { CompanyListServices } from '#commands/companies.services.ts';
import { changed, type Surroundings } from '../../panes/index.ts';
import { companyView } from './data.ts';

/** Commands over the list of companies, as the app provides them. */
export function createCompanyListServices({ workspace }: Surroundings): CompanyListServices {
  return {
    filter: (changes) => {
      companyView.set(changed(companyView.get(), changes));
      workspace.open('companies');
    },
  };
}
