/** Stars of a review, of five. */
import css from './CatalogReviews.module.css';

const best = 5;

export const Rating = ({ rating }: { readonly rating: number }) => (
  <span className={css.rating} role="img" aria-label={`${rating} of ${best}`}>
    {'★'.repeat(rating)}
    <span className={css.rest}>{'★'.repeat(best - rating)}</span>
  </span>
);
