/** The marketplace of numbers: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { MarketplaceTypes } from './types.ts';

export const marketplace: AreaShape<MarketplaceTypes> = {
  rows: {
    listing: { nouns: ['number', 'numbers'], getName: ({ label, number }) => label || displayPhone(number) },
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
