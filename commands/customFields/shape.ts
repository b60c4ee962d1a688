/** Custom fields: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { CustomFieldsTypes } from './types.ts';

export const customFields: AreaShape<CustomFieldsTypes> = {
  rows: {
    customField: { nouns: ['custom field', 'custom fields'], getName: ({ name }) => name },
  },
  scopes: {
    customFields: {
      priority: 30,
      unavailable: ['Go to Custom fields first', 'go.customFields'],
      hints: [
        ['list.open', 'open'],
        ['customFields.create', 'new'],
        ['customFields.delete', 'delete'],
      ],
    },
  },
  context: {},
};
