/** Calls over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { markCall, setOutcomes, tagCalls } from './commands.ts';
import { getCall } from './queries.ts';
import { countCalls, searchCalls } from './search.ts';

export const handlers: Handlers<typeof routes.calls> = {
  search: ({ query, membership, services }) => searchCalls(services, membership, query),
  count: ({ query, membership }) => countCalls(membership, query),
  get: ({ params, membership, services }) => getCall(services, membership, params.id),
  outcomes: ({ body, membership, authUser }) => setOutcomes(membership, authUser, body.calls),
  tag: ({ body, membership, authUser }) => tagCalls(membership, authUser, body),
  mark: ({ params, body, membership, authUser }) => markCall(membership, authUser, params.id, body),
};
