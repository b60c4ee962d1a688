/** The panes of the area. */
export const conversationPanes = {
  inbox: { title: 'Inbox', permission: 'conversations.read' },
  conversation: {
    title: 'Conversation',
    path: '/conversations/:id',
    permission: 'conversations.read',
  },
} as const;
