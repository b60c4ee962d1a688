/** Notices: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { NoticesTypes } from './types.ts';

export const notices: AreaShape<NoticesTypes> = {
  rows: {
    notice: { nouns: ['notice', 'notices'], getName: ({ message }) => message },
  },
  scopes: {
    notices: {
      priority: 30,
      unavailable: ['Open Notices first', 'keyline.notices'],
      hints: [
        ['notices.act', 'run'],
        ['notices.dismiss', 'dismiss'],
        ['list.select', 'select'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
