/** Reviews of the consumer catalog, as commands reach them. */
import type { ReviewState, StaffReview } from '#contract/catalog/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface CatalogServices {
  /** Shows the reviews in a state. */
  show(state: ReviewState): void;
  /** Publishes or rejects a review. */
  decide(review: StaffReview, state: Exclude<ReviewState, 'pending'>): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface CatalogTypes {
  readonly rows: { readonly catalogReview: StaffReview };
  readonly scopes: 'catalogReviews';
  readonly panes: 'catalogReviews' | 'catalogReview';
  readonly services: { readonly catalog: CatalogServices };
}
