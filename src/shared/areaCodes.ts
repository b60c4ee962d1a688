/** Area codes of a company: the default one, and those of its numbers (CALL-095). */
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** Asks for the area codes of a company. */
export const readAreaCodes = (app: App, companyId: number) =>
  app.queries.fetchQuery({
    queryKey: keys.of(companyId, 'numbers', 'areaCodes'),
    queryFn: ({ signal }) => app.api.call('companies.areaCodes', { companyId, signal }),
  });
