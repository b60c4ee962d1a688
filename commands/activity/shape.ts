/** The activity list: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { ActivityTypes } from './types.ts';

export const activity: AreaShape<ActivityTypes> = {
  rows: {
    activity: {
      nouns: ['entry', 'entries'],
      getName: ({ contact, recipient }) => contact?.name ?? displayPhone(recipient),
      getSubject: createSubjectReader(false),
    },
  },
  scopes: {
    activity: { priority: 30, unavailable: ['Go to Activity first', 'go.activity'] },
  },
  context: {},
};
