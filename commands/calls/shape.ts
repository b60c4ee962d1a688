/** Past calls and their review: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { CallsTypes } from './types.ts';

export const calls: AreaShape<CallsTypes> = {
  rows: {
    call: { nouns: ['call', 'calls'], getName: formatRecipientName, getSubject: createSubjectReader(true) },
  },
  scopes: {
    calls: {
      priority: 30,
      unavailable: ['Go to Calls first', 'go.calls'],
      hints: [
        ['list.open', 'open'],
        ['list.focusFilter', 'search'],
        ['calls.markLead', 'lead'],
        ['calls.qualify', 'qualify'],
        ['calls.addNote', 'note'],
        ['list.select', 'select'],
      ],
    },
    call: {
      priority: 30,
      unavailable: ['Open a call first', 'go.calls'],
      hints: [
        ['recording.toggle', 'play'],
        ['calls.nextSegment', 'next segment'],
        ['calls.find', 'find'],
        ['calls.markLead', 'lead'],
        ['calls.qualify', 'qualify'],
        ['workspace.back', 'back'],
      ],
    },
    review: {
      priority: 45,
      unavailable: ['Start a review first', 'review.start'],
      hints: [
        ['review.skip', 'skip'],
        ['review.return', 'previous'],
        ['recording.toggle', 'play'],
        ['calls.find', 'find'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { callView: null },
};
