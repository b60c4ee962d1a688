/** Dynamic numbers in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The feed is asked for again this often beside what the channel tells: visitors leave without a word. */
const feedMs = 10_000;

export const createPoolsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'pools'),
    queryFn: async ({ signal }) => (await app.api.call('dni.pools', { companyId, signal })).data,
  });

/** Sizes of a pool compared; `day` is replayed, else the busiest. */
export const createPoolSizesQuery = (app: App, companyId: number, id: number, day: string | undefined) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'pools', 'sizes', id, day ?? ''),
    queryFn: ({ signal }) => app.api.call('dni.poolSizes', { companyId, params: { poolId: id }, query: day === undefined ? {} : { day }, signal }),
  });

export const createSourcesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'sources'),
    queryFn: async ({ signal }) => (await app.api.call('dni.sources', { companyId, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const createScriptQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'script'),
    queryFn: ({ signal }) => app.api.call('dni.script', { companyId, signal }),
  });

/** Visitor sessions, the last seen first. */
export const createVisitsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'visits', 'feed'),
    queryFn: async ({ signal }) => (await app.api.call('dni.realTimeFeed', { companyId, signal })).data,
    refetchInterval: feedMs,
  });

/** One session with its timeline. */
export const createVisitQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'visits', 'one', id),
    queryFn: ({ signal }) => app.api.call('dni.timelineEvents', { companyId, params: { id }, signal }),
  });

/** Reports that were made, the newest first. */
export const createReportsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'dni', 'reports'),
    queryFn: async ({ signal }) => (await app.api.call('dni.reports', { companyId, signal })).data,
  });
