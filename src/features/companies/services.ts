/** The list of companies as commands reach it. */

import { watchPerson } from '#commands/auth/personKey.ts';
import type { CompanyListServices } from '#commands/companies/types.ts';
import { getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, updateFilter } from '../../panes/index.ts';
import { readAreaCodes } from '../../shared/areaCodes.ts';
import { createByName } from './creationServices.ts';
import { companyView } from './data.ts';
import { changeCompany } from './settings.ts';

/** Commands over the list of companies, as the app provides them. */
export function createCompanyListServices({ app, workspace }: ServiceDeps): CompanyListServices {
  return {
    create: async ({ name, timezone }) => {
      const isHere = watchPerson(() => app.get().user);
      await createByName({ app }, { name, timezone });
      return isHere() ? { message: `Company “${name}” created` } : { changed: false };
    },
    change: (changes, told) => changeCompany(app, changes, told),
    readAreaCode: async () => (await readAreaCodes(app, getCompanyId(app))).defaultAreaCode,
    filter: (changes) => {
      companyView.set(updateFilter(companyView.get(), changes));
      workspace.open('companies');
    },
  };
}
