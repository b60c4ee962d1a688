/** All groups and labels of the company’s contacts: what commands and filters choose from. */
import { queryOptions } from '@tanstack/react-query';
import type { ContactGroup } from '#contract/groups/entities.ts';
import { groupMessages } from '#contract/groups/texts.ts';
import type { App } from '../api/app.ts';
import { ApiError } from '../api/errors.ts';
import { keys } from '../api/queries.ts';

/** More than a company may have. */
const allGroups = 500;

/** Groups by name. An answer without rows is an error of the server’s (RULE-088). */
export const createGroupsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'groups'),
    queryFn: async ({ signal }): Promise<readonly ContactGroup[]> => {
      const answer: { readonly data?: readonly ContactGroup[] } = await app.api.call('groups.list', {
        companyId,
        query: { per_page: allGroups },
        signal,
      });
      if (!answer.data) throw new ApiError({ status: 500, code: 'internal', message: groupMessages.listFailed, errors: [], isRead: true });
      return answer.data;
    },
  });

/** Labels by name. */
export const createContactLabelsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'contactLabels'),
    queryFn: async ({ signal }) => (await app.api.call('contactLabels.list', { companyId, signal })).data,
  });
