/** The installation itself. */
import type { routes } from '#contract/index.ts';
import type { Config } from '../../config.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listNamedRoutes } from '../../http/namedRoutes.ts';
import { createOpenApi } from '../../http/openapi.ts';
import { getSessionCookieName } from '../auth/cookies.ts';
import { readClientConfig } from './clientConfig.ts';
import { sendFile } from './files.ts';

const documents = new WeakMap<Config, string>();

export const handlers: Handlers<typeof routes.system> = {
  config: ({ request, services }) => readClientConfig(services, request.tenantHost),
  openapi: async ({ reply, services }) => {
    const { config } = services;
    const document = documents.get(config) ?? JSON.stringify(createOpenApi(listNamedRoutes(), config.version, getSessionCookieName(config)));
    documents.set(config, document);
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  },
  file: sendFile,
};
