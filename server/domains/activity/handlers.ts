/** The activity list over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listActivity } from './queries.ts';

export const handlers: Handlers<typeof routes.activity> = {
  list: ({ query, membership, services }) => listActivity(services, membership, query),
};
