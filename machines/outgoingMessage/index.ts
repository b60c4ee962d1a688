/** The outgoing message flow. */
export type { InternalEvent, MediaRef, MessageContext, MessageInput, SendReply, UserEvent } from './events.ts';
export { type MessageSnapshot, machine } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { getCharacterLimit, sumBytes } from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'outgoingMessage';
