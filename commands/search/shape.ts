/** Searches over what the user may see: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { SearchTypes } from './types.ts';

export const search: AreaShape<SearchTypes> = {
  rows: {},
  scopes: {
    searchField: {
      priority: 35,
      unavailable: ['Focus a search field first', 'list.focusFilter'],
      hints: [
        ['search.next', 'results'],
        ['workspace.back', 'clear'],
      ],
    },
  },
  context: {},
};
