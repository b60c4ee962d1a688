/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';
import { InboxPane } from './InboxPane.tsx';

export const conversationPanes = {
  inbox: { title: 'Inbox', permission: 'conversations.read', Component: InboxPane },
  conversation: {
    title: 'Conversation',
    path: '/conversations/:id',
    permission: 'conversations.read',
    Component: latePane(() => import('./ThreadPane.tsx').then((module) => module.ThreadPane)),
  },
} as const;
