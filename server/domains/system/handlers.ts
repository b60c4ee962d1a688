/** The installation itself. */
import type { routes } from '#contract/index.ts';
import { namedRoutes } from '../../http/api.ts';
import type { Handlers } from '../../http/handlers.ts';
import { openApi } from '../../http/openapi.ts';
import { sendFile } from './files.ts';

let document: string | undefined;

export const handlers: Handlers<typeof routes.system> = {
  config: async ({ services: { config } }) => ({
    name: 'Keyline',
    supportEmail: config.supportEmail,
    realtime: {
      key: config.realtime.key,
      host: config.realtime.host,
      port: config.realtime.port,
      tls: config.realtime.driver === 'embedded' ? config.publicUrl.startsWith('https:') : config.realtime.tls,
      cluster: config.realtime.cluster,
    },
    sandboxUrl: config.sandboxUrl,
    version: config.version,
  }),
  openapi: async ({ reply, services }) => {
    document ??= JSON.stringify(openApi(namedRoutes(), services.config.version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  },
  file: sendFile,
};
