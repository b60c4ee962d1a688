/** API keys of a company over HTTP. */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './keys.ts';

export const handlers: Handlers<typeof routes.apiKeys> = {
  list: async () => {
    const data = await listApiKeys();
    return { data, meta: { total: data.length } };
  },
  create: ({ body, authUser, request, services }) => createApiKey(services, body, { authUser, address: request.ip }),
  delete: async ({ params, authUser, request }) => {
    await deleteApiKey(params.id, { authUser, address: request.ip });
    return undefined;
  },
};
