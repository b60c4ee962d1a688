/** The area conversations: inbox, thread, composer, and their services. */

export { createComposerServices } from './composerServices.ts';
export { createFaxServices } from './faxServices.ts';
export { listenToConversations } from './live.ts';
export { createOutgoing, type Outgoing } from './outgoing.ts';
export { OutgoingProvider, useOutgoing } from './outgoingContext.ts';
export { conversationPanes } from './panes.ts';
export { createConversationServices, createNoteServices, createNotificationServices, prefetchInbox } from './services.ts';
