/** What the screens read of the server. The account's channel says when it has changed. */
import { queryOptions } from '@tanstack/react-query';
import type { Catalog } from './catalog.ts';

/** Keys of the cache. */
export const keys = {
  all: ['catalog'],
  numbers: ['catalog', 'numbers'],
  offers: ['catalog', 'offers'],
  usage: ['catalog', 'usage'],
} as const;

export const numbersQuery = ({ api, caller }: Catalog) => queryOptions({ queryKey: keys.numbers, queryFn: () => api.call('catalog.numbers', caller()) });

const soonestMs = 1_000;

/** Offers are read again when the first of them runs out. */
export const offersQuery = ({ api, caller }: Catalog) =>
  queryOptions({
    queryKey: keys.offers,
    queryFn: () => api.call('catalog.offers', caller()),
    refetchInterval: ({ state }) => {
      const ends = (state.data?.data ?? []).map(({ heldUntil }) => Date.parse(heldUntil));
      return ends.length > 0 && Math.max(soonestMs, Math.min(...ends) - Date.now() + soonestMs);
    },
  });

export const usageQuery = ({ api, caller }: Catalog) => queryOptions({ queryKey: keys.usage, queryFn: () => api.call('catalog.usage', caller()) });
