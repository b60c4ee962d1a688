/** Labels of contacts: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ContactLabelsTypes } from './types.ts';

export const contactLabels: AreaShape<ContactLabelsTypes> = {
  rows: {
    contactLabel: { nouns: ['label', 'labels'], getName: ({ label }) => label },
  },
  scopes: {
    contactLabels: {
      priority: 30,
      unavailable: ['Go to Labels first', 'go.contactLabels'],
      hints: [
        ['list.open', 'contacts'],
        ['contactLabels.create', 'new'],
        ['contactLabels.delete', 'delete'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
