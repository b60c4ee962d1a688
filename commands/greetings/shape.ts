/** Greetings: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { GreetingsTypes } from './types.ts';

export const greetings: AreaShape<GreetingsTypes> = {
  rows: {
    greeting: { nouns: ['greeting', 'greetings'], getName: ({ name }) => name },
  },
  scopes: {
    greetings: {
      priority: 30,
      unavailable: ['Go to Greetings first', 'go.greetings'],
      hints: [
        ['greetings.play', 'play'],
        ['list.open', 'open'],
        ['greetings.create', 'new'],
        ['greetings.delete', 'delete'],
      ],
    },
    greetingForm: {
      priority: 40,
      unavailable: ['Edit a greeting first', 'greetings.create'],
      isForm: true,
      hints: [
        ['greetings.save', 'save'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
