/** What belongs to the person signed in, over HTTP. */

import { permissionsOf } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listCompanyAccess, slimCompanies } from '../companies/companyAccess.ts';
import { readPhones, savePhones } from './phones.ts';
import { deleteLayout, listCommands, listLayouts, logCommand, readKeymap, readPreferences, saveKeymap, saveLayout, savePreferences } from './preferences.ts';
import { search } from './search.ts';

export const handlers: Handlers<typeof routes.me> = {
  abilities: async ({ membership }) => ({
    companyId: membership.companyId,
    role: membership.role,
    permissions: permissionsOf(membership.role),
    numberIds: membership.numberIds === null ? null : [...membership.numberIds],
  }),

  companies: async ({ caller, services }) => {
    const reach = await services.tenancy.identity(() => listCompanyAccess(caller.userId));
    return { data: await slimCompanies(services, caller.userId, reach) };
  },

  preferences: ({ caller, services }) => services.tenancy.identity(() => readPreferences(caller.userId)),
  savePreferences: ({ body, caller, services }) => services.tenancy.identity(() => savePreferences(caller.userId, body)),
  phones: ({ caller, services }) => services.tenancy.identityReading(() => readPhones(caller.userId)),
  savePhones: ({ body, caller, services }) => savePhones(services, caller.userId, body.phones),
  keymap: ({ caller, services }) => services.tenancy.identity(() => readKeymap(caller.userId)),
  saveKeymap: ({ body, caller, services }) => services.tenancy.identity(() => saveKeymap(caller.userId, body)),

  layouts: ({ caller, services }) => services.tenancy.identity(() => listLayouts(caller.userId)),
  saveLayout: ({ params, body, caller, services }) => services.tenancy.identity(() => saveLayout(caller.userId, params.name, body.layout)),
  deleteLayout: async ({ params, caller, services }) => {
    await services.tenancy.identity(() => deleteLayout(caller.userId, params.name));
    return undefined;
  },

  commandLog: ({ caller, services }) => services.tenancy.identity(() => listCommands(caller.userId)),
  logCommand: ({ body, caller, services, request }) => services.tenancy.identity(() => logCommand(caller, body, request.ip)),

  search: async ({ query, caller, services }) => ({ data: await search(services, caller.userId, query) }),
};
