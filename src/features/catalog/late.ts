/** Parts of the area that load after the first rows: code of panes, services. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    catalogReviews: () => import('./CatalogReviewsPane.tsx').then(({ CatalogReviewsPane }) => CatalogReviewsPane),
    catalogReview: () => import('./CatalogReviewPane.tsx').then(({ CatalogReviewPane }) => CatalogReviewPane),
  },
  services: (deps) => ({
    catalog: deferServices(async () => (await import('./services.ts')).createCatalogServices(deps)),
  }),
});
