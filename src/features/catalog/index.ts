/** Reviews of the consumer catalog, for support staff. */
import { defineFeature } from '../../panes/feature.ts';

export const catalog = defineFeature({
  panes: {
    catalogReviews: { title: 'Catalog reviews', path: 'catalog-reviews', view: { beside: [['catalogReview', 42]] } },
    catalogReview: { title: 'Review', path: 'catalog-review' },
  },
  late: () => import('./late.ts'),
});
