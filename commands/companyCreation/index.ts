/** Creating a company: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { companyCreationCommands } from './commands.ts';
import type { CompanyCreationTypes } from './types.ts';

export const companyCreation: CommandArea<CompanyCreationTypes> = {
  commands: [...companyCreationCommands],
  triggers: {
    companyCreate: {
      'creation.opened': { command: 'companyCreate.open' },
      'detail.typed': { field: 'name' },
      'details.submitted': { command: 'companyCreate.submit' },
      'creation.checked': { command: 'companyCreate.check' },
      'plan.chosen': { command: 'companyCreate.plan' },
      'plan.skipped': { command: 'companyCreate.skipPlan' },
      'card.requested': { command: 'companyCreate.card' },
      'card.skipped': { command: 'companyCreate.skipCard' },
      'area.typed': { field: 'areaCode' },
      'numbers.searched': { command: 'companyCreate.search' },
      'number.chosen': { command: 'companyCreate.number' },
      'number.skipped': { command: 'companyCreate.skipNumber' },
      'step.reopened': { command: 'companyCreate.back' },
      'creation.closed': { command: 'companyCreate.close' },
    },
  },
  keys: [{ keys: 'mod+enter', command: 'companyCreate.submit', scope: 'companyCreate', in: 'text' }],
};
