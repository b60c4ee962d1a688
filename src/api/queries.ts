/** Server data in the app: one cache, keys that start with the company, and the rules for how long it is fresh (spec 1.9). */
import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { limits } from '#contract/core/limits.ts';
import { ApiError } from './errors.ts';

/** Network failures and 5xx of reads are tried again with backoff; 4xx never, 429 by the client's own rule (AMB-62). */
function shouldRetry(failures: number, thrown: unknown): boolean {
  if (failures >= limits.queryRetries) return false;
  return thrown instanceof ApiError && (thrown.status === 0 || thrown.status >= 500);
}

/** A cache in which a change is not lost that is told while a query is being read. */
class ChangeAwareClient extends QueryClient {
  /** Queries that are read once more after the read under way. */
  readonly #outrun = new WeakSet<Query>();

  /**
   * As the library does it, and read once more where a read is under way that the library keeps: the first one, and one that nothing shows. Its answer may be of
   * before the change, and would count as fresh.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions): Promise<void> {
    const kept = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.state.fetchStatus !== 'idle' && (query.state.data === undefined || !query.isActive()) && !this.#outrun.has(query));
    const read = super.invalidateQueries(filters, options);
    const reads = kept.map(async (query) => {
      this.#outrun.add(query);
      const isRead = await query.promise?.then(
        () => true,
        () => false,
      );
      this.#outrun.delete(query);
      const refetchType = filters?.refetchType;
      if (isRead) await super.invalidateQueries({ queryKey: query.queryKey, exact: true, ...(refetchType === undefined ? {} : { refetchType }) }, options);
    });
    return Promise.all([read, ...reads]).then(() => undefined);
  }
}

/** Creates the cache of a page: how long rows are fresh, and which reads are tried again. */
export function createQueryClient(): QueryClient {
  return new ChangeAwareClient({
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
