/** Number templates: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { TemplatesTypes } from './types.ts';

export const templates: AreaShape<TemplatesTypes> = {
  rows: {
    template: { nouns: ['template', 'templates'], getName: ({ name }) => name },
  },
  scopes: {
    templates: {
      priority: 30,
      unavailable: ['Go to Number templates first', 'go.templates'],
      hints: [
        ['list.open', 'open'],
        ['templates.create', 'new'],
        ['templates.remove', 'delete'],
      ],
    },
  },
  context: {},
};
