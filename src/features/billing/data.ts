/** Billing in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

export const createBillingQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'billing', 'company'),
    queryFn: ({ signal }) => app.api.call('billing.get', { companyId, signal }),
  });

export const createInvoicesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'billing', 'invoices'),
    queryFn: async ({ signal }) => (await app.api.call('billing.invoices', { companyId, signal })).data,
  });

export const createUsageQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'billing', 'usage'),
    queryFn: ({ signal }) => app.api.call('billing.usage', { companyId, signal }),
  });

export const createOffersQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'billing', 'offers'),
    queryFn: async ({ signal }) => (await app.api.call('billing.offers', { companyId, signal })).data,
  });
