/** Reviews of the consumer catalog, as commands reach them. */
import type { CatalogServices } from '#commands/catalog/types.ts';
import type { ReviewState, StaffReview } from '#contract/catalog/entities.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { reviewsKey, reviewsView } from './data.ts';

/** Commands over reviews, as the app provides them. */
export function createCatalogServices({ app, workspace }: ServiceDeps): CatalogServices {
  const put = async ({ id, revision }: StaffReview, state: ReviewState): Promise<void> => {
    try {
      await app.api.call('catalog.decideReview', { params: { id }, body: { state, revision } });
    } finally {
      // A refused one has changed, or is gone: the list is read again as well.
      await app.queries.invalidateQueries({ queryKey: reviewsKey });
    }
  };
  return {
    show: (state) => {
      reviewsView.set({ ...reviewsView.get(), state });
      workspace.open('catalogReviews');
    },
    decide: async (review, state) => {
      await put(review, state);
      const isPublished = state === 'published';
      return {
        message: `Review of ${review.author} ${state}`,
        undo: { title: `${isPublished ? 'Publish' : 'Reject'} the review of ${review.author}`, run: () => put(review, review.state) },
      };
    },
  };
}
