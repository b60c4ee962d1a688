/** Server data in the app: one cache, keys that start with the company, and the rules for how long it is fresh (spec 1.9). */
import { QueryClient } from '@tanstack/react-query';
import { limits } from '#contract/core/limits.ts';
import { ApiError } from './errors.ts';

/** Network failures and 5xx of reads are tried again with backoff; 4xx never, 429 by the client's own rule (AMB-62). */
function shouldRetry(failures: number, thrown: unknown): boolean {
  if (failures >= limits.queryRetries) return false;
  return thrown instanceof ApiError && (thrown.status === 0 || thrown.status >= 500);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.queryFreshMs,
        gcTime: limits.queryKeptMs,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 15_000),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Keys of the cache. Everything of a company starts with its id, so that a switch can drop it whole. */
export const keys = {
  company: (companyId: number) => ['company', companyId] as const,
  /** A list or row of an area: `keys.of(7, 'conversations', 'list', filter)`. */
  of: (companyId: number, area: string, ...rest: readonly unknown[]) => ['company', companyId, area, ...rest] as const,
  /** Key of the user's own data. */
  me: (...rest: readonly unknown[]) => ['me', ...rest] as const,
};
