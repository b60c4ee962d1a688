/** Sending messages: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { MessagingTypes } from './types.ts';

export const messaging: AreaShape<MessagingTypes> = {
  rows: {},
  scopes: {
    composer: {
      priority: 50,
      unavailable: ['Start a reply first', 'go.inbox'],
      hints: [
        ['notes.save', 'save note'],
        ['messages.send', 'send'],
        ['messages.sendAndDone', 'send and archive'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { composer: null },
};
