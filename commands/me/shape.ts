/** The signed-in user’s own settings: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { MeTypes } from './types.ts';

export const me: AreaShape<MeTypes> = {
  rows: {
    setting: { nouns: ['setting', 'settings'], getName: ({ title }) => title },
  },
  scopes: {
    settings: {
      priority: 30,
      unavailable: ['Go to Settings first', 'go.settings'],
      hints: [
        ['list.open', 'change'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
