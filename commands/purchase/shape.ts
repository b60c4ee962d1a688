/** Buying numbers: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { PurchaseTypes } from './types.ts';

export const purchase: AreaShape<PurchaseTypes> = {
  rows: {
    offer: { nouns: ['available number', 'available numbers'], getName: ({ number }) => displayPhone(number) },
  },
  scopes: {
    purchase: {
      priority: 30,
      unavailable: ['Open Buy numbers first', 'numbers.buy'],
      hints: [
        ['purchase.route', 'call routing'],
        ['purchase.choose', 'choose'],
        ['purchase.confirm', 'buy'],
        ['numbers.buy', 'search again'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
