/** Queries of the people behind numbers, as far as they were looked up here: nothing is requested, and so nothing paid, before a user asks for it. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** Query of the directory's data on a number; `enabled` only by the command. */
export const createCallerQuery = (app: App, companyId: number, number: string) =>
  queryOptions({
    queryKey: keys.of(companyId, 'callers', number),
    queryFn: ({ signal }) => app.api.call('lookups.caller', { companyId, body: { number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: false,
  });
