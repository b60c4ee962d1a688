/** Conversations: the inbox, one of them, what is written in it. */
import { feature } from '../../panes/feature.ts';
import { latePane } from '../../panes/lazyPane.ts';
import { InboxPane } from './InboxPane.tsx';

export const conversations = feature({
  panes: {
    inbox: { title: 'Inbox', permission: 'conversations.read', Pane: InboxPane },
    conversation: {
      title: 'Conversation',
      path: '/conversations/:id',
      permission: 'conversations.read',
      Pane: latePane(() => import('./ConversationPane.tsx').then(({ ConversationPane }) => ConversationPane)),
    },
  },
  late: () => import('./late.ts'),
});
