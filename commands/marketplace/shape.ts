/** The marketplace of numbers: rows and scopes, as the rest of the app knows them. */
import { formatNumberName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import type { MarketplaceTypes } from './types.ts';

export const marketplace: AreaShape<MarketplaceTypes> = {
  rows: {
    listing: { nouns: ['number', 'numbers'], getName: formatNumberName },
  },
  scopes: {
    marketplace: {
      priority: 30,
      unavailable: ['Go to Marketplace first', 'go.marketplace'],
      hints: [
        ['marketplace.list', 'list'],
        ['marketplace.unlist', 'unlist'],
        ['list.select', 'select'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
