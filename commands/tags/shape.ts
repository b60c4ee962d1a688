/** Tags: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { TagsTypes } from './types.ts';

export const tags: AreaShape<TagsTypes> = {
  rows: {
    tag: { nouns: ['tag', 'tags'], getName: ({ name }) => name },
  },
  scopes: {
    tags: {
      priority: 30,
      unavailable: ['Go to Tags first', 'go.tags'],
      hints: [
        ['list.open', 'open'],
        ['tags.create', 'new'],
        ['tags.delete', 'delete'],
      ],
    },
  },
  context: { tags: [] },
};
