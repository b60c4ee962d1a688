/** Queries of the screens. The account's channel says when they have changed. */
import { queryOptions } from '@tanstack/react-query';
import { invitationsPerPage } from '#contract/catalog/limits.ts';
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

export const inactivityQuery = ({ api, caller }: Catalog) =>
  queryOptions({ queryKey: [...keys.all, 'inactivity'], queryFn: () => api.call('catalog.inactivity', caller()) });

export const profileQuery = ({ api, caller }: Catalog) =>
  queryOptions({ queryKey: [...keys.all, 'profile'], queryFn: () => api.call('catalog.profile', caller()) });

/** Page and page size are the contract's first values (RULE-237). */
export const invitationsQuery = ({ api, caller }: Catalog) =>
  queryOptions({
    queryKey: [...keys.all, 'invitations'],
    queryFn: () => api.call('catalog.invitations', { ...caller(), query: { page: 1, perPage: invitationsPerPage } }),
  });

export const reviewsQuery = ({ api, caller }: Catalog) =>
  queryOptions({ queryKey: [...keys.all, 'reviews'], queryFn: () => api.call('catalog.reviews', caller()) });
