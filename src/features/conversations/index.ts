/** Conversations: the inbox, one of them, what is written in it. */
import { defineFeature } from '../../panes/feature.ts';
import { createLazyPane } from '../../panes/lazyPane.ts';
import { InboxPane } from './InboxPane.tsx';

export const conversations = defineFeature({
  panes: {
    inbox: {
      title: 'Inbox',
      permission: 'conversations.read',
      Pane: InboxPane,
      view: {
        leads: 'conversation',
        beside: [
          ['conversation', 40.5],
          ['contact', 20.5],
        ],
      },
    },
    scheduled: {
      title: 'Scheduled messages',
      permission: 'conversations.read',
      view: {
        leads: 'conversation',
        beside: [
          ['conversation', 36],
          ['contact', 20],
        ],
      },
    },
    conversation: {
      title: 'Conversation',
      permission: 'conversations.read',
      Pane: createLazyPane(() => import('./ConversationPane.tsx').then(({ ConversationPane }) => ConversationPane)),
    },
  },
  late: () => import('./late.ts'),
});
