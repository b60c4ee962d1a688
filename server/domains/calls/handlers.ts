/** Calls over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { markCall, setOutcomes, tagCalls } from './commands.ts';
import { oneCall } from './queries.ts';
import { countCalls, searchCalls } from './search.ts';

export const handlers: Handlers<typeof routes.calls> = {
  search: ({ query, seat, services }) => searchCalls(services, seat, query),
  count: ({ query, seat }) => countCalls(seat, query),
  get: ({ params, seat, services }) => oneCall(services, seat, params.id),
  outcomes: ({ body, seat, caller }) => setOutcomes(seat, caller, body.calls),
  tag: ({ body, seat, caller }) => tagCalls(seat, caller, body),
  mark: ({ params, body, seat, caller, services }) => markCall(services, seat, caller, params.id, body),
};
