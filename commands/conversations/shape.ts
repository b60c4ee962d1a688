/** Conversations and their items: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import { aboutCaller } from '../core/about.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ConversationsTypes } from './types.ts';

export const conversations: AreaShape<ConversationsTypes> = {
  rows: {
    conversation: {
      words: ['conversation', 'conversations'],
      nameOf: ({ contact, recipient }) => contact?.name ?? displayPhone(recipient),
      about: aboutCaller(true),
    },
    item: { words: ['item', 'items'], nameOf: ({ type }) => type },
  },
  scopes: {
    inbox: {
      priority: 30,
      elsewhere: ['Go to Inbox first', 'go.inbox'],
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
      elsewhere: ['Open a conversation first', 'go.inbox'],
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
    recording: { priority: 40, elsewhere: ['Select a call or voicemail with a recording first', 'go.inbox'] },
  },
  context: { flagged: null, recording: null },
};
