/** Reviews of the consumer catalog by page. They belong to no company. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReviewState } from '#contract/catalog/entities.ts';
import type { App } from '../../api/app.ts';
import { getNextNumber } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

/** Milliseconds after which the list is asked for again while it is on the screen: no channel tells of what consumers write. */
const freshMs = 15_000;

interface ReviewsView {
  readonly state: ReviewState;
  readonly q?: string | undefined;
}
export const reviewsView = createStore<ReviewsView>({ state: 'pending' });
registerStore('view: catalog reviews', () => reviewsView.set({ state: 'pending' }));

export const reviewsKey = keys.me('catalogReviews');

export const createReviewsQuery = (app: App, { state, q }: ReviewsView) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, { state, q }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => app.api.call('catalog.staffReviews', { query: { state, page: pageParam, ...(q ? { q } : {}) }, signal }),
    getNextPageParam: getNextNumber,
    staleTime: 0,
    refetchInterval: freshMs,
    refetchOnWindowFocus: true,
  });
