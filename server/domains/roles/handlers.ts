/** The roles over HTTP: the one matrix, as it is. */

import { listPermissions, roles } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';

export const handlers: Handlers<typeof routes.roles> = {
  list: async () => ({ data: roles.map((name) => ({ name, permissions: listPermissions(name) })) }),
};
