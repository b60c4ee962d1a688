/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';
import { InboxPane } from './InboxPane.tsx';

export const conversationPanes = {
  inbox: { kind: 'inbox', title: 'Inbox', icon: 'inbox', path: '/inbox', permission: 'conversations.read', Component: InboxPane },
  conversation: {
    kind: 'conversation',
    title: 'Conversation',
    icon: 'message',
    path: '/conversations/:id',
    permission: 'conversations.read',
    Component: latePane(() => import('./ThreadPane.tsx').then((module) => module.ThreadPane)),
  },
} as const;
