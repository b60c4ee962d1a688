/** The tenant in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Settings of the company's tenant. */
export const createTenantQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'tenant'),
    queryFn: ({ signal }) => app.api.call('tenant.get', { companyId, signal }),
  });

/** The company's domain with its records. */
export const createDomainQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'customDomain'),
    queryFn: ({ signal }) => app.api.call('tenant.domain', { companyId, signal }),
  });
