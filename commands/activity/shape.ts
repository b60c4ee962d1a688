/** The activity list: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ActivityTypes } from './types.ts';

export const activity: AreaShape<ActivityTypes> = {
  rows: {
    activity: { words: ['entry', 'entries'], nameOf: ({ contact, recipient }) => contact?.name ?? displayPhone(recipient) },
  },
  scopes: {
    activity: { priority: 30, elsewhere: ['Go to Activity first', 'go.activity'] },
  },
};
