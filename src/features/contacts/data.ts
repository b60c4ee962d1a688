/** Contacts in the cache: how they are fetched, and what is known of a contact besides itself. */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Activity } from '#contract/activity/entities.ts';
import { contactSorts } from '#contract/contacts/enums.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { firstPage, getNextPage } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import type { ContactsView } from '../../shared/contactFilter.ts';

type ContactPage = RouteReply<typeof routes.contacts.list>;
export type ContactPages = InfiniteData<ContactPage>;

const toSort = (columnId: string) => contactSorts.find((sort) => sort === columnId) ?? 'name';

/** The list of a view, by page. */
export const createContactListQuery = (app: App, companyId: number, { filter, sort }: ContactsView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'contacts', 'list', { filter, sort }),
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('contacts.list', {
        companyId,
        query: { page: pageParam.page, per_page: pageParam.perPage, sort: toSort(sort.columnId), dir: sort.direction, ...filter },
        signal,
      }),
    getNextPageParam: getNextPage,
  });

/** Notes the team wrote on a contact, newest first. */
export const createContactNotesQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'contacts', 'notes', id),
    queryFn: async ({ signal }) => (await app.api.call('notes.list', { companyId, query: { model_type: 'contact' as const, model_id: id }, signal })).data,
  });

/** History of a number: the newest items, the number of calls and messages, and its first date. */
interface History {
  readonly recent: readonly Activity[];
  readonly calls: number;
  readonly messages: number;
  readonly total: number;
  /** ISO 8601; null when nothing ever happened. */
  readonly since: string | null;
}
const recentItems = 12;

export const createContactHistoryQuery = (app: App, companyId: number, number: string) => {
  const queryKey = keys.of(companyId, 'contacts', 'history', number);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<History> => {
      const fetchActivity = (query: Omit<z.input<z.ZodMiniObject<typeof routes.activity.list.query>>, 'companyId'>) =>
        app.api.call('activity.list', { companyId, query: { q: number, ...query }, signal });
      const [newest, calls, messages] = await Promise.all([
        fetchActivity({ per_page: recentItems }),
        fetchActivity({ per_page: 1, filter: 'checkCalls' }),
        fetchActivity({ per_page: 1, filter: 'checkMessages' }),
      ]);
      const { total } = newest.meta;
      const before = app.queries.getQueryData<History>(queryKey);
      const findSince = async (): Promise<string | null> => {
        if (total <= newest.data.length) return newest.data.at(-1)?.createdAt ?? null;
        // Later items change nothing about the first.
        if (before && before.since !== null && total >= before.total) return before.since;
        return (await fetchActivity({ per_page: 1, page: total })).data.at(-1)?.createdAt ?? null;
      };
      return { recent: newest.data, calls: calls.meta.total, messages: messages.meta.total, total, since: await findSince() };
    },
  });
};
