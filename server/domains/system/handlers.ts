/** The installation itself. */
import type { routes } from '#contract/index.ts';
import { namedRoutes } from '../../http/api.ts';
import type { Handlers } from '../../http/handlers.ts';
import { openApi } from '../../http/openapi.ts';
import { clientConfig } from './clientConfig.ts';
import { sendFile } from './files.ts';

let document: string | undefined;

export const handlers: Handlers<typeof routes.system> = {
  config: async ({ services }) => clientConfig(services.config),
  openapi: async ({ reply, services }) => {
    document ??= JSON.stringify(openApi(namedRoutes(), services.config.version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  },
  file: sendFile,
};
