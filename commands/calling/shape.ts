/** Live calls: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { CallingTypes } from './types.ts';

export const calling: AreaShape<CallingTypes> = {
  rows: {
    liveCall: {
      nouns: ['live call', 'live calls'],
      getName: formatRecipientName,
      getSubject: createSubjectReader(false),
    },
  },
  scopes: {
    live: {
      priority: 30,
      unavailable: ['Go to Live calls first', 'go.live'],
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
