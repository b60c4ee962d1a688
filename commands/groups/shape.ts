/** Groups: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { GroupsTypes } from './types.ts';

export const groups: AreaShape<GroupsTypes> = {
  rows: {
    group: { nouns: ['group', 'groups'], getName: ({ name }) => name },
  },
  scopes: {
    groups: {
      priority: 30,
      unavailable: ['Go to Groups first', 'go.groups'],
      hints: [
        ['list.open', 'contacts'],
        ['groups.create', 'new'],
        ['groups.delete', 'delete'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
