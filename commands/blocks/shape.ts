/** Blocked callers: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { BlocksTypes } from './types.ts';

export const blocks: AreaShape<BlocksTypes> = {
  rows: {
    block: { nouns: ['blocked caller', 'blocked callers'], getName: ({ contactName, target }) => contactName ?? displayPhone(target) },
  },
  scopes: {
    blocks: {
      priority: 30,
      unavailable: ['Go to Blocked callers first', 'go.blocks'],
      hints: [
        ['blocks.add', 'block'],
        ['blocks.remove', 'unblock'],
        ['list.select', 'select'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
