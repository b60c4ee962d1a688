/** Bringing numbers in over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { checkPortability, createPortRequest } from './createPortRequest.ts';
import { getPortRequest, listPorts } from './queries.ts';

export const handlers: Handlers<typeof routes.porting> = {
  list: ({ query, services }) => listPorts(services, query.size, query.include === 'statuses'),
  get: ({ params, services }) => getPortRequest(services, params.id),
  check: ({ body, membership, authUser, services }) => checkPortability(services, body.numbers, { membership, authUser }),
  create: ({ body, files, membership, authUser, services }) => createPortRequest(services, body, files, { membership, authUser }),
};
