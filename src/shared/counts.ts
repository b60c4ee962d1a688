/** Unread counts of the company, without what the person silenced: the one place the inbox and the list of companies read them from. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type App, useApp } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** Unread by number. */
export const createCountsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'counts', 'byNumber'),
    queryFn: async ({ signal }) => (await app.api.call('notifications.countsByNumber', { companyId, signal })).data,
  });

type ByNumber = readonly { readonly numberId: number; readonly conversations: number }[];
/** Unread conversations of these numbers, of all without. */
export const sumUnread = (counts: ByNumber, numberIds?: readonly number[]): number =>
  counts.reduce((sum, { numberId, conversations }) => (!numberIds?.length || numberIds.includes(numberId) ? sum + conversations : sum), 0);

/** Unread conversations of these numbers, of all without; null until they are known. */
export function useUnread(companyId: number | null, numberIds: readonly number[] | undefined, isWanted: boolean): number | null {
  const app = useApp();
  const { data } = useQuery({ ...createCountsQuery(app, companyId ?? 0), enabled: companyId !== null && isWanted });
  return data ? sumUnread(data, numberIds) : null;
}
