/** Calls over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { checkMayExport } from '../../lists/exports.ts';
import { checkSameSite } from '../auth/cookies.ts';
import { markCall, setOutcomes, tagCalls } from './commands.ts';
import { getCall } from './queries.ts';
import { countCalls, exportSearch, searchCalls } from './search.ts';

export const handlers: Handlers<typeof routes.calls> = {
  search: ({ query, request, ...caller }) => {
    const { authUser, membership, services } = caller;
    const { tenancy } = services;
    if (query.format === undefined && query.async === undefined) return searchCalls(caller, query);
    // A file is written down for the person: no other site may ask for it in their name.
    checkSameSite(request, services);
    checkMayExport(caller);
    return tenancy.company([membership.companyId], authUser.userId, () => exportSearch(caller, query));
  },
  count: ({ query, ...caller }) => countCalls(caller, query),
  get: ({ params, membership, services }) => getCall(services, membership, params.id),
  outcomes: ({ body, membership, authUser }) => setOutcomes(membership, authUser, body.calls),
  tag: ({ body, membership, authUser }) => tagCalls(membership, authUser, body),
  mark: ({ params, body, membership, authUser }) => markCall(membership, authUser, params.id, body),
};
