/** Handlers of the signed-in user's own data, over HTTP. */

import { listPermissions } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listCompanyAccess, loadSlimCompanies } from '../companies/companyAccess.ts';
import { readPhones, savePhones } from './phones.ts';
import { deleteLayout, listCommands, listLayouts, logCommand, readKeymap, readPreferences, saveKeymap, saveLayout, savePreferences } from './preferences.ts';
import { search } from './search.ts';

export const handlers: Handlers<typeof routes.me> = {
  abilities: async ({ membership }) => ({
    companyId: membership.companyId,
    role: membership.role,
    permissions: listPermissions(membership.role),
    numberIds: membership.numberIds === null ? null : [...membership.numberIds],
  }),

  companies: async ({ authUser, services }) => {
    const reach = await services.tenancy.identity(() => listCompanyAccess(authUser));
    return { data: await loadSlimCompanies(services, authUser.userId, reach) };
  },

  preferences: ({ authUser, services }) => readPreferences(services, authUser),
  savePreferences: ({ body, authUser, services }) => savePreferences(services, authUser, body),
  phones: ({ authUser, services }) => services.tenancy.identityReading(() => readPhones(authUser.userId)),
  savePhones: ({ body, authUser, services }) => savePhones(services, authUser, body.phones),
  keymap: ({ authUser, services }) => services.tenancy.identity(() => readKeymap(authUser.userId)),
  saveKeymap: ({ body, authUser, services }) => services.tenancy.identity(() => saveKeymap(authUser.userId, body)),

  layouts: ({ authUser, services }) => services.tenancy.identity(() => listLayouts(authUser)),
  saveLayout: ({ params, body, authUser, services }) => services.tenancy.identity(() => saveLayout(authUser, params.name, body.layout)),
  deleteLayout: async ({ params, authUser, services }) => {
    await services.tenancy.identity(() => deleteLayout(authUser, params.name));
    return undefined;
  },

  commandLog: ({ authUser, services }) => services.tenancy.identity(() => listCommands(authUser)),
  logCommand: ({ body, authUser, services, request }) => services.tenancy.identity(() => logCommand(authUser, body, request.ip)),

  search: async ({ query, authUser, services }) => {
    const data = await search(services, authUser, query);
    if (data === null) throw new AppError('not_found');
    return { data };
  },
};
