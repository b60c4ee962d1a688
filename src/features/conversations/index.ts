/** The area conversations: inbox, thread, composer, and their services. */

export { createComposerServices } from './composerServices.ts';
export { createFaxServices } from './faxServices.ts';
export { listenToConversations } from './live.ts';
export { createOutbox as createOutgoing, type Outgoing } from './outbox.ts';
export { createConversationServices, createNoteServices, createNotificationServices } from './services.ts';
