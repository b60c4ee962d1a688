/** The tenant and its domain over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { checkDomain, claimDomain, lookAtDomain, removeDomain, syncDomain } from './domains.ts';
import { findDomain } from './repository.ts';
import { lookAtSender, removeSender, startSender } from './senders.ts';
import { toCustomDomain, toTenantConfig } from './serializer.ts';
import { readSettings, updateSettings } from './settings.ts';

/** Seconds a cache may keep the brand of a host name: the answer depends on the address alone, on no header. */
const configSeconds = 60;

export const handlers: Handlers<typeof routes.tenant> = {
  config: async ({ query, reply, services }) => {
    const tenant = await services.tenantHosts.find(query.hostname);
    reply.header('cache-control', `public, max-age=${configSeconds}`);
    return toTenantConfig(services, tenant?.isSynced ? tenant : null);
  },
  get: ({ services }) => readSettings(services),
  update: ({ body, files, membership, authUser, services }) => updateSettings(services, body, files, { membership, authUser }),
  startSender: ({ body, membership, authUser, services }) => startSender(services, body, { membership, authUser }),
  lookSender: ({ membership, authUser, services }) => lookAtSender(services, { membership, authUser }),
  removeSender: async ({ membership, authUser }) => {
    await removeSender({ membership, authUser });
    return undefined;
  },
  domain: async ({ services }) => toCustomDomain(services, await findDomain()),
  createDomain: ({ body, authUser, services }) => claimDomain(services, body, { authUser }),
  checkDomain: ({ query, services }) => checkDomain(services, query.domainName),
  lookDomain: ({ params, membership, authUser, services }) => lookAtDomain(services, params.id, { membership, authUser }),
  syncDomain: ({ params, membership, authUser, services }) => syncDomain(services, params.id, { membership, authUser }),
  removeDomain: async ({ params, authUser, services }) => {
    await removeDomain(services, params.id, { authUser });
    return undefined;
  },
};
