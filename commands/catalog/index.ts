/** Reviews of the consumer catalog: the area’s commands and keys. */
import { checkStaff } from '../auth/impersonation.ts';
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { catalogCommands } from './commands.ts';
import type { CatalogTypes } from './types.ts';

export const catalog: CommandArea<CatalogTypes> = {
  commands: [...catalogCommands],
  places: [
    {
      kind: 'catalogReviews',
      title: 'Go to Catalog reviews',
      icon: 'star',
      keywords: ['moderate', 'moderation', 'consumers', 'ratings'],
      permission: null,
      available: checkStaff,
    },
  ],
  triggers: {},
  keys: createBindings('catalogReviews', { p: 'catalogReviews.publish', '#': 'catalogReviews.reject' }),
  menus: { catalogReview: ['catalogReviews.publish', 'catalogReviews.reject'] },
};
