/** What’s new: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { NewsTypes } from './types.ts';

export const news: AreaShape<NewsTypes> = {
  rows: {},
  scopes: {
    news: {
      priority: 30,
      unavailable: ['Go to What’s new first', 'go.news'],
      hints: [
        ['news.try', 'try'],
        ['news.next', 'next'],
        ['news.previous', 'previous'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { newsEntry: null },
};
