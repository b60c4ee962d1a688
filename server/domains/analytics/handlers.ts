/** Reports over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { reportCalls } from './calls.ts';

export const handlers: Handlers<typeof routes.analytics> = {
  calls: ({ query, membership }) => reportCalls(membership, query),
};
