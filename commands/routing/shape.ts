/** Call routing: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { RoutingTypes } from './types.ts';

export const routing: AreaShape<RoutingTypes> = {
  rows: {},
  scopes: {
    routing: {
      priority: 30,
      unavailable: ['Open a number’s call routing first', 'routing.edit'],
      hints: [
        ['routing.save', 'save'],
        ['routing.editLine', 'edit as text'],
        ['routing.addRoute', 'add extension'],
        ['workspace.back', 'back'],
      ],
    },
    simulator: { priority: 30 },
  },
  context: {},
};
