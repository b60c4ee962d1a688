/** Companies: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { CompaniesTypes } from './types.ts';

export const companies: AreaShape<CompaniesTypes> = {
  rows: {
    company: { nouns: ['company', 'companies'], getName: ({ name }) => name },
  },
  scopes: {
    companies: { priority: 30, unavailable: ['Go to Companies first', 'go.companies'] },
  },
  context: {},
};
