/** Looking up callers over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { lookUp } from './lookupCaller.ts';

export const handlers: Handlers<typeof routes.lookups> = {
  caller: ({ body, membership, authUser, services }) => lookUp(services, body.number, { membership, authUser }),
};
