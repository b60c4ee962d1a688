/** Reviews of the consumer catalog: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const catalog: RowMenus = { catalogReview: ['catalogReviews.publish', 'catalogReviews.reject'] };
