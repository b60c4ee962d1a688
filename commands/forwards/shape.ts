/** Destinations of calls: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ForwardsTypes } from './types.ts';

export const forwards: AreaShape<ForwardsTypes> = {
  rows: {
    forward: { words: ['destination', 'destinations'], nameOf: ({ number }) => displayPhone(number) },
  },
  scopes: {
    forwards: { priority: 30, elsewhere: ['Go to Destinations first', 'go.forwards'] },
  },
  context: {},
};
