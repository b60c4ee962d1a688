/** Dynamic numbers over HTTP (spec 2.7). */
import { dniSources } from '#contract/dni/sources.ts';
import type { routes } from '#contract/index.ts';
import { completeWebAddress, parseWebAddress } from '#contract/text/webAddress.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { readCallSource, readFeed, readTimeline } from './activities.ts';
import { compareSizes } from './compareSizes.ts';
import { createPool, deletePool, getPool, listPools, updatePool } from './pools.ts';
import { listReports, reportCalls } from './reports.ts';
import { checkScript, getPublicKey, toScript } from './scriptCheck.ts';

export const handlers: Handlers<typeof routes.dni> = {
  pools: async ({ membership }) => {
    const data = await listPools(membership);
    return { data, meta: { total: data.length } };
  },
  createPool: ({ body, authUser, membership, services }) => createPool(services, body, { authUser, membership }),
  pool: ({ params, membership }) => getPool(params.poolId, membership),
  updatePool: ({ params, body, authUser, membership, services }) => updatePool(services, params.poolId, body, { authUser, membership }),
  deletePool: ({ params, query, authUser, membership, services }) =>
    deletePool(services, params.poolId, { shouldDeleteNumbers: query.shouldDeleteNumbers === '1', count: query.count }, { authUser, membership }),
  poolSizes: ({ params, query, authUser, membership, services }) => compareSizes(services, { poolId: params.poolId, ...query }, { authUser, membership }),
  sources: async () => ({ data: [...dniSources], meta: { total: dniSources.length } }),
  script: async ({ services }) => toScript(services, await getPublicKey()),
  verifyScript: async ({ body, authUser, membership, services }) => {
    if (parseWebAddress(body.url) === null) throw new AppError('invalid', { field: 'url', message: 'Enter a public web address like https://example.com' });
    const publicKey = await services.tenancy.companyReading([membership.companyId], authUser.userId, getPublicKey);
    return { url: completeWebAddress(body.url), result: await checkScript(services, body.url, publicKey), checkedAt: new Date().toISOString() };
  },
  timelineEvents: ({ params, membership }) => readTimeline(membership, params.id),
  realTimeFeed: ({ query, membership }) => readFeed(membership, query.poolId),
  reportCalls: ({ body, authUser, membership, services }) => reportCalls(services, body, { authUser, membership }),
  reports: async ({ authUser, membership }) => {
    const data = await listReports({ authUser, membership });
    return { data, meta: { total: data.length } };
  },
  callSource: ({ params, membership }) => readCallSource(membership, params.callId),
};
