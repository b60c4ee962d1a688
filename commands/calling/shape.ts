/** Live calls: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import { aboutCaller } from '../core/about.ts';
import type { AreaShape } from '../core/shape.ts';
import type { CallingTypes } from './types.ts';

export const calling: AreaShape<CallingTypes> = {
  rows: {
    liveCall: { words: ['live call', 'live calls'], nameOf: ({ contact, recipient }) => contact?.name || displayPhone(recipient), about: aboutCaller(false) },
  },
  scopes: {
    live: {
      priority: 30,
      elsewhere: ['Go to Live calls first', 'go.live'],
      hints: [
        ['list.open', 'open'],
        ['live.note', 'note'],
        ['calls.addTag', 'tag'],
        ['callers.block', 'block'],
      ],
    },
  },
  context: {},
};
