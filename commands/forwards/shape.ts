/** Destinations of calls: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ForwardsTypes } from './types.ts';

export const forwards: AreaShape<ForwardsTypes> = {
  rows: {
    forward: { nouns: ['destination', 'destinations'], getName: ({ number }) => displayPhone(number) },
  },
  scopes: {
    forwards: { priority: 30, unavailable: ['Go to Destinations first', 'go.forwards'] },
  },
  context: {},
};
