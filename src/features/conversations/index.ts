/** Conversations: the inbox, one of them, what is written in it. */
import { defineFeature } from '../../panes/feature.ts';
import { createLazyPane } from '../../panes/lazyPane.ts';
import { InboxPane } from './InboxPane.tsx';

export const conversations = defineFeature({
  panes: {
    inbox: { title: 'Inbox', permission: 'conversations.read', Pane: InboxPane },
    conversation: {
      title: 'Conversation',
      path: '/conversations/:id',
      permission: 'conversations.read',
      Pane: createLazyPane(() => import('./ConversationPane.tsx').then(({ ConversationPane }) => ConversationPane)),
    },
  },
  late: () => import('./late.ts'),
});
