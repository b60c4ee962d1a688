/** Who is behind numbers, as far as it was looked up here: nothing is asked, and so nothing paid, before a person says so. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from './app.ts';
import { keys } from './queries.ts';

/** What the directory knows of a number; `enabled` only by the command. */
export const callerOf = (app: App, companyId: number, number: string) =>
  queryOptions({
    queryKey: keys.of(companyId, 'callers', number),
    queryFn: ({ signal }) => app.api.call('lookups.caller', { companyId, body: { number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: false,
  });
