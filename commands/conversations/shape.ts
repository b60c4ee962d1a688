/** Conversations and their items: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import { createSubjectReader } from '../core/subjectReader.ts';
import type { ConversationsTypes } from './types.ts';

export const conversations: AreaShape<ConversationsTypes> = {
  rows: {
    conversation: {
      nouns: ['conversation', 'conversations'],
      getName: formatRecipientName,
      getSubject: createSubjectReader(true),
    },
    item: { nouns: ['item', 'items'], getName: ({ type }) => type },
  },
  scopes: {
    inbox: {
      priority: 30,
      unavailable: ['Go to Inbox first', 'go.inbox'],
      hints: [
        ['conversations.archive', 'archive'],
        ['conversations.restore', 'restore'],
        ['messages.reply', 'reply'],
        ['calls.markLead', 'lead'],
        ['list.select', 'select'],
        ['conversations.markUnread', 'unread'],
        ['list.focusFilter', 'search'],
      ],
    },
    conversation: {
      priority: 30,
      unavailable: ['Open a conversation first', 'go.inbox'],
      hints: [
        ['messages.confirmOptOut', 'confirm opt-out'],
        ['messages.dismissOptOut', 'dismiss'],
        ['messages.reply', 'reply'],
        ['conversations.archive', 'archive'],
        ['conversations.restore', 'restore'],
        ['recording.toggle', 'play'],
        ['calls.markLead', 'lead'],
        ['notes.write', 'note'],
        ['conversations.previousItem', 'previous'],
        ['workspace.back', 'back'],
      ],
    },
    recording: { priority: 40, unavailable: ['Select a call or voicemail with a recording first', 'go.inbox'] },
  },
  context: { flagged: null, recording: null },
};
