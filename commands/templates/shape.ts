/** Number templates: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { TemplatesTypes } from './types.ts';

export const templates: AreaShape<TemplatesTypes> = {
  rows: {
    template: { words: ['template', 'templates'], nameOf: ({ name }) => name },
  },
  scopes: {
    templates: {
      priority: 30,
      elsewhere: ['Go to Number templates first', 'go.templates'],
      hints: [
        ['list.open', 'open'],
        ['templates.create', 'new'],
        ['templates.remove', 'delete'],
      ],
    },
  },
  context: {},
};
