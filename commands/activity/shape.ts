/** The activity list: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { ActivityTypes } from './types.ts';

export const activity: AreaShape<ActivityTypes> = {
  rows: {
    activity: {
      nouns: ['entry', 'entries'],
      getName: formatRecipientName,
      getSubject: createSubjectReader(false),
    },
  },
  scopes: {
    activity: { priority: 30, unavailable: ['Go to Activity first', 'go.activity'] },
  },
  context: {},
};
