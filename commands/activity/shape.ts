/** The activity list: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import { aboutCaller } from '../core/about.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ActivityTypes } from './types.ts';

export const activity: AreaShape<ActivityTypes> = {
  rows: {
    activity: { words: ['entry', 'entries'], nameOf: ({ contact, recipient }) => contact?.name ?? displayPhone(recipient), about: aboutCaller(false) },
  },
  scopes: {
    activity: { priority: 30, elsewhere: ['Go to Activity first', 'go.activity'] },
  },
  context: {},
};
