/** Billing: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { BillingTypes } from './types.ts';

export const billing: AreaShape<BillingTypes> = {
  rows: {
    invoice: { nouns: ['invoice', 'invoices'], getName: ({ number }) => `Invoice ${number}` },
  },
  scopes: {
    billing: {
      priority: 30,
      unavailable: ['Go to Billing first', 'go.billing'],
      hints: [
        ['billing.updateCard', 'card'],
        ['billing.download', 'PDF'],
        ['billing.address', 'address'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
