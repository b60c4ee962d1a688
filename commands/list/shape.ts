/** Lists: cursor, selection, sorting and columns: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ListTypes } from './types.ts';

export const list: AreaShape<ListTypes> = {
  rows: {},
  scopes: {
    list: {
      priority: 20,
      unavailable: ['Focus a list first', 'go.inbox'],
      hints: [
        ['list.open', 'open'],
        ['list.select', 'select'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
