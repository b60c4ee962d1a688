/** Scheduled messages of a company in the cache, soonest first. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Item, ScheduledMessage } from '#contract/conversations/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

const getKey = (companyId: number) => keys.of(companyId, 'conversations', 'scheduled');

/** When a message is sent, as an ISO 8601 instant; null where it doesn't wait for a time of its own. */
export const getScheduledTime = ({ details }: Item): string | null =>
  details.kind === 'message' && details.deliveryState === 'scheduled' ? details.sendAt : null;

/** The list; what is held for seconds only is none of it. */
export const createScheduledQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: getKey(companyId),
    queryFn: async ({ signal }): Promise<readonly ScheduledMessage[]> =>
      (await app.api.call('messaging.scheduled', { companyId, signal })).data.filter((row) => getScheduledTime(row) !== null),
    staleTime: 0,
  });

/** Puts a changed message into its place in the list, or out of it; one that is new comes with the next fetch. */
export function patchScheduled(queries: QueryClient, companyId: number, item: Item): void {
  queries.setQueryData<readonly ScheduledMessage[]>(getKey(companyId), (rows) =>
    rows
      ?.flatMap((row) => (row.id !== item.id ? [row] : getScheduledTime(item) === null ? [] : [{ ...item, conversation: row.conversation }]))
      .sort((a, b) => (getScheduledTime(a) ?? '').localeCompare(getScheduledTime(b) ?? '') || a.id - b.id),
  );
}

/** Takes a message out of the list. */
export function dropScheduled(queries: QueryClient, companyId: number, id: number): void {
  queries.setQueryData<readonly ScheduledMessage[]>(getKey(companyId), (rows) => rows?.filter((row) => row.id !== id));
}
