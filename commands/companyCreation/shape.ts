/** Creating a company: its scope, as the rest of the app knows it. */
import type { AreaShape } from '../core/shape.ts';
import type { CompanyCreationTypes } from './types.ts';

export const companyCreation: AreaShape<CompanyCreationTypes> = {
  rows: {},
  scopes: {
    companyCreate: {
      priority: 40,
      unavailable: ['Create a company first', 'companyCreate.open'],
      isStep: true,
      hints: [
        ['companyCreate.submit', 'create'],
        ['companyCreate.plan', 'choose plan'],
        ['companyCreate.skipPlan', 'skip plan'],
        ['companyCreate.search', 'search numbers'],
        ['companyCreate.skipNumber', 'skip number'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
