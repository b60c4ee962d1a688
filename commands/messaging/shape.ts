/** Sending messages: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { MessagingTypes } from './types.ts';

export const messaging: AreaShape<MessagingTypes> = {
  rows: {
    scheduledMessage: {
      nouns: ['scheduled message', 'scheduled messages'],
      getName: ({ conversation }) => formatRecipientName(conversation),
      getSubject: ({ conversation }) => createSubjectReader(false)(conversation),
    },
  },
  scopes: {
    composer: {
      priority: 50,
      unavailable: ['Start a reply first', 'messages.reply'],
      hints: [
        ['notes.save', 'save note'],
        ['messages.send', 'send'],
        ['messages.sendAndDone', 'send and archive'],
        ['workspace.back', 'back'],
      ],
    },
    scheduled: {
      priority: 30,
      unavailable: ['Go to Scheduled messages first', 'go.scheduled'],
      hints: [
        ['messages.reschedule', 'reschedule'],
        ['messages.sendNow', 'send now'],
        ['messages.takeBackItem', 'cancel'],
        ['messages.reply', 'reply'],
        ['conversations.start', 'new'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: { composer: null },
};
