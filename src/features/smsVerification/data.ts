/** Registrations in the cache, where they stay fresh for 3 minutes (RULE-208). */
import { queryOptions } from '@tanstack/react-query';
import { smsVerificationLimits } from '#contract/smsVerification/limits.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

const staleTime = smsVerificationLimits.cacheMs;

/** Registrations of a company, newest first. */
export const createRegistrationsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'registrations', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('smsVerification.list', { companyId, signal })).data,
    staleTime,
  });

/** One registration. */
export const createRegistrationQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'registrations', 'one', id),
    queryFn: ({ signal }) => app.api.call('smsVerification.get', { companyId, params: { id }, signal }),
    staleTime,
  });
