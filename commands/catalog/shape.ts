/** Reviews of the consumer catalog: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { CatalogTypes } from './types.ts';

export const catalog: AreaShape<CatalogTypes> = {
  rows: { catalogReview: { nouns: ['review', 'reviews'], getName: ({ author, rating }) => `${author}, ${rating} of 5` } },
  scopes: {
    catalogReviews: {
      priority: 30,
      unavailable: ['Go to Catalog reviews first', 'go.catalogReviews'],
      hints: [
        ['catalogReviews.publish', 'publish'],
        ['catalogReviews.reject', 'reject'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
