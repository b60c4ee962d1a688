/** Custom fields in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { CustomField } from '#contract/customFields/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** All custom fields the company has: its own and its organization's. */
export const createCustomFieldsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'customFields'),
    queryFn: async ({ signal }): Promise<CustomField[]> => {
      const own = await app.api.call('customFields.list', { companyId, query: { companyId }, signal });
      const organizationId = app.get().companies.find(({ id }) => id === companyId)?.organizationId ?? null;
      if (organizationId === null) return own.data;
      const shared = await app.api.call('customFields.list', { companyId, query: { businessUnitId: organizationId }, signal });
      return [...own.data, ...shared.data];
    },
  });
